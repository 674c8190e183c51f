#include "tactus/multibody/plant/forces/spring_damper.h"

#include <cmath>

#include "multibody/plant/forces/force_scene.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using Scene = test::ForceScene<SpringDamper>;

const BodyPoint kP{1, {0.2, 0.1, -0.3}}, kQ{2, {-0.1, 0.4, 0.2}};
constexpr SpringDamperParameters kSpring{
    .free_length = 0.7, .stiffness = 120, .damping = 9};

// A at the origin, B three metres along y and moving away at 2 m/s.
TEST_CASE(
    "SpringDamper: stretched or compressed -> tension by its law, along the "
    "line") {
  Scene scene(test::MakeTwoBodies(), BodyPoint{.body = 1}, BodyPoint{.body = 2},
              kSpring);
  Vector6d V_B;
  V_B << 0, 0, 0, 5, 2, -1;
  scene.Set(1, Vector3d::Zero(), Vector3d::UnitX());
  scene.Set(2, {0, 3, 0}, Vector3d::UnitZ(), V_B);
  const double tension = 120 * (3 - 0.7) + 9 * 2;
  CHECK(scene.element->tension_output().Eval(scene.context)[0] ==
        Approx(tension).epsilon(1e-11));
  CHECK(scene.element->CalcEnergy(scene.context) ==
        Approx(60 * 2.3 * 2.3).epsilon(1e-11));
  REQUIRE(scene.forces().size() == 2);
  CHECK(scene.forces()[0].body == 1);
  CHECK(scene.forces()[0].F_Q_W.head<3>().isZero(0));
  CHECK(
      (scene.forces()[0].F_Q_W.tail<3>() - tension * Vector3d::UnitY()).norm() <
      1e-9);
  CHECK(scene.forces()[1].F_Q_W == -scene.forces()[0].F_Q_W);
  // Compressed and at rest, it pushes.
  scene.Set(2, {0, 0.5, 0}, Vector3d::UnitZ());
  CHECK(scene.element->tension_output().Eval(scene.context)[0] ==
        Approx(120 * (0.5 - 0.7)).epsilon(1e-9));
}

TEST_CASE("SpringDamper: any state -> no net force and no net torque") {
  Scene scene(test::MakeTwoBodies(), kP, kQ, kSpring);
  scene.SetSomewhere();
  CHECK(scene.forces()[0].F_Q_W.tail<3>().norm() > 10);
  CHECK(scene.Resultant().norm() < 1e-13 * 100);
}

TEST_CASE("SpringDamper: moving ends -> power of the energy lost, less d l'²") {
  SpringDamperParameters spring = kSpring;
  spring.damping = 0;
  Scene scene(test::MakeTwoBodies(), kP, kQ, spring);
  scene.SetSomewhere();
  const auto energy = [&](const systems::Context& context) {
    return scene.element->CalcEnergy(context);
  };
  const double rate = scene.Rate(energy);
  CHECK(std::abs(rate) > 1);
  CHECK(scene.Power() == Approx(-rate).epsilon(1e-8));

  Scene damped(test::MakeTwoBodies(), kP, kQ, kSpring);
  damped.SetSomewhere();
  const double l_dot = damped.Rate([&](const systems::Context& context) {
    const auto& X_WB =
        damped.plant->body_poses_output().Eval<std::vector<RigidTransform>>(
            context);
    return (X_WB[2] * kQ.p_BoP_B - X_WB[1] * kP.p_BoP_B).norm();
  });
  CHECK(damped.Power() - scene.Power() ==
        Approx(-kSpring.damping * l_dot * l_dot).epsilon(1e-6));
}

TEST_CASE(
    "SpringDamper: ends that meet -> no force, or k r without a free length") {
  Scene scene(test::MakeTwoBodies(), BodyPoint{.body = 1}, BodyPoint{.body = 2},
              kSpring);
  scene.Set(1, {1, 2, 3}, Vector3d::UnitX());
  scene.Set(2, {1, 2, 3}, Vector3d::UnitX(), Vector6d::Ones());
  CHECK(scene.forces()[0].F_Q_W.isZero(0));
  // Without a free length the force is k r, at any distance.
  Scene ideal(test::MakeTwoBodies(), BodyPoint{.body = 1}, BodyPoint{.body = 2},
              SpringDamperParameters{.stiffness = 50});
  for (double distance : {1e-9, 1e-6, 1e-3, 1.0}) {
    ideal.Set(1, Vector3d::Zero(), Vector3d::UnitX());
    ideal.Set(2, {0, 0, distance}, Vector3d::UnitX());
    CHECK(ideal.forces()[0].F_Q_W[5] == Approx(50 * distance).epsilon(1e-12));
  }
}

TEST_CASE("SpringDamper: one body, no such body, wrong parameters -> refused") {
  const auto model = test::MakeTwoBodies();
  const auto make = [&](const BodyPoint& b,
                        const SpringDamperParameters& parameters) {
    SpringDamper("bungee", model, {.body = 1}, b, parameters);
  };
  make({.body = 0}, kSpring);  // the world's end is fine
  CHECK_THROWS_WITH(make({.body = 1}, kSpring),
                    Contains("'bungee'") && Contains("one body"));
  CHECK_THROWS_AS(make({.body = 9}, kSpring), std::invalid_argument);
  CHECK_THROWS_WITH(make({.body = 2}, {.free_length = -1}),
                    Contains("free length"));
  CHECK_THROWS_WITH(make({.body = 2}, {.stiffness = -1}),
                    Contains("stiffness"));
  CHECK_THROWS_WITH(make({.body = 2}, {.damping = NAN}), Contains("damping"));
}

}  // namespace
}  // namespace tactus::multibody
