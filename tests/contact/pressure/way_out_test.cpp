#include "tactus/contact/pressure/way_out.h"

#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>

#include "tactus/contact/pressure/contact_surface.h"
#include "tactus/contact/pressure/make_pressure_solid.h"

namespace tactus::contact {
namespace {

constexpr double kModulus = 1e7;
const Box kBox{Vector3d(0.05, 0.04, 0.03)};

PressureField MakeSoft(const Shape& shape) {
  return MakePressureField(
      shape, {.kind = Compliance::Kind::kCompliant, .modulus = kModulus});
}

/// The cell with the least pressure at x, which x is in.
const PressureField::Cell& FindCell(const PressureField& field,
                                    const Vector3d& x) {
  return *std::ranges::min_element(field.cells(), {}, [&](const auto& cell) {
    return cell.offset + cell.gradient.dot(x);
  });
}

TEST_CASE("CalcWayOut: a point in a box -> the distance to its surface") {
  const PressureField field = MakeSoft(kBox);
  const Vector3d x(0.01, -0.015, 0.005);
  for (const Vector3d& n :
       {Vector3d(0, 0, -1), Vector3d(0.6, 0, 0.8), Vector3d(-0.6, 0.8, 0)}) {
    double right = kInfinity;
    for (int i = 0; i < 3; ++i) {
      if (n[i] == 0) continue;
      const double wall = std::copysign(kBox.half_extents[i], n[i]);
      right = std::min(right, (wall - x[i]) / n[i]);
    }
    CHECK(CalcWayOut(field, FindCell(field, x), x, n) ==
          Approx(right).epsilon(1e-12));
  }
}

TEST_CASE("CalcWayOut: a slab, and a cell that x is not in -> infinite") {
  const PressureField slab = PressureField::MakeHalfSpace(kModulus, 0.1);
  const Vector3d x(0, 0, -0.01);
  CHECK(CalcWayOut(slab, slab.cells()[0], x, Vector3d::UnitX()) == kInfinity);
  CHECK(CalcWayOut(slab, slab.cells()[0], x, Vector3d::UnitZ()) ==
        Approx(0.01));
  const PressureField field = MakeSoft(kBox);
  const auto& high = *std::ranges::max_element(
      field.cells(), {}, [](const auto& cell) { return cell.offset; });
  const Vector3d low(0.0499, 0, 0);
  const auto& top = *std::ranges::max_element(
      field.cells(), {},
      [&](const auto& cell) { return cell.offset + cell.gradient.dot(low); });
  CHECK(high.offset > 0);
  CHECK(CalcWayOut(field, top, low, Vector3d::UnitX()) == kInfinity);
}

/// The force of all polygons of a box x deep ends where it has risen by x.
TEST_CASE(
    "CalcRimSlope: a box in a plane -> its rim's force ends as it parts") {
  const PressureSolid box = MakeSoft(kBox);
  const PressureSolid plane = RigidSurface::MakeHalfSpace();
  constexpr double kDepth = 1e-3;
  RigidTransform X_WB = RigidTransform::Identity();
  X_WB.translation().z() = kBox.half_extents.z() - kDepth;
  ContactSurface surface;
  ContactSurfaceFinder().Find(plane, RigidTransform::Identity(), box, X_WB,
                              &surface);
  double rims = 0;
  for (const ContactPolygon& polygon : surface.polygons) {
    double stiffness = 0;
    for (const PressurePoint& point : CalcPressurePoints(polygon))
      stiffness += std::max(point.stiffness, point.rim_stiffness);
    CHECK(polygon.force() == Approx(stiffness * kDepth));
    if (polygon.rim_slope > 0) {
      CHECK(polygon.slope == 0);
      rims += polygon.area;
    }
  }
  const double across = 2 * (kBox.half_extents.x() + kBox.half_extents.y());
  CHECK(rims == Approx(2 * across * kDepth).epsilon(0.05));
}

TEST_CASE("CalcRimSlope: sides of a rigid box in a mat -> none, it slides on") {
  const PressureSolid mat = MakeSoft(Box{Vector3d(1, 1, 0.05)});
  const PressureSolid box = MakeRigidSurface(kBox, 0);
  RigidTransform X_WB = RigidTransform::Identity();
  X_WB.translation().z() = 0.05 + kBox.half_extents.z() - 1e-3;
  ContactSurface surface;
  ContactSurfaceFinder().Find(mat, RigidTransform::Identity(), box, X_WB,
                              &surface);
  REQUIRE(surface.polygons.size() > 1);
  for (const ContactPolygon& polygon : surface.polygons)
    CHECK(polygon.rim_slope == 0);
}

}  // namespace
}  // namespace tactus::contact
