#include "tactus/integrators/classic/runge_kutta3.h"

#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/systems/primitives/zero_order_hold.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using Catch::Matchers::Contains;
using systems::Context;
using systems::Diagram;
using systems::DiagramBuilder;
using systems::IntegrationError;
using systems::Simulator;
using test::PlantDiagram;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// xdot = x cos t from x = 1: x = exp(sin t). Depends on t and on x.
class Breathing final : public systems::LeafSystem {
 public:
  Breathing() : LeafSystem("breathing") {
    DeclareContinuousState(VectorXd::Ones(1));
  }
  void CalcTimeDerivatives(const systems::LeafContext& context,
                           VectorXd* xdot) const override {
    *xdot = std::cos(context.time()) * context.continuous_state();
  }
  static double Solution(double t) { return std::exp(std::sin(t)); }
};

std::unique_ptr<Diagram> MakeBreathing() {
  DiagramBuilder builder;
  builder.AddSystem<Breathing>();
  return std::move(builder).Build();
}

// The difference to the embedded solution of order two falls as h^3: eight
// times the step for 512 times the accuracy.
TEST_CASE("RK3: a 512th of the accuracy -> eight times the steps") {
  const auto diagram = MakeBreathing();
  double last_steps = 0;
  for (double accuracy : {512e-9, 1e-9}) {
    Simulator simulator(*diagram);
    auto& rk3 = simulator.reset_integrator<RungeKutta3>(
        RungeKutta3Options{.accuracy = accuracy, .h_max = 10});
    simulator.AdvanceTo(10);
    const double error = std::abs(simulator.context().continuous_state()[0] -
                                  Breathing::Solution(10));
    const auto steps = static_cast<double>(rk3.statistics().steps);
    CHECK(error < steps * accuracy);
    CHECK(error > 1e-4 * accuracy);  // and no effort is wasted
    if (last_steps > 0) CHECK(steps / last_steps == Approx(8).epsilon(0.15));
    last_steps = steps;
    // Three new stages a step and one for its start.
    CHECK(rk3.statistics().derivative_evaluations ==
          4 * rk3.statistics().steps + 3 * rk3.statistics().rejected_steps);
  }
}

TEST_CASE("RK3: a cubic in time -> exact") {
  class Cubic final : public systems::LeafSystem {
   public:
    Cubic() : LeafSystem("cubic") { DeclareContinuousState(1); }
    void CalcTimeDerivatives(const systems::LeafContext& context,
                             VectorXd* xdot) const override {
      const double t = context.time();
      (*xdot)[0] = 1 - 2 * t + 3 * t * t;
    }
  };
  DiagramBuilder builder;
  builder.AddSystem<Cubic>();
  const auto diagram = std::move(builder).Build();
  Simulator simulator(*diagram);
  simulator.reset_integrator<RungeKutta3>(
      RungeKutta3Options{.accuracy = 1, .h_max = 10});
  simulator.AdvanceTo(3);
  CHECK(simulator.context().continuous_state()[0] ==
        Approx(3 - 9 + 27).epsilon(1e-13));
}

TEST_CASE("RK3: two plants that tumble -> unit quaternions in both") {
  DiagramBuilder builder;
  const auto& a =
      builder.AddSystem<test::MultibodyPlant>(test::MakeCubeModel(), "a");
  const auto& b =
      builder.AddSystem<test::MultibodyPlant>(test::MakeCubeModel(), "b");
  PlantDiagram two = test::Finish(std::move(builder), a);
  for (const auto* plant : {&a, &b}) {
    plant->SetPositions(&two.context,
                        (VectorXd(7) << 0, 0, 90, 1, 0, 0, 0).finished());
    plant->SetVelocities(&two.context,
                         (VectorXd(6) << 20, -10, 5, 0, 0, 0).finished());
  }
  Simulator simulator(*two.diagram, two.context);
  simulator.reset_integrator<RungeKutta3>();
  simulator.AdvanceTo(2);
  for (const auto* plant : {&a, &b}) {
    const VectorXd q = plant->positions(simulator.context());
    CHECK(q.tail(4).norm() == Approx(1).epsilon(1e-14));
    CHECK(q[2] == Approx(90 - 0.5 * 9.81 * 4).epsilon(1e-9));
  }
}

TEST_CASE("RK3: events shorter than steps -> met, and the ideal step stays") {
  DiagramBuilder builder;
  const auto& wave = builder.AddSystem<test::FunctionSource>(
      "wave", [](double) { return 0.0; });
  const auto& hold = builder.AddSystem<systems::ZeroOrderHold>("hold", 0.05, 1);
  builder.Connect(wave.get_output_port(), hold.get_input_port());
  builder.AddSystem<test::Decay>("still", 0.0, 1.0);  // any step is exact
  const auto diagram = std::move(builder).Build();
  Simulator simulator(*diagram);
  auto& rk3 = simulator.reset_integrator<RungeKutta3>(
      RungeKutta3Options{.h_max = 0.02});
  std::set<double> ends;
  simulator.Observe(Simulator::kEveryStep, [&](const Context& context) {
    ends.insert(context.time());
  });
  simulator.AdvanceTo(1);
  for (int k = 0; k <= 20; ++k) CHECK(ends.count(0.05 * k) == 1);
  // 0.02 + 0.02 + 0.01, but for the first six, which grow fivefold.
  CHECK(rk3.statistics().steps <= 19 * 3 + 6);
  CHECK(rk3.statistics().step_max == 0.02);
}

std::string FailureOf(Simulator* simulator, double t) {
  try {
    simulator->AdvanceTo(t);
  } catch (const IntegrationError& error) {
    CHECK(error.time() == simulator->context().time());
    return error.what();
  }
  return "no failure";
}

TEST_CASE("RK3: NaN as a force on a cube -> its source named") {
  DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<test::MultibodyPlant>(test::MakeCubeModel());
  class Push final : public systems::LeafSystem {
   public:
    Push() : LeafSystem("push") {
      DeclareVectorOutputPort("f", 6, &Push::CalcF, systems::Reads::kTime);
    }

   private:
    void CalcF(const systems::LeafContext& context, VectorXd* f) const {
      f->setConstant(context.time() < 0.05 ? 0 : kNaN);
    }
  };
  const auto& push = builder.AddSystem<Push>();
  builder.Connect(push.get_output_port(), plant.generalized_force_input());
  PlantDiagram cube = test::Finish(std::move(builder), plant);
  plant.SetPositions(&cube.context,
                     (VectorXd(7) << 0, 0, 1, 1, 0, 0, 0).finished());
  Simulator simulator(*cube.diagram, cube.context);
  simulator.reset_integrator<RungeKutta3>();
  CHECK_THAT(FailureOf(&simulator, 1), Contains("push"));
}

}  // namespace
}  // namespace tactus::integrators
