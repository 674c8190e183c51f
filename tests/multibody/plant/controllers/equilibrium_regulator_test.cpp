#include "tactus/multibody/plant/controllers/equilibrium_regulator.h"

#include <cmath>

#include "systems/primitives/one_block.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using systems::test::OneBlock;

std::shared_ptr<const Model> MakeFlyer() {
  ModelBuilder builder;
  const int body =
      builder.AddBody("body", {.mass = 2, .I_Bcm = Matrix3d::Identity()});
  Vector6d wrench = Vector6d::Zero();
  wrench[5] = 1;
  builder.AddActuator({.name = "lift", .body = body, .wrench_S = wrench});
  return std::move(builder).Build();
}

TEST_CASE(
    "EquilibriumRegulator: turned from q0 -> the rotation vector counts") {
  const auto model = MakeFlyer();
  VectorXd q0(7);
  q0 << 0, 0, 1, 1, 0, 0, 0;
  MatrixXd K(1, 12);
  K << 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12;
  OneBlock<EquilibriumRegulator> block(
      "hold", model, Equilibrium{q0, VectorXd::Constant(1, 20)}, K);
  const double angle = 0.3;
  VectorXd x(13);
  x << 0.1, 0.2, 1.3, std::cos(angle / 2), 0, std::sin(angle / 2), 0,  //
      0.01, 0.02, 0.03, 0.04, 0.05, 0.06;
  block.Fix(0, x);
  const double expected = 20 - (2 * angle + 4 * 0.1 + 5 * 0.2 + 6 * 0.3) -
                          0.01 * (7 + 2 * 8 + 3 * 9 + 4 * 10 + 5 * 11 + 6 * 12);
  CHECK(block.Output()[0] == Approx(expected));
}

// A mass on a slide, Q = diag(1, 2), R = 1, m = 1: K = [1, 2].
TEST_CASE("MakeLqrRegulator: a double integrator -> gains 1 and 2") {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int mass =
      builder.AddBody("mass", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  const int slide = builder.AddJoint({.name = "slide",
                                      .type = JointType::kPrismatic,
                                      .parent = 0,
                                      .child = mass,
                                      .axis_F = Vector3d::UnitX()});
  builder.AddActuator({.name = "motor", .joint = slide});
  const auto regulator =
      MakeLqrRegulator("hold", std::move(builder).Build(),
                       {VectorXd::Zero(1), VectorXd::Zero(1)},
                       Vector2d(1, 2).asDiagonal(), MatrixXd::Identity(1, 1));
  CHECK(regulator->gain()(0, 0) == Approx(1));
  CHECK(regulator->gain()(0, 1) == Approx(2));
}

TEST_CASE(
    "EquilibriumRegulator: wrong sizes, no model, not controllable -> "
    "refused") {
  const auto model = MakeFlyer();
  const Equilibrium good{model->default_positions(), VectorXd::Zero(1)};
  const MatrixXd K = MatrixXd::Zero(1, 12);
  CHECK_NOTHROW(EquilibriumRegulator("hold", model, good, K));
  CHECK_THROWS_WITH(
      EquilibriumRegulator("hold", model, good, MatrixXd::Zero(1, 13)),
      Contains("'hold'") && Contains("1 x 12"));
  CHECK_THROWS_AS(
      EquilibriumRegulator("hold", model, {good.q, VectorXd::Zero(2)}, K),
      std::invalid_argument);
  CHECK_THROWS_AS(EquilibriumRegulator("hold", nullptr, good, K),
                  std::invalid_argument);
  // One thruster does not steer six freedoms.
  CHECK_THROWS_AS(
      MakeLqrRegulator("hold", model, {good.q, VectorXd::Constant(1, 2 * 9.81)},
                       MatrixXd::Identity(12, 12), MatrixXd::Identity(1, 1)),
      std::invalid_argument);
}

}  // namespace
}  // namespace tactus::multibody
