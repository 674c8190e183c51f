// The force of a manifold, sum weight depth normal, and its torque change with
// the pose without a jump; with a margin, sum weight (depth + margin) normal.
#include <algorithm>
#include <cmath>

#include "contact/geometry/narrow_phase/touching_pair.h"

namespace tactus::contact::test {
namespace {

/// B moves smoothly in and out of A, by about `depth`, or half a margin less,
/// slides and turns.
class Path {
 public:
  Path(const Pair& pair, double depth, double margin, Attitude attitude,
       Random* random)
      : pair_(pair), depth_(depth), margin_(margin) {
    slide_ = RandomDirection(random) * Uniform(random, 0, 0.02);
    axis_ = RandomDirection(random);
    angle_ = Uniform(random, 0, attitude == Attitude::kFlush ? 0.01 : 1);
    phase_ = RandomVector(random, 0, 6);
  }

  RigidTransform PoseOfB(double s) const {
    const double in = 0.7 * depth_ * (1 - std::cos(12 * s + phase_[0]));
    const double turn =
        angle_ * (std::sin(3 * s + phase_[1]) - std::sin(phase_[1]));
    const double slide = std::sin(5 * s + phase_[2]) - std::sin(phase_[2]);
    RigidTransform X = pair_.X_WB;
    X.linear() = Eigen::AngleAxisd(turn, axis_) * Matrix3d(X.linear());
    X.translation() += slide * slide_ - (in - 0.5 * margin_) * pair_.away;
    return X;
  }

  /// Torque in units of force at 0.1 m, about A's origin.
  Eigen::Matrix<double, 6, 1> Wrench(double s) const {
    const auto points = Points(s);
    const test::Wrench w = CalcWrench(points);
    const Vector3d torque = w.torque - pair_.X_WA.translation().cross(w.force);
    Eigen::Matrix<double, 6, 1> wrench;
    wrench << w.force, torque / 0.1;
    return wrench;
  }

  double Deepest(double s) const { return DeepestOf(Points(s)); }

  /// How far B moves from s to t, its turning counted at 0.15 m.
  double Distance(double s, double t) const {
    const RigidTransform X = PoseOfB(s), Y = PoseOfB(t);
    return (X.translation() - Y.translation()).norm() +
           0.15 * (X.linear() - Y.linear()).norm();
  }

  /// The change of the wrench that is left of [s, t] when it is halved, again
  /// and again, towards the larger change.
  double JumpWithin(double s, double t) const {
    auto at_s = Wrench(s), at_t = Wrench(t);
    for (int i = 0; i < 34; ++i) {
      const double middle = 0.5 * (s + t);
      const auto at_middle = Wrench(middle);
      if ((at_middle - at_s).norm() > (at_t - at_middle).norm()) {
        t = middle, at_t = at_middle;
      } else {
        s = middle, at_s = at_middle;
      }
    }
    return (at_t - at_s).norm();
  }

 private:
  /// With depths below the surface that is lifted by the margin.
  std::vector<ManifoldPoint> Points(double s) const {
    auto points =
        FindManifold(pair_.a, pair_.X_WA, pair_.b, PoseOfB(s), margin_);
    for (ManifoldPoint& point : points) point.depth += margin_;
    return points;
  }

  const Pair& pair_;
  double depth_, margin_;
  Vector3d slide_, axis_, phase_;
  double angle_;
};

struct Findings {
  int num_steps = 0, num_jumps = 0;
  double steepest = 0;  ///< Change of the wrench over distance, no jump.
};

Findings Follow(Kind a, Kind b, double depth, double margin, int num_paths,
                Random* random) {
  Findings found;
  for (int k = 0; k < num_paths; ++k) {
    const auto attitude = k % 3 == 0 ? Attitude::kFlush : Attitude::kAny;
    const Pair pair = MakeTouchingPair(a, b, 0, attitude, random);
    const Path path(pair, depth, margin, attitude, random);
    constexpr int kSteps = 300;
    auto last = path.Wrench(0);
    for (int i = 1; i <= kSteps; ++i) {
      const double s = (i - 1.) / kSteps, t = i / double{kSteps};
      const auto wrench = path.Wrench(t);
      const double change = (wrench - last).norm();
      last = wrench;
      if (path.Deepest(t) > 4 * depth) continue;  // Slid where it is deep.
      ++found.num_steps;
      const double slope = change / path.Distance(s, t);
      const double jump = slope > 40 ? path.JumpWithin(s, t) : 0;
      if (jump > 1e-6 * depth) {
        ++found.num_jumps;
      } else {
        found.steepest = std::max(found.steepest, slope);
      }
    }
  }
  return found;
}

// Unit stiffness: a face at full contact has a slope of 4.
TEST_CASE("FindManifold: paths of shallow contact -> a Lipschitz wrench") {
  Random random(11);
  ForEachPair([&](Kind a, Kind b) {
    const Findings found = Follow(a, b, 1e-4, 0, 12, &random);
    CHECK(found.num_steps > 1000);
    CHECK(found.num_jumps == 0);
    CHECK(found.steepest < 60);
  });
}

// From a margin apart to an overlap and back.
TEST_CASE(
    "FindManifold: paths across touch in a margin -> a Lipschitz wrench") {
  Random random(13);
  ForEachPair([&](Kind a, Kind b) {
    const Findings found = Follow(a, b, 1e-4, 1e-4, 12, &random);
    CHECK(found.num_steps > 1000);
    CHECK(found.num_jumps == 0);
    CHECK(found.steepest < 60);
  });
}

// In depths of several percent of the bodies, where those with edges and flat
// faces may have two ways out that tie.
TEST_CASE("FindManifold: paths of deep contact -> the wrench does not jump") {
  Random random(12);
  ForEachPair([&](Kind a, Kind b) {
    const Findings found = Follow(a, b, 2e-3, 0, 12, &random);
    CHECK(found.num_steps > 500);
    CHECK(found.num_jumps == 0);
  });
}

}  // namespace
}  // namespace tactus::contact::test
