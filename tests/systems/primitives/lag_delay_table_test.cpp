// FirstOrderLag, DiscreteDelay and LookupTable1, against closed forms.
#include <cmath>
#include <string>
#include <type_traits>

#include "systems/primitives/one_block.h"
#include "systems/runge_kutta4.h"
#include <catch2/catch.hpp>

#include "tactus/systems/primitives/discrete_delay.h"
#include "tactus/systems/primitives/first_order_lag.h"
#include "tactus/systems/primitives/lookup_table1.h"
#include "tactus/systems/primitives/sine.h"
#include "tactus/systems/simulator.h"

namespace tactus::systems {
namespace {

using Catch::Contains;
using Eigen::Vector2d;
using Eigen::Vector3d;
using test::OneBlock;

VectorXd Scalar(double x) {
  return VectorXd::Constant(1, x);
}

TEST_CASE("FirstOrderLag: a step -> an exponential response") {
  const Vector2d tau(0.2, 1.5), y0(1, -2), u(3, 4);
  OneBlock<FirstOrderLag> lag("lag", tau, y0);
  CHECK(lag.Output() == y0);
  lag.Fix(0, u);
  Simulator simulator(*lag.diagram, lag.context);
  simulator.reset_integrator<test::RungeKutta4>(0.005);
  for (const double t : {0.1, 0.2, 1.0, 3.0}) {
    simulator.AdvanceTo(t);
    const VectorXd& y = lag.leaf->get_output_port().Eval(simulator.context());
    for (int i = 0; i < 2; ++i) {
      CHECK(
          y[i] ==
          Approx(u[i] + (y0[i] - u[i]) * std::exp(-t / tau[i])).epsilon(1e-8));
    }
  }
}

TEST_CASE("FirstOrderLag: wired to itself -> no loop, bad options -> refused") {
  DiagramBuilder builder;
  const auto& lag = builder.AddSystem<FirstOrderLag>("lag", 0.5, 2);
  builder.Connect(lag, lag);
  CHECK_NOTHROW(std::move(builder).Build());
  CHECK_THROWS_WITH(FirstOrderLag("lag", 0.0, 1),
                    "block 'lag': the time constants must be positive");
  CHECK_THROWS_WITH(FirstOrderLag("lag", Scalar(1), Vector2d(0, 0)),
                    "block 'lag': time constants and initial values differ in "
                    "number");
  CHECK_THROWS_WITH(FirstOrderLag("lag", std::nan(""), 1),
                    "block 'lag': the time constants must be finite");
  CHECK_THROWS_AS(FirstOrderLag("lag", Scalar(1), Scalar(std::nan(""))),
                  std::invalid_argument);
}

TEST_CASE("DiscreteDelay: 0, 1 or 3 samples -> its input as much later") {
  for (const int num_samples : {0, 1, 3}) {
    DiagramBuilder builder;
    const auto& sine = builder.AddSystem<Sine>(
        "sine", Vector2d(1, 2), Vector2d(1, 3), Vector2d(0.5, 0));
    const auto& delay = builder.AddSystem<DiscreteDelay>("delay", num_samples,
                                                         0.25, Vector2d(-7, 9));
    builder.Connect(sine.GetOutputPort("y"), delay.get_input_port());
    const auto diagram = std::move(builder).Build();
    Simulator simulator(*diagram);
    for (int k = 0; k < 10; ++k) {
      simulator.AdvanceTo(0.25 * k + 0.1);
      const double t = 0.25 * (k - num_samples);
      const VectorXd& y = delay.get_output_port().Eval(simulator.context());
      if (t < 0) {
        CHECK(y == Vector2d(-7, 9));
      } else {
        CHECK(y[0] == Approx(std::sin(t + 0.5)));
        CHECK(y[1] == Approx(2 * std::sin(3 * t)).margin(1e-15));
      }
    }
  }
}

// A period in the place of the number of samples does not compile.
static_assert(
    std::is_constructible_v<DiscreteDelay, std::string, int, double, int>);
static_assert(
    !std::is_constructible_v<DiscreteDelay, std::string, double, int, int>);
static_assert(!std::is_constructible_v<DiscreteDelay, std::string, double, int,
                                       VectorXd>);

TEST_CASE("DiscreteDelay: no initial value -> zero, bad options -> refused") {
  CHECK(OneBlock<DiscreteDelay>("delay", 2, 0.1, 3).Output() ==
        Vector3d(0, 0, 0));
  CHECK_THROWS_WITH(DiscreteDelay("delay", -1, 0.1, 3),
                    "block 'delay': the number of samples is negative");
  CHECK_THROWS_WITH(DiscreteDelay("delay", 1, 0.0, 3),
                    Contains("block 'delay': the period must be positive"));
}

TEST_CASE("LookupTable1: between points -> lines, outside -> held") {
  OneBlock<LookupTable1> table("table", Vector3d(-1, 0, 4),
                               MatrixXd{{2, 4, 0}, {1, 1, 9}});
  const auto y = [&](double u) {
    table.Fix(0, Scalar(u));
    return table.Output();
  };
  CHECK(y(-5) == Vector2d(2, 1));
  CHECK(y(-1) == Vector2d(2, 1));
  CHECK(y(-0.5) == Vector2d(3, 1));
  CHECK(y(0) == Vector2d(4, 1));
  CHECK(y(1) == Vector2d(3, 3));
  CHECK(y(4) == Vector2d(0, 9));
  CHECK(y(1e300) == Vector2d(0, 9));
  CHECK(y(std::nan("")).array().isNaN().all());
}

TEST_CASE("LookupTable1: one point -> a constant, bad tables -> refused") {
  OneBlock<LookupTable1> constant("table", Scalar(3), Scalar(8));
  constant.Fix(0, Scalar(-2));
  CHECK(constant.Output()[0] == 8);
  CHECK_THROWS_WITH(LookupTable1("table", Vector2d(0, 0), MatrixXd{{1, 2}}),
                    "block 'table': the points must increase");
  CHECK_THROWS_WITH(LookupTable1("table", Vector2d(0, 1), MatrixXd{{1}, {2}}),
                    Contains("block 'table': a table needs a point"));
  CHECK_THROWS_AS(LookupTable1("table", VectorXd(), MatrixXd(1, 0)),
                  std::invalid_argument);
  CHECK_THROWS_WITH(
      LookupTable1("table", Vector2d(0, 1), MatrixXd{{1, std::nan("")}}),
      "block 'table': the values must be finite");
}

}  // namespace
}  // namespace tactus::systems
