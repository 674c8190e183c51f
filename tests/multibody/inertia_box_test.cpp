#include "tactus/multibody/inertia_box.h"

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

TEST_CASE("The inertia box of a box is that box, longest edge along z") {
  const Vector3d half_extents(0.3, 0.1, 0.2);
  RigidTransform X_BG(Eigen::Translation3d(1, 2, 3));
  X_BG.rotate(Eigen::AngleAxisd(0.7, Vector3d(1, 2, 3).normalized()));
  const SpatialInertia inertia =
      MakeSolidInertia(contact::Box{half_extents}, 500, X_BG);
  const InertiaBox box = CalcInertiaBox(inertia);
  CHECK((box.half_extents - Vector3d(0.1, 0.2, 0.3)).norm() < 1e-12);
  CHECK((box.X_BE.translation() - Vector3d(1, 2, 3)).norm() < 1e-12);
  CHECK(box.X_BE.linear().determinant() == Approx(1));
  const SpatialInertia again =
      MakeSolidInertia(contact::Box{box.half_extents}, 500, box.X_BE);
  CHECK(again.mass == Approx(inertia.mass));
  CHECK((again.I_Bcm - inertia.I_Bcm).norm() < 1e-12);
}

}  // namespace
}  // namespace tactus::multibody
