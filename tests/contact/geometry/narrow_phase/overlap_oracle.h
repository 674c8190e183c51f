#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/contact/geometry/shapes/shape.h"

/// How far two solids overlap, found without any of the narrow phase: the least
/// of h_A(n) + h_B(-n), with h the support functions written down here, by a
/// search over all directions.
namespace tactus::contact::test {

/// max n . p over the points p of a shape posed at X; infinite for a half-space
/// except along its own normal.
inline double SupportFunction(const Shape& shape, const RigidTransform& X,
                              const Vector3d& n_W) {
  const Vector3d n = X.linear().transpose() * n_W;
  struct Height {
    const Vector3d& n;
    double operator()(const Sphere& s) const { return s.radius * n.norm(); }
    double operator()(const Box& b) const {
      return n.cwiseAbs().dot(b.half_extents);
    }
    double operator()(const Capsule& c) const {
      return c.radius * n.norm() + c.half_length * std::abs(n.z());
    }
    double operator()(const Cylinder& c) const {
      return c.radius * n.head<2>().norm() + c.half_length * std::abs(n.z());
    }
    double operator()(const Ellipsoid& e) const {
      return e.radii.cwiseProduct(n).norm();
    }
    double operator()(const HalfSpace&) const {
      return (n - Vector3d::UnitZ()).norm() < 1e-9 ? 0 : 1e9;
    }
    double operator()(const ConvexMesh& m) const {
      double height = -1e9;
      for (const Vector3d& p : m.hull->vertices()) {
        height = std::max(height, n.dot(p));
      }
      return height;
    }
  };
  return n_W.dot(X.translation()) + std::visit(Height{n}, shape);
}

class OverlapOracle {
 public:
  OverlapOracle(const Shape& a, const RigidTransform& X_WA, const Shape& b,
                const RigidTransform& X_WB)
      : a_(a), b_(b), X_WA_(X_WA), X_WB_(X_WB) {}

  double Overlap(const Vector3d& n) const {
    return SupportFunction(a_, X_WA_, n) + SupportFunction(b_, X_WB_, -n);
  }

  /// The least overlap over all directions; negative if the solids are apart.
  double Least() const {
    if (std::holds_alternative<HalfSpace>(a_)) {
      return Overlap(X_WA_.linear().col(2));
    }
    if (std::holds_alternative<HalfSpace>(b_)) {
      return Overlap(-X_WB_.linear().col(2));
    }
    std::vector<Vector3d> starts = SpiralDirections(600);
    const auto by_overlap = [this](const Vector3d& m, const Vector3d& n) {
      return Overlap(m) < Overlap(n);
    };
    std::sort(starts.begin(), starts.end(), by_overlap);
    double least = 1e9;
    for (int i = 0; i < 12; ++i) {
      least = std::min(least, Overlap(Descend(starts[i])));
    }
    return least;
  }

 private:
  static std::vector<Vector3d> SpiralDirections(int count) {
    std::vector<Vector3d> directions;
    for (int i = 0; i < count; ++i) {
      const double z = 1 - (2 * i + 1.) / count;
      const double angle = i * std::numbers::pi * (3 - std::sqrt(5.));
      const double rho = std::sqrt(1 - z * z);
      directions.push_back({rho * std::cos(angle), rho * std::sin(angle), z});
    }
    return directions;
  }

  /// Compass search with many directions: o has kinks.
  Vector3d Descend(Vector3d n) const {
    double least = Overlap(n);
    double phase = 0;
    for (double step = 0.1; step > 1e-9;) {
      const Vector3d x = n.unitOrthogonal(), y = n.cross(x);
      bool better = false;
      constexpr int kDirections = 24;
      phase += 0.1;
      Vector3d best = n;
      for (int k = 0; k < kDirections; ++k) {
        const double t = phase + 2 * std::numbers::pi * k / kDirections;
        const Vector3d m =
            (n + step * (std::cos(t) * x + std::sin(t) * y)).normalized();
        const double o = Overlap(m);
        if (o < least) least = o, best = m, better = true;
      }
      n = best;
      if (!better) step *= 0.5;
    }
    return n;
  }

  const Shape& a_;
  const Shape& b_;
  const RigidTransform& X_WA_;
  const RigidTransform& X_WB_;
};

}  // namespace tactus::contact::test
