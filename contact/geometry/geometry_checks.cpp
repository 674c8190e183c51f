#include "tactus/contact/geometry/geometry_checks.h"

#include <cmath>
#include <stdexcept>
#include <string>
#include <variant>

#include "tactus/common/require.h"

namespace tactus::contact {
namespace {

bool IsPositive(double x) {
  return x > 0 && std::isfinite(x);
}

struct HasExtent {
  bool operator()(const Sphere& s) const { return IsPositive(s.radius); }
  bool operator()(const Box& b) const { return AllPositive(b.half_extents); }
  bool operator()(const Capsule& c) const {
    return IsPositive(c.radius) && IsPositive(c.half_length);
  }
  bool operator()(const Cylinder& c) const {
    return IsPositive(c.radius) && IsPositive(c.half_length);
  }
  bool operator()(const Ellipsoid& e) const { return AllPositive(e.radii); }
  bool operator()(const HalfSpace&) const { return true; }
  bool operator()(const ConvexMesh& m) const { return m.hull != nullptr; }

  static bool AllPositive(const Vector3d& v) {
    return IsPositive(v.x()) && IsPositive(v.y()) && IsPositive(v.z());
  }
};

bool IsRigid(const RigidTransform& X) {
  const Matrix3d R = X.linear();
  return X.matrix().allFinite() && R.isUnitary(1e-6) && R.determinant() > 0;
}

}  // namespace

void RequireValidGeometry(const Geometry& g, std::size_t num_bodies) {
  const std::string name = "geometry \"" + g.name + "\": ";
  Require(g.body >= 0 && static_cast<std::size_t>(g.body) < num_bodies,
          name + "its body does not exist");
  Require(IsRigid(g.X_BG), name + "its pose is not a rigid transform");
  Require(g.margin >= 0 && std::isfinite(g.margin),
          name + "its margin is negative or not finite");
  Require(std::visit(HasExtent{}, g.shape),
          name +
              "every length of its shape must be positive and finite, and a "
              "mesh must have a hull");
}

void RequireOneThatYields(const std::string& name_a, const Material& a,
                          const std::string& name_b, const Material& b) {
  if (!std::isinf(a.stiffness) || !std::isinf(b.stiffness)) return;
  throw std::invalid_argument(
      "geometries '" + name_a + "' and '" + name_b +
      "' touch, and both are rigid; one of them must have a finite stiffness");
}

}  // namespace tactus::contact
