#include "tactus/systems/control/lqr_controller.h"

#include <cmath>

#include "systems/primitives/one_block.h"
#include "systems/runge_kutta4.h"
#include <catch2/catch.hpp>

#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/simulator.h"

namespace tactus::systems {
namespace {

using Catch::Contains;
using Eigen::Vector2d;
using test::OneBlock;

VectorXd Scalar(double x) {
  return VectorXd::Constant(1, x);
}

const LinearSystem::Matrices kCart{MatrixXd{{0, 1}, {0, 0}}, MatrixXd{{0}, {1}},
                                   MatrixXd::Identity(2, 2),
                                   MatrixXd::Zero(2, 1)};

const LqrProblem kProblem{.A = kCart.A,
                          .B = kCart.B,
                          .Q = MatrixXd{{1, 0}, {0, 2}},
                          .R = MatrixXd{{1}}};

TEST_CASE("LqrController: a state -> u0 - K (x - x0)") {
  OneBlock<LqrController> lqr("lqr", MatrixXd{{1, 2}, {3, 4}}, Vector2d(1, 1),
                              Vector2d(10, 20));
  lqr.Fix(0, Vector2d(1, 1));
  CHECK(lqr.Output() == Vector2d(10, 20));
  lqr.Fix(0, Vector2d(2, 0));
  CHECK(lqr.Output() == Vector2d(10 + 1, 20 + 1));
  OneBlock<LqrController> origin("lqr", MatrixXd{{1, 2}});
  origin.Fix(0, Vector2d(3, 4));
  CHECK(origin.Output()[0] == -11);
}

// With Q = diag(1, 2), R = 1: K = [1, 2], both poles at -1, so that from (1, 0)
// x = (1 + t) exp(-t).
TEST_CASE("LqrController: a cart in closed loop -> closed form") {
  DiagramBuilder builder;
  const auto& cart = builder.AddSystem<LinearSystem>("cart", kCart);
  const auto& lqr = builder.AddSystem<LqrController>(
      "lqr", ContinuousLqr(kProblem).K, Vector2d(5, 0));
  builder.Connect(cart, lqr);
  builder.Connect(lqr, cart);
  const auto diagram = std::move(builder).Build();
  Simulator simulator(*diagram);
  simulator.reset_integrator<test::RungeKutta4>(0.005);
  simulator.mutable_context().SetContinuousState(Vector2d(6, 0));
  for (const double t : {0.5, 1.0, 4.0}) {
    simulator.AdvanceTo(t);
    CHECK(simulator.context().continuous_state()[0] ==
          Approx(5 + (1 + t) * std::exp(-t)).epsilon(1e-9));
  }
}

// x' = u with no cost but u^2 and qf x(T)^2: u is constant, and with K =
// qf / (1 + qf (T - t)) x falls linearly to x0 / (1 + qf T).
TEST_CASE("FiniteHorizonLqrController: one state to its end -> closed form") {
  const double qf = 20, T = 2;
  DiagramBuilder builder;
  const MatrixXd one = MatrixXd::Identity(1, 1), zero = MatrixXd::Zero(1, 1);
  const auto& plant = builder.AddSystem<LinearSystem>(
      "plant", LinearSystem::Matrices{zero, one, one, zero});
  const auto& lqr = builder.AddSystem<FiniteHorizonLqrController>(
      "lqr",
      ContinuousLqrOverHorizon({zero, one, zero, one, {}}, qf * one,
                               {.end = T, .accuracy = 1e-8}),
      Scalar(1), Scalar(0));
  builder.Connect(plant.get_output_port(), lqr.get_input_port());
  builder.Connect(lqr.GetOutputPort("control"), plant.get_input_port());
  const auto diagram = std::move(builder).Build();
  Simulator simulator(*diagram);
  simulator.reset_integrator<test::RungeKutta4>(0.001);
  simulator.mutable_context().SetContinuousState(Scalar(4));
  for (const double t : {0.5, 1.0, 2.0}) {
    simulator.AdvanceTo(t);
    CHECK(simulator.context().continuous_state()[0] ==
          Approx(1 + 3 * (1 + qf * (T - t)) / (1 + qf * T)).epsilon(1e-7));
  }
}

TEST_CASE("FiniteHorizonLqrController: any time -> the gain of that time") {
  const FiniteHorizonLqr horizon =
      ContinuousLqrOverHorizon({.A = MatrixXd{{0, 1}, {-1, 0}},
                                .B = MatrixXd{{1, 0.5}, {0, 2}},
                                .Q = MatrixXd::Identity(2, 2),
                                .R = MatrixXd::Identity(2, 2)},
                               MatrixXd::Zero(2, 2), {.end = 3});
  const Vector2d x0(0.1, 0.2), u0(3, 4), x(1, -1);
  OneBlock<FiniteHorizonLqrController> lqr("lqr", horizon, x0, u0);
  lqr.Fix(0, x);
  for (const double t : {0.0, 1.7, 9.0}) {
    lqr.context.SetTime(t);
    const MatrixXd K = horizon.K.value(t).reshaped(2, 2);
    CHECK(lqr.Output().isApprox(u0 - K * (x - x0), 1e-14));
  }
  CHECK(lqr.Output().isApprox(u0));  // no cost is left, and so no gain
}

TEST_CASE("LQR blocks: sizes that do not match, NaN -> refused by name") {
  CHECK_THROWS_WITH(LqrController("lqr", MatrixXd{{1, 2}}, Scalar(1)),
                    Contains("block 'lqr': x0 must be as long as K"));
  CHECK_THROWS_WITH(LqrController("lqr", MatrixXd{{1, std::nan("")}}),
                    "block 'lqr': K must be finite");
  const FiniteHorizonLqr horizon =
      ContinuousLqrOverHorizon(kProblem, MatrixXd::Identity(2, 2), {.end = 1});
  CHECK_THROWS_WITH(
      FiniteHorizonLqrController("lqr", horizon, Scalar(0), Scalar(0)),
      Contains("block 'lqr': the sizes of x0, u0 and the gain"));
}

}  // namespace
}  // namespace tactus::systems
