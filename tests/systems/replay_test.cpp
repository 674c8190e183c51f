// A copied Context continues bit for bit.
#include <cstring>
#include <memory>

#include "systems/runge_kutta4.h"
#include <catch2/catch.hpp>

#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/adder.h"
#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/primitives/pid_controller.h"
#include "tactus/systems/primitives/sine.h"
#include "tactus/systems/primitives/zero_order_hold.h"
#include "tactus/systems/signals/signal_log.h"
#include "tactus/systems/simulator.h"

namespace tactus::systems {
namespace {

// A pendulum-like plant under sampled PID control, and a discrete filter beside
// it: all kinds of state, and events that do not coincide.
struct World {
  World() {
    DiagramBuilder builder;
    plant = &builder.AddSystem<LinearSystem>(
        "plant", LinearSystem::Matrices{
                     MatrixXd{{0, 1}, {-9.81, -0.3}}, MatrixXd{{0}, {1}},
                     MatrixXd::Identity(2, 2), MatrixXd::Zero(2, 1)});
    filter = &builder.AddSystem<LinearSystem>(
        "filter",
        LinearSystem::Matrices{MatrixXd{{0.9}}, MatrixXd{{0.1, 0}},
                               MatrixXd{{1}}, MatrixXd::Zero(1, 2)},
        0.03);
    const auto& sine = builder.AddSystem<Sine>("sine", 0.7, 3.3, 0.2, 2);
    const auto& pid = builder.AddSystem<PidController>(
        "pid", VectorXd::Constant(1, 30), VectorXd::Constant(1, 5),
        VectorXd::Constant(1, 3));
    const auto& hold = builder.AddSystem<ZeroOrderHold>("hold", 0.01, 1);
    builder.Connect(plant->get_output_port(), pid.estimated_state_input());
    builder.Connect(sine.GetOutputPort("y"), pid.desired_state_input());
    builder.Connect(pid.control_output(), hold.get_input_port());
    builder.Connect(hold, *plant);
    builder.Connect(*plant, *filter);
    diagram = std::move(builder).Build();
  }

  const LinearSystem* plant{};
  const LinearSystem* filter{};
  std::unique_ptr<Diagram> diagram;
};

// A simulation of the world, with logs at two rates.
struct Run {
  Run(const World& world, const Context& start)
      : simulator(*world.diagram, start) {
    simulator.reset_integrator<test::RungeKutta4>(0.004);
    steps.Log(world.plant->get_output_port());
    samples.Log(world.filter->get_output_port());
    steps.Watch(&simulator);
    samples.Watch(&simulator, 14);  // [Hz]
  }

  Simulator simulator;
  SignalLog steps, samples;
};

bool BitwiseEqual(const auto& a, const auto& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

void CheckSame(const Context& a, const Context& b) {
  CHECK(a.time() == b.time());
  CHECK(BitwiseEqual(a.continuous_state(), b.continuous_state()));
  CHECK(a.integrator_memory().get<int>() == b.integrator_memory().get<int>());
}

// `part` is the end of `whole`, from its sample `start` on.
void CheckEnd(const SignalLog& whole, int start, const SignalLog& part) {
  REQUIRE(whole.num_samples() == start + part.num_samples());
  for (int i = 0; i < part.num_samples(); ++i) {
    CHECK(whole.times()[start + i] == part.times()[i]);
    CHECK(whole.data(0)(start + i, 0) == part.data(0)(i, 0));
  }
}

TEST_CASE("Simulator: a copied Context -> replays bit for bit") {
  const World world;
  // At an event, between events, and once more with its updates made.
  for (const double t : {0.5, 0.5678}) {
    for (const bool update_first : {false, true}) {
      Run original(world, world.diagram->CreateDefaultContext());
      original.simulator.AdvanceTo(t);
      if (update_first) original.simulator.AdvancePendingEvents();
      const Context saved = original.simulator.context();
      const int num_steps = original.steps.num_samples();
      const int num_samples = original.samples.num_samples();
      original.simulator.AdvanceTo(1.5);
      const Context once = original.simulator.context();
      REQUIRE(original.steps.num_samples() > 375);

      // By another simulator, and by the same one set back.
      Run other(world, saved);
      other.simulator.AdvanceTo(1.5);
      CheckSame(once, other.simulator.context());
      CheckEnd(original.steps, num_steps, other.steps);
      CheckEnd(original.samples, num_samples, other.samples);
      original.simulator.mutable_context() = saved;
      original.simulator.AdvanceTo(1.5);
      CheckSame(once, original.simulator.context());
    }
  }
}

TEST_CASE(
    "Simulator: two Contexts of one Diagram -> do not disturb each other") {
  const World world;
  Simulator a(*world.diagram), b(*world.diagram), alone(*world.diagram);
  for (Simulator* simulator : {&a, &b, &alone}) {
    simulator->reset_integrator<test::RungeKutta4>(0.004);
  }
  b.mutable_context().SetContinuousState(Eigen::Vector3d(1, 0, 0));
  for (int i = 1; i <= 20; ++i) {
    a.AdvanceTo(i * 0.05);
    b.AdvanceTo(i * 0.05);
    alone.AdvanceTo(i * 0.05);
  }
  CheckSame(a.context(), alone.context());
  CHECK(!BitwiseEqual(a.context().continuous_state(),
                      b.context().continuous_state()));
}

}  // namespace
}  // namespace tactus::systems
