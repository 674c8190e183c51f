#include "tactus/integrators/dojo/feature_shift.h"

#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using Kind = multibody::Parameter::Kind;

contact::Geometry MakeCylinder() {
  contact::Geometry geometry{.name = "cylinder",
                             .body = 1,
                             .shape = contact::Cylinder{0.1, 0.3},
                             .material = {}};
  geometry.X_BG.translation() = Vector3d(1, 2, 3);
  return geometry;
}

// c and r by the cylinder's radius, of a feature at p_GC with a ball of r.
FeatureShift ByRadius(const Vector3d& p_GC, double r) {
  return CalcFeatureShift(MakeCylinder(), Vector3d(1, 2, 3) + p_GC, r,
                          {.kind = Kind::kRadius});
}

TEST_CASE("Feature shift: a cylinder's radius -> its rim, or its ball") {
  const FeatureShift rim = ByRadius({0.1, 0, 0.3}, 0);
  CHECK(rim.c.isApprox(Vector3d(1, 0, 0)));
  CHECK(rim.r == 0);
  const FeatureShift side = ByRadius({0, 0, 0.3}, 0.1);
  CHECK(side.c.isZero(0));
  CHECK(side.r == Approx(1));
  // A ball of half the radius, which touches the same side.
  const FeatureShift half = ByRadius({0, 0.05, 0.3}, 0.05);
  CHECK(half.c.isApprox(Vector3d(0, 0.5, 0)));
  CHECK(half.r == Approx(0.5));
}

TEST_CASE("Feature shift: a cylinder's length -> its ends, not its ball") {
  const FeatureShift end =
      CalcFeatureShift(MakeCylinder(), {1, 2, 2.7}, 0.1,
                       {.kind = Kind::kHalfExtent, .component = 2});
  CHECK(end.c.isApprox(Vector3d(0, 0, -1)));
  CHECK(end.r == 0);
}

}  // namespace
}  // namespace tactus::integrators
