#include "tactus/contact/geometry/shapes/bounds.h"

#include "contact/geometry/narrow_phase/overlap_oracle.h"
#include "contact/geometry/narrow_phase/pair_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

TEST_CASE(
    "CalcBounds: random shapes -> touched on six sides, meshes contained") {
  Random random(1);
  for (const Kind kind : kAllKinds) {
    if (kind == Kind::kHalfSpace) continue;
    for (int i = 0; i < 20; ++i) {
      const Shape shape = RandomShape(kind, &random);
      const RigidTransform X = RandomPose(&random, 1);
      const Bounds bounds = CalcBounds(shape, X);
      for (int axis = 0; axis < 3; ++axis) {
        for (const double side : {-1., 1.}) {
          const double reach =
              SupportFunction(shape, X, side * Vector3d::Unit(axis));
          const double bound =
              side * bounds.center[axis] + bounds.half_extents[axis];
          INFO(NameOf(kind));
          CHECK(bound >= reach - 1e-12);
          // A mesh is bounded by its box.
          if (kind != Kind::kMesh) CHECK(bound == Approx(reach));
        }
      }
    }
  }
}

TEST_CASE("CalcBounds: a mesh that is not turned -> its own bounds") {
  Random random(2);
  const ConvexMesh mesh = RandomMesh(&random);
  const Bounds bounds = CalcBounds(mesh, RigidTransform::Identity());
  for (int axis = 0; axis < 3; ++axis) {
    CHECK(bounds.center[axis] + bounds.half_extents[axis] ==
          Approx(SupportFunction(mesh, RigidTransform::Identity(),
                                 Vector3d::Unit(axis))));
  }
}

TEST_CASE("Bounds: boxes -> overlap where they do along each axis") {
  const Bounds a{{0, 0, 0}, {1, 1, 1}};
  CHECK(a.Overlaps({{1.9, -1.9, 1.9}, {1, 1, 1}}));
  CHECK(a.Overlaps({{2, 0, 0}, {1, 1, 1}}));  // Touching counts.
  for (int axis = 0; axis < 3; ++axis) {
    CHECK(!a.Overlaps({2.1 * Vector3d::Unit(axis), {1, 1, 1}}));
  }
  CHECK(!a.Overlaps({{std::nan(""), 0, 0}, {1, 1, 1}}));
}

TEST_CASE("CalcBounds: a half-space -> infinite") {
  const Bounds bounds = CalcBounds(HalfSpace{}, RigidTransform::Identity());
  CHECK(std::isinf(bounds.half_extents.minCoeff()));
}

}  // namespace
}  // namespace tactus::contact::test
