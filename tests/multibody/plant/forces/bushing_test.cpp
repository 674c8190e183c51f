#include "tactus/multibody/plant/forces/bushing.h"

#include <cmath>

#include "multibody/plant/forces/force_scene.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using Scene = test::ForceScene<Bushing>;

RigidTransform MakePose(const Vector3d& p, const Vector3d& turn) {
  RigidTransform X(Eigen::Translation3d{p});
  X.rotate(Eigen::AngleAxisd(turn.norm(), turn.normalized()));
  return X;
}

const BodyFrame kF{1, MakePose({0.1, 0.2, -0.1}, {0.3, 0.2, -0.5})};
const BodyFrame kM{2, MakePose({-0.2, 0.1, 0.3}, {-0.1, 0.7, 0.4})};

BushingParameters MakeStiffness() {
  return {.rotational_stiffness = {20, 35, 50},
          .translational_stiffness = {300, 500, 800}};
}
BushingParameters MakeDamping() {
  return {.rotational_damping = {2, 3, 5},
          .translational_damping = {30, 50, 80}};
}

/// theta and p of the header, straight from the definition.
VectorXd CalcCoordinates(const std::vector<RigidTransform>& X_WB) {
  const RigidTransform X_WF = X_WB[1] * kF.X_BF, X_WM = X_WB[2] * kM.X_BF;
  const Eigen::AngleAxisd turn(
      Matrix3d(X_WF.linear().transpose() * X_WM.linear()));
  const Matrix3d R_WC =
      X_WF.linear() *
      Eigen::AngleAxisd(turn.angle() / 2, turn.axis()).toRotationMatrix();
  VectorXd coordinates(6);
  coordinates << turn.angle() * turn.axis(),
      R_WC.transpose() * (X_WM.translation() - X_WF.translation());
  return coordinates;
}

TEST_CASE("Bushing: coincident frames -> no force and no energy") {
  Scene scene(test::MakeTwoBodies(), BodyFrame{.body = 1}, BodyFrame{.body = 2},
              MakeStiffness());
  scene.Set(1, {1, 2, 3}, {0.3, 0.2, 0.1});
  scene.Set(2, {1, 2, 3}, {0.3, 0.2, 0.1});
  CHECK(scene.element->CalcEnergy(scene.context) < 1e-20);
  for (const SpatialForce& force : scene.forces())
    CHECK(force.F_Q_W.norm() < 1e-10);
}

// Alone, each stiffness is that of a plain spring, also at large angles.
TEST_CASE("Bushing: one deflection at a time -> a plain spring") {
  const BushingParameters parameters = MakeStiffness();
  Scene scene(test::MakeTwoBodies(), BodyFrame{.body = 1}, BodyFrame{.body = 2},
              parameters);
  scene.Set(1, Vector3d::Zero(), Vector3d::UnitX());
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3d e = Vector3d::Unit(axis);
    scene.Set(1, Vector3d::Zero(), Vector3d::Zero());
    scene.Set(2, 0.3 * e, Vector3d::Zero());
    Vector6d on_B = scene.forces()[1].F_Q_W;
    CHECK((on_B.tail<3>() + 0.3 * parameters.translational_stiffness[axis] * e)
              .norm() < 1e-10);
    CHECK(on_B.head<3>().norm() < 1e-10);
    for (double angle : {0.1, 1.0, 2.5}) {
      scene.Set(2, Vector3d::Zero(), angle * e);
      on_B = scene.forces()[1].F_Q_W;
      CHECK((on_B.head<3>() + angle * parameters.rotational_stiffness[axis] * e)
                .norm() < 1e-10);
      CHECK(on_B.tail<3>().norm() < 1e-10);
    }
  }
}

TEST_CASE("Bushing: any state -> no net force or torque, acting midway") {
  BushingParameters parameters = MakeStiffness();
  parameters.rotational_damping = {2, 3, 5};
  parameters.translational_damping = {30, 50, 80};
  Scene scene(test::MakeTwoBodies(), kF, kM, parameters);
  scene.SetSomewhere();
  CHECK(scene.forces()[0].F_Q_W.norm() > 100);
  CHECK(scene.Resultant().norm() < 1e-12 * 100);
  // Both act at the point midway between the frames' origins.
  const auto& X_WB = scene.X_WB();
  const Vector3d middle =
      (X_WB[1] * kF.X_BF.translation() + X_WB[2] * kM.X_BF.translation()) / 2;
  for (const SpatialForce& force : scene.forces())
    CHECK((X_WB[force.body] * force.p_BoQ_B - middle).norm() < 1e-14);
}

TEST_CASE(
    "Bushing: stiffness at a large angle -> gives what its energy loses") {
  Scene scene(test::MakeTwoBodies(), kF, kM, MakeStiffness());
  scene.SetSomewhere();
  CHECK(CalcCoordinates(scene.X_WB()).head<3>().norm() > 1);
  const double rate = scene.Rate([&](const systems::Context& context) {
    return scene.element->CalcEnergy(context);
  });
  CHECK(std::abs(rate) > 10);
  CHECK(scene.Power() == Approx(-rate).epsilon(1e-8));
}

TEST_CASE("Bushing: damping -> takes the power of its own rates") {
  const BushingParameters damping = MakeDamping();
  Scene scene(test::MakeTwoBodies(), kF, kM, damping);
  scene.SetSomewhere();
  const VectorXd rates = scene.Rate([&](const systems::Context& context) {
    return CalcCoordinates(
        scene.plant->body_poses_output().Eval<std::vector<RigidTransform>>(
            context));
  });
  VectorXd d(6);
  d << damping.rotational_damping, damping.translational_damping;
  CHECK(scene.Power() ==
        Approx(-rates.dot(d.cwiseProduct(rates))).epsilon(1e-7));
}

TEST_CASE("Bushing: frames swapped -> the same forces") {
  BushingParameters parameters = MakeStiffness();
  parameters.rotational_damping = {2, 3, 5};
  Scene scene(test::MakeTwoBodies(), kF, kM, parameters);
  Scene swapped(test::MakeTwoBodies(), kM, kF, parameters);
  scene.SetSomewhere();
  swapped.SetSomewhere();
  for (int i = 0; i < 2; ++i) {
    CHECK(scene.forces()[i].body == swapped.forces()[1 - i].body);
    CHECK((scene.forces()[i].F_Q_W - swapped.forces()[1 - i].F_Q_W).norm() <
          1e-11);
  }
}

TEST_CASE("Bushing: one body, wrong frames or parameters -> refused") {
  const auto model = test::MakeTwoBodies();
  const auto make = [&](const BodyFrame& b, const BushingParameters& with) {
    Bushing("mount", model, {.body = 1}, b, with);
  };
  make({.body = 0}, MakeStiffness());
  CHECK_THROWS_WITH(make({.body = 1}, MakeStiffness()),
                    Contains("'mount'") && Contains("one body"));
  CHECK_THROWS_WITH(make({.body = 5}, MakeStiffness()), Contains("no body 5"));
  RigidTransform bent = RigidTransform::Identity();
  bent.linear() *= 2;
  CHECK_THROWS_WITH(make({2, bent}, MakeStiffness()), Contains("rigid"));
  CHECK_THROWS_WITH(make({.body = 2}, {.rotational_stiffness = {1, 1, -1}}),
                    Contains("rotational stiffness"));
  CHECK_THROWS_WITH(make({.body = 2}, {.translational_damping = {1, NAN, 1}}),
                    Contains("translational damping"));
}

}  // namespace
}  // namespace tactus::multibody
