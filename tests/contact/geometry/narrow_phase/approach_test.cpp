// A margin shows what may come to touch and leaves what touches as it is.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "contact/geometry/narrow_phase/touching_pair.h"

namespace tactus::contact::test {
namespace {

RigidTransform Upright(double x, double y, double z, double tilt = 0) {
  return MakePose(
      Quaterniond(Eigen::AngleAxisd(tilt, Vector3d(1, 0.3, 0).normalized())),
      {x, y, z});
}

std::vector<ManifoldPoint> TouchingOnes(std::vector<ManifoldPoint> points) {
  std::erase_if(points, [](const ManifoldPoint& p) { return !(p.depth > 0); });
  return points;
}

bool AreSameBits(const std::vector<ManifoldPoint>& a,
                 const std::vector<ManifoldPoint>& b) {
  return std::ranges::equal(a, b,
                            [](const ManifoldPoint& p, const ManifoldPoint& q) {
                              return p.p_WA == q.p_WA && p.p_WB == q.p_WB &&
                                     p.normal_W == q.normal_W &&
                                     p.depth == q.depth && p.weight == q.weight;
                            });
}

double TotalWeight(const std::vector<ManifoldPoint>& points) {
  double total = 0;
  for (const ManifoldPoint& p : points) total += p.weight;
  return total;
}

TEST_CASE("FindManifold: a margin -> the touching points keep their bits") {
  Random random(31);
  ForEachPair([&random](Kind a, Kind b) {
    int num_touching = 0, num_changed = 0, num_bad = 0;
    double heaviest = 0;
    for (int i = 0; i < 400; ++i) {
      const double depth = std::pow(10, Uniform(&random, -9, -2));
      const auto attitude = i % 2 == 0 ? Attitude::kAny : Attitude::kFlush;
      Pair pair =
          MakeTouchingPair(a, b, (i % 3 - 1) * depth, attitude, &random);
      const double margin = std::pow(10, Uniform(&random, -4, -1));
      for (const bool exchanged : {false, true}) {
        if (exchanged) std::swap(pair.a, pair.b);
        if (exchanged) std::swap(pair.X_WA, pair.X_WB);
        const auto without = pair.Manifold();
        const auto with =
            FindManifold(pair.a, pair.X_WA, pair.b, pair.X_WB, margin);
        num_touching += !without.empty();
        num_changed += !AreSameBits(TouchingOnes(with), without);
        heaviest = std::max(heaviest, TotalWeight(with));
        for (const ManifoldPoint& p : with) {
          num_bad += !(p.p_WA.allFinite() && p.p_WB.allFinite() &&
                       std::abs(p.normal_W.norm() - 1) < 1e-9 &&
                       p.depth > -margin && p.weight > 0 && p.weight < 5);
        }
      }
    }
    CHECK(num_touching > 200);
    CHECK(num_changed == 0);
    CHECK(num_bad == 0);
    CHECK(heaviest < 4.5);
  });
}

struct Falling {
  std::string name;
  Shape shape;
  double height;  ///< Of its centre where it stands.
};

std::vector<Falling> FallingShapes() {
  std::vector<Vector3d> corners;
  for (int k = 0; k < 6; ++k) {
    const double t = k * std::numbers::pi / 3;
    for (const double z : {-0.05, 0.05}) {
      corners.push_back({0.05 * std::cos(t), 0.05 * std::sin(t), z});
    }
  }
  return {{"box", Box{{0.05, 0.04, 0.06}}, 0.06},
          {"box mesh", MakeBoxMesh({0.05, 0.04, 0.06}), 0.06},
          {"cylinder", Cylinder{0.05, 0.06}, 0.06},
          {"prism", MakeMesh(corners), 0.05}};
}

struct Ground {
  std::string name;
  Shape shape;
  RigidTransform X;
};
std::vector<Ground> Grounds() {
  return {{"half-space", HalfSpace{}, Upright(0, 0, 0)},
          {"box", Box{{1, 1, 0.1}}, Upright(0, 0, -0.1)},
          {"mesh", MakeBoxMesh({1, 1, 0.1}), Upright(0, 0, -0.1)}};
}

TEST_CASE(
    "FindManifold: bodies that fall flat -> the points of touch all the way") {
  for (const Ground& ground : Grounds()) {
    for (const Falling& body : FallingShapes()) {
      INFO(body.name << " on " << ground.name);
      const auto at = [&](double gap, double margin) {
        return FindManifold(ground.shape, ground.X, body.shape,
                            Upright(0.1, 0.2, body.height + gap), margin);
      };
      const auto touching = at(-1e-4, 0);
      for (const double margin : {1e-3, 0.03, 0.1, 0.5}) {
        for (double gap = 0.9 * margin; gap > 1e-9; gap *= 0.7) {
          INFO("gap " << gap << ", margin " << margin);
          auto falling = at(gap, margin);
          std::erase_if(falling, [](const auto& p) {  // Round-off.
            return p.weight < 1e-5;
          });
          REQUIRE(falling.size() == touching.size());
          for (std::size_t i = 0; i < falling.size(); ++i) {
            CHECK(falling[i].depth == Approx(-gap).epsilon(1e-6));
            CHECK(falling[i].weight == Approx(touching[i].weight));
            CHECK((falling[i].normal_W - touching[i].normal_W).norm() < 1e-9);
            CHECK((falling[i].p_WB - touching[i].p_WB).head<2>().norm() < 1e-6);
          }
        }
      }
    }
  }
}

TEST_CASE(
    "FindManifold: bodies that fall tilted -> points of the lower face only") {
  for (const Ground& ground : Grounds()) {
    for (const Falling& body : FallingShapes()) {
      for (const double tilt : {0.01, 0.1, 0.3}) {
        INFO(body.name << " on " << ground.name << ", tilt " << tilt);
        RigidTransform X = Upright(0.1, 0.2, 1, tilt);
        // Down to touch.
        double low = 0, high = 1;
        for (int i = 0; i < 60; ++i) {
          X.translation().z() = 0.5 * (low + high);
          const bool touches =
              !FindManifold(ground.shape, ground.X, body.shape, X).empty();
          (touches ? low : high) = X.translation().z();
        }
        const double touch = high;
        const auto at = [&](double gap, double margin) {
          X.translation().z() = touch + gap;
          return FindManifold(ground.shape, ground.X, body.shape, X, margin);
        };
        // The rise of the face is 0.03 at most: all of it is within 0.05.
        const auto all = at(1e-3, 0.05);
        CHECK(TotalWeight(all) > 2.5);
        CHECK(TotalWeight(all) < 4.9);
        for (const ManifoldPoint& p : all) {
          // No upper corners, and no side's normal.
          CHECK(p.p_WB.z() < touch + 1e-3);
          CHECK((p.normal_W - Vector3d::UnitZ()).norm() < 1e-6);
        }
        const auto deepest = std::ranges::max_element(
            all, {}, [](const ManifoldPoint& p) { return p.depth; });
        CHECK(deepest->depth == Approx(-1e-3).epsilon(1e-6));
        CHECK(deepest->weight == Approx(1).epsilon(0.02));
        // Through touch the sum of weights does not jump.
        const double before = TotalWeight(at(1e-8, 0.05));
        const double after = TotalWeight(at(-1e-8, 0.05));
        CHECK(before == Approx(after).epsilon(0.02));
      }
    }
  }
}

}  // namespace
}  // namespace tactus::contact::test
