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
#include "tactus/systems/simulator.h"
#include "tactus/systems/vector_log_sink.h"

namespace tactus::systems {
namespace {

// A pendulum-like plant under sampled PID control, a discrete filter beside it,
// and logs at two rates: all kinds of state, and events that do not coincide.
struct World {
  World() {
    DiagramBuilder builder;
    const auto& plant = builder.AddSystem<LinearSystem>(
        "plant", LinearSystem::Matrices{
                     MatrixXd{{0, 1}, {-9.81, -0.3}}, MatrixXd{{0}, {1}},
                     MatrixXd::Identity(2, 2), MatrixXd::Zero(2, 1)});
    const auto& filter = builder.AddSystem<LinearSystem>(
        "filter",
        LinearSystem::Matrices{MatrixXd{{0.9}}, MatrixXd{{0.1, 0}},
                               MatrixXd{{1}}, MatrixXd::Zero(1, 2)},
        0.03);
    const auto& sine = builder.AddSystem<Sine>("sine", 0.7, 3.3, 0.2, 2);
    const auto& pid = builder.AddSystem<PidController>(
        "pid", VectorXd::Constant(1, 30), VectorXd::Constant(1, 5),
        VectorXd::Constant(1, 3));
    const auto& hold = builder.AddSystem<ZeroOrderHold>("hold", 0.01, 1);
    builder.Connect(plant.get_output_port(), pid.estimated_state_input());
    builder.Connect(sine.GetOutputPort("y"), pid.desired_state_input());
    builder.Connect(pid.control_output(), hold.get_input_port());
    builder.Connect(hold, plant);
    builder.Connect(plant, filter);
    log = &LogVectorOutput(plant.get_output_port(), &builder);
    slow_log = &LogVectorOutput(filter.get_output_port(), &builder, 0.07);
    diagram = std::move(builder).Build();
  }

  const VectorLogSink* log{};
  const VectorLogSink* slow_log{};
  std::unique_ptr<Diagram> diagram;
};

bool BitwiseEqual(const auto& a, const auto& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

void CheckSame(const World& world, const Context& a, const Context& b) {
  CHECK(a.time() == b.time());
  CHECK(BitwiseEqual(a.continuous_state(), b.continuous_state()));
  for (const VectorLogSink* sink : {world.log, world.slow_log}) {
    CHECK(BitwiseEqual(sink->FindLog(a).data(), sink->FindLog(b).data()));
    CHECK(BitwiseEqual(sink->FindLog(a).times(), sink->FindLog(b).times()));
  }
  CHECK(a.integrator_memory().get<int>() == b.integrator_memory().get<int>());
}

TEST_CASE("Simulator: a copied Context -> replays bit for bit") {
  const World world;
  Simulator original(*world.diagram);
  original.reset_integrator<test::RungeKutta4>(0.004);
  // At an event, between events, and once more with its updates made.
  for (const double t : {0.5, 0.5678}) {
    for (const bool update_first : {false, true}) {
      original.mutable_context() = world.diagram->CreateDefaultContext();
      original.AdvanceTo(t);
      if (update_first) original.AdvancePendingEvents();
      const Context saved = original.context();
      original.AdvanceTo(1.5);
      const Context once = original.context();
      REQUIRE(world.log->FindLog(once).num_samples() > 375);

      // By another simulator, and by the same one set back.
      Simulator other(*world.diagram, saved);
      other.reset_integrator<test::RungeKutta4>(0.004);
      other.AdvanceTo(1.5);
      CheckSame(world, once, other.context());
      original.mutable_context() = saved;
      original.AdvanceTo(1.5);
      CheckSame(world, once, original.context());
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
  CheckSame(world, a.context(), alone.context());
  CHECK(!BitwiseEqual(a.context().continuous_state(),
                      b.context().continuous_state()));
}

}  // namespace
}  // namespace tactus::systems
