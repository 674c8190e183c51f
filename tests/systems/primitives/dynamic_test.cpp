// The primitives with state, against closed forms.
#include <cmath>

#include "systems/primitives/one_block.h"
#include "systems/runge_kutta4.h"
#include <catch2/catch.hpp>

#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/primitives/sine.h"
#include "tactus/systems/primitives/vector_integrator.h"
#include "tactus/systems/primitives/zero_order_hold.h"
#include "tactus/systems/simulator.h"

namespace tactus::systems {
namespace {

using Eigen::Vector2d;
using test::OneBlock;
using test::RungeKutta4;

VectorXd Scalar(double x) {
  return VectorXd::Constant(1, x);
}

TEST_CASE("VectorIntegrator: a sine -> its integral, a cosine") {
  DiagramBuilder builder;
  const auto& sine = builder.AddSystem<Sine>("sine", 3.0, 2.0, 0.0, 1);
  const auto& integrator =
      builder.AddSystem<VectorIntegrator>("integral", Scalar(5));
  builder.Connect(sine.GetOutputPort("y"), integrator.get_input_port());
  const auto diagram = std::move(builder).Build();
  Simulator simulator(*diagram);
  simulator.reset_integrator<RungeKutta4>(0.01);
  simulator.AdvanceTo(2);
  CHECK(integrator.get_output_port().Eval(simulator.context())[0] ==
        Approx(5 + 3 * (1 - std::cos(4)) / 2).epsilon(1e-9));
}

TEST_CASE(
    "VectorIntegrator: no initial value -> zero, its input as derivative") {
  OneBlock<VectorIntegrator> integral("integral", 2);
  CHECK(integral.Output() == Vector2d(0, 0));
  integral.Fix(0, Vector2d(1, 2));
  CHECK(integral.Derivatives() == Vector2d(1, 2));
}

TEST_CASE("LinearSystem: a damped oscillator -> its step response") {
  // x'' + 2 zeta w x' + w^2 x = w^2 u, y = x + d u.
  const double w = 3, zeta = 0.2, d = 0.25;
  const LinearSystem::Matrices matrices{
      MatrixXd{{0, 1}, {-w * w, -2 * zeta * w}}, MatrixXd{{0}, {w * w}},
      MatrixXd{{1, 0}}, MatrixXd{{d}}};
  OneBlock<LinearSystem> oscillator("oscillator", matrices);
  oscillator.Fix(0, Scalar(1));
  Simulator simulator(*oscillator.diagram, oscillator.context);
  simulator.reset_integrator<RungeKutta4>(0.005);
  const double wd = w * std::sqrt(1 - zeta * zeta);
  for (const double t : {0.0, 0.4, 1.1, 2.7}) {
    simulator.AdvanceTo(t);
    const double decay = std::exp(-zeta * w * t);
    const double x =
        1 - decay * (std::cos(wd * t) + zeta * w / wd * std::sin(wd * t));
    const double y =
        oscillator.leaf->get_output_port().Eval(simulator.context())[0];
    CHECK(y == Approx(x + d).epsilon(1e-8));
  }
}

TEST_CASE("LinearSystem: in discrete time -> a geometric series") {
  // x+ = a x + u, u = 1:  x_k = (1 - a^k) / (1 - a)
  const double a = 0.75;
  OneBlock<LinearSystem> series(
      "series",
      LinearSystem::Matrices{MatrixXd{{a}}, MatrixXd{{1}}, MatrixXd{{2}},
                             MatrixXd{{0}}},
      0.5);
  series.Fix(0, Scalar(1));
  Simulator simulator(*series.diagram, series.context);
  for (int k = 0; k < 10; ++k) {
    simulator.AdvanceTo(0.5 * k);
    const double x = (1 - std::pow(a, k)) / (1 - a);
    CHECK(series.leaf->get_output_port().Eval(simulator.context())[0] ==
          Approx(2 * x));
  }
}

TEST_CASE("LinearSystem: wired to itself -> a loop only with D") {
  for (const double d : {0.0, 1.0}) {
    DiagramBuilder builder;
    const auto& block = builder.AddSystem<LinearSystem>(
        "block", LinearSystem::Matrices{MatrixXd{{-1}}, MatrixXd{{1}},
                                        MatrixXd{{1}}, MatrixXd{{d}}});
    builder.Connect(block, block);
    if (d == 0) {
      CHECK_NOTHROW(std::move(builder).Build());
    } else {
      CHECK_THROWS_AS(std::move(builder).Build(), std::invalid_argument);
    }
  }
}

TEST_CASE(
    "LinearSystem: sizes that do not match, a period below 0 -> refused") {
  const MatrixXd A = MatrixXd::Zero(2, 2), B = MatrixXd::Zero(2, 1),
                 C = MatrixXd::Zero(3, 2), D = MatrixXd::Zero(3, 1),
                 wrong = MatrixXd::Zero(4, 4);
  CHECK_NOTHROW(LinearSystem("s", {A, B, C, D}));
  const std::string message =
      "block 's': the sizes of A, B, C and D do not match";
  CHECK_THROWS_WITH(LinearSystem("s", {wrong, B, C, D}), message);
  CHECK_THROWS_WITH(LinearSystem("s", {A, wrong, C, D}), message);
  CHECK_THROWS_WITH(LinearSystem("s", {A, B, wrong, D}), message);
  CHECK_THROWS_WITH(LinearSystem("s", {A, B, C, wrong}), message);
  CHECK_THROWS_WITH(LinearSystem("s", {C, B, C, D}), message);
  CHECK_THROWS_AS(LinearSystem("s", {A, B, C, D}, -0.1), std::invalid_argument);
}

TEST_CASE("ZeroOrderHold: a sine -> a staircase") {
  DiagramBuilder builder;
  const auto& sine = builder.AddSystem<Sine>("sine", 1.0, 1.0, 0.5, 1);
  const auto& hold = builder.AddSystem<ZeroOrderHold>("hold", 0.5, 1, 0.25);
  builder.Connect(sine.GetOutputPort("y"), hold.get_input_port());
  const auto diagram = std::move(builder).Build();
  Simulator simulator(*diagram);
  const auto y = [&](double t) {
    simulator.AdvanceTo(t);
    return hold.get_output_port().Eval(simulator.context())[0];
  };
  const auto u = [](double t) {
    return Approx(std::sin(t + 0.5));
  };
  CHECK(y(0.1) == 0);
  CHECK(y(0.25) == 0);  // before the update of this time
  CHECK(y(0.3) == u(0.25));
  CHECK(y(0.75) == u(0.25));
  CHECK(y(0.76) == u(0.75));
  CHECK(y(1.2) == u(0.75));
  simulator.AdvanceTo(1.25);
  simulator.AdvancePendingEvents();
  CHECK(hold.get_output_port().Eval(simulator.context())[0] == u(1.25));
}

}  // namespace
}  // namespace tactus::systems
