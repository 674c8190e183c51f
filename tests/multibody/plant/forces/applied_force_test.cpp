#include "tactus/multibody/plant/forces/applied_force.h"

#include "multibody/plant/forces/force_scene.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Scene = test::ForceScene<AppliedForce>;

const BodyPoint kPoint{2, {0.1, 0.2, 0.3}};
const Vector3d kForce(3, -2, 7), kTorque(0.5, 0.25, -1);

TEST_CASE("AppliedForce: no inputs -> zero at its point") {
  const Scene scene(test::MakeTwoBodies(), kPoint);
  REQUIRE(scene.forces().size() == 1);
  CHECK(scene.forces()[0].body == 2);
  CHECK(scene.forces()[0].p_BoQ_B == kPoint.p_BoP_B);
  CHECK(scene.forces()[0].F_Q_W.isZero(0));
}

TEST_CASE(
    "AppliedForce: axes of the world or the body -> the wrench in these axes") {
  for (auto axes : {AppliedForce::Axes::kWorld, AppliedForce::Axes::kBody}) {
    Scene scene(test::MakeTwoBodies(), kPoint, axes);
    scene.SetSomewhere();
    scene.context.FixInput(scene.element->force_input(), kForce);
    scene.context.FixInput(scene.element->torque_input(), kTorque);
    const Matrix3d R = axes == AppliedForce::Axes::kWorld
                           ? Matrix3d(Matrix3d::Identity())
                           : Matrix3d(scene.X_WB()[2].linear());
    const Vector6d& F = scene.forces()[0].F_Q_W;
    CHECK((F.tail<3>() - R * kForce).norm() < 1e-14);
    CHECK((F.head<3>() - R * kTorque).norm() < 1e-14);
  }
}

// Newton: the centre of mass feels f; Euler: torque and lever turn the body.
TEST_CASE("AppliedForce: on a free body -> accelerations by Newton and Euler") {
  Scene scene(test::MakeTwoBodies(), kPoint);
  scene.Set(2, {1, 2, 3}, {0.4, -0.2, 0.6});
  scene.context.FixInput(scene.element->force_input(), kForce);
  scene.context.FixInput(scene.element->torque_input(), kTorque);
  VectorXd xdot = VectorXd::Zero(scene.diagram->num_continuous_states());
  scene.diagram->CalcTimeDerivatives(scene.context, &xdot);
  const Body& body = scene.plant->model().bodies()[2];
  const Matrix3d R = scene.X_WB()[2].linear();
  const Vector3d p_BoBcm_W = R * body.inertia.p_BoBcm;
  const Vector3d alpha = xdot.segment<3>(14 + 6), a = xdot.segment<3>(14 + 9);
  const Vector3d a_cm = a + alpha.cross(p_BoBcm_W);
  CHECK((body.inertia.mass * a_cm - kForce).norm() < 1e-10);
  const Vector3d lever = R * kPoint.p_BoP_B - p_BoBcm_W;
  CHECK((R * body.inertia.I_Bcm * R.transpose() * alpha - kTorque -
         lever.cross(kForce))
            .norm() < 1e-10);
  CHECK(xdot.segment<6>(14).isZero(0));  // the other body
}

TEST_CASE(
    "AppliedForce: axes of the world or the body -> the state counts in the "
    "body's") {
  for (auto axes : {AppliedForce::Axes::kWorld, AppliedForce::Axes::kBody}) {
    const Scene scene(test::MakeTwoBodies(), kPoint, axes);
    CHECK(scene.diagram->DependsOnContinuousState(
              scene.plant->spatial_forces_input()) ==
          (axes == AppliedForce::Axes::kBody));
  }
}

}  // namespace
}  // namespace tactus::multibody
