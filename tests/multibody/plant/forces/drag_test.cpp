#include "tactus/multibody/plant/forces/drag.h"

#include <cmath>

#include "multibody/plant/forces/force_scene.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using Scene = test::ForceScene<Drag>;

constexpr DragCoefficients kDrag{.linear = 2,
                                 .quadratic = 3,
                                 .rotational_linear = 0.5,
                                 .rotational_quadratic = 0.25};

TEST_CASE(
    "Drag: velocity relative to the fluid -> linear and quadratic, against "
    "it") {
  Scene scene(test::MakeTwoBodies(), BodyPoint{.body = 1}, kDrag);
  Vector6d V;
  V << 0, 0, 2, 3, 0, 4;
  scene.Set(1, {1, 2, 3}, {0.3, 0.2, 0.1}, V);
  REQUIRE(scene.forces().size() == 1);
  const Vector6d& F = scene.forces()[0].F_Q_W;
  CHECK((F.tail<3>() + (2 + 3 * 5) * Vector3d(3, 0, 4)).norm() < 1e-12);
  CHECK((F.head<3>() + (0.5 + 0.25 * 2) * Vector3d(0, 0, 2)).norm() < 1e-12);
  // Where the body moves with the fluid, only its spin is slowed.
  scene.context.FixInput(scene.element->fluid_velocity_input(),
                         Vector3d(3, 0, 4));
  CHECK(scene.forces()[0].F_Q_W.tail<3>().norm() < 1e-13);
  CHECK(scene.forces()[0].F_Q_W[2] == Approx(-2));
}

TEST_CASE(
    "Drag: a spinning body -> by the velocity at the centre of pressure") {
  const BodyPoint center{1, {0, 0.5, 0}};
  Scene scene(test::MakeTwoBodies(), center, DragCoefficients{.linear = 1});
  Vector6d V;
  V << 0, 0, 4, 0, 0, 0;
  scene.Set(1, Vector3d::Zero(), Vector3d::Zero(), V);
  CHECK((scene.forces()[0].F_Q_W.tail<3>() - Vector3d(2, 0, 0)).norm() < 1e-13);
  CHECK(scene.forces()[0].p_BoQ_B == center.p_BoP_B);
}

TEST_CASE("Drag: no such body, or coefficients out of range -> refused") {
  const auto model = test::MakeTwoBodies();
  const auto make = [&](int body, const DragCoefficients& coefficients) {
    Drag("air", model, {.body = body}, coefficients);
  };
  CHECK_THROWS_WITH(make(3, kDrag), Contains("'air'") && Contains("no body 3"));
  CHECK_THROWS_WITH(make(1, {.linear = -1}), Contains("linear drag"));
  CHECK_THROWS_WITH(make(1, {.quadratic = NAN}), Contains("quadratic drag"));
  CHECK_THROWS_WITH(make(1, {.rotational_linear = -1}),
                    Contains("rotational drag"));
  CHECK_THROWS_WITH(make(1, {.rotational_quadratic = INFINITY}),
                    Contains("rotational drag"));
}

}  // namespace
}  // namespace tactus::multibody
