#include "tactus/multibody/inertia_box.h"

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

TEST_CASE("Inertia box: of a box -> that box, its longest edge along z") {
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

// Of a ball any axes are principal ones.
TEST_CASE("Inertia box: equal moments -> along the axes that are given") {
  const RigidTransform X_BG(
      Eigen::AngleAxisd(0.7, Vector3d(1, 2, 3).normalized()));
  const auto turns_by_right_angles = [](const Matrix3d& R) {
    return (R.cwiseAbs().array() - 0.5).abs().isApproxToConstant(0.5, 1e-12);
  };
  for (const contact::Shape& shape :
       {contact::Shape(contact::Sphere{0.1}),
        contact::Shape(contact::Cylinder{0.1, 0.1}),
        contact::Shape(contact::Box{Vector3d(0.1, 0.1, 0.3)})}) {
    const SpatialInertia inertia = MakeSolidInertia(shape, 500, X_BG);
    const Matrix3d R_BE = CalcInertiaBox(inertia).X_BE.linear();
    CHECK(turns_by_right_angles(X_BG.linear().transpose() * R_BE));
    const SpatialInertia with_nothing = SpatialInertia{} + inertia;
    CHECK(with_nothing.R_BP.isApprox(inertia.R_BP));
  }
  // Given axes that are none.
  SpatialInertia stick = MakeSolidInertia(contact::Box{{0.1, 0.2, 0.3}}, 500,
                                          RigidTransform::Identity());
  stick.R_BP = X_BG.linear();
  CHECK(turns_by_right_angles(CalcInertiaBox(stick).X_BE.linear()));
}

}  // namespace
}  // namespace tactus::multibody
