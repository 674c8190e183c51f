// CENIC between events: they are met exactly, and the ideal step survives.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/systems/primitives/zero_order_hold.h"
#include "tactus/systems/signals/signal_log.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using systems::Context;
using systems::DiagramBuilder;
using systems::Simulator;
using systems::ZeroOrderHold;
using test::PlantDiagram;

// A pendulum at rest (any step is exact), sampled at times k P.
struct Sampled {
  explicit Sampled(double period) {
    DiagramBuilder builder;
    const auto& plant = builder.AddSystem<test::MultibodyPlant>(
        test::MakePendulumModel(1, 0.05));
    const auto& hold = builder.AddSystem<ZeroOrderHold>("hold", period, 2);
    builder.Connect(plant.state_output(), hold.get_input_port());
    subject = test::Finish(std::move(builder), plant);
  }
  PlantDiagram subject;
};

// Free fall, where q is a parabola, with a log a hundred times finer than the
// steps need.
TEST_CASE("CENIC: a log finer than the steps -> dense output, the same steps") {
  const double accuracy = 1e-3;
  const auto fall = [&](double rate, systems::SignalLog* log) {
    DiagramBuilder builder;
    const auto& plant =
        builder.AddSystem<test::MultibodyPlant>(test::MakeCubeModel());
    PlantDiagram subject = test::Finish(std::move(builder), plant);
    VectorXd q(7), v(6);
    q << 0, 0, 1, 0, 0, 0, 1;
    v << 0, 2, 0, 0, 0, 3;
    plant.SetPositions(&subject.context, q);
    plant.SetVelocities(&subject.context, v);
    Simulator simulator(*subject.diagram, subject.context);
    auto& cenic =
        simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = accuracy});
    log->Log(plant.state_output());
    log->Watch(&simulator, rate);
    simulator.AdvanceTo(0.5);
    // The diagram of the log's signals ends here, their samples stay.
    return std::pair(simulator.context().continuous_state(),
                     cenic.statistics().steps);
  };
  systems::SignalLog every_step, log;
  const auto [x, steps] = fall(0, &every_step);
  const auto [x_logged, steps_logged] = fall(1000, &log);
  CHECK(x == x_logged);
  CHECK(steps == steps_logged);
  REQUIRE(every_step.num_samples() == steps + 1);
  REQUIRE(log.num_samples() == 501);

  // As far from the parabola as the nearest step ends are, and a step's error.
  double worst_of_steps = 0;
  const auto error = [&](double t, double z) {
    return std::abs(z - (1 + 3 * t - 9.81 / 2 * t * t));
  };
  for (int i = 0; i < every_step.num_samples(); ++i) {
    worst_of_steps = std::max(
        worst_of_steps, error(every_step.times()[i], every_step.data(0)(i, 2)));
  }
  for (int k = 0; k < log.num_samples(); ++k) {
    const VectorXd x_k = log.data(0).row(k);
    REQUIRE(error(log.times()[k], x_k[2]) < worst_of_steps + accuracy);
    REQUIRE(x_k.segment<4>(3).norm() == Approx(1).epsilon(1e-14));
  }
}

TEST_CASE("CENIC: steps cut short by events -> the ideal step stays") {
  Sampled sampled(0.05);
  Simulator simulator(*sampled.subject.diagram, sampled.subject.context);
  auto& cenic = simulator.reset_integrator<Cenic>(
      CenicOptions{.h_max = 0.02, .first_step = 1});
  std::vector<double> steps;
  simulator.set_monitor([&](const Context& context) {
    if (context.time() > 0) steps.push_back(cenic.statistics().last_step);
    return std::nullopt;
  });
  simulator.AdvanceTo(0.15);
  REQUIRE(steps.size() == 9);
  for (std::size_t i = 0; i < 9; ++i)
    CHECK(steps[i] == Approx(i % 3 < 2 ? 0.02 : 0.01));
  // Steps cut short are not reported as the smallest.
  CHECK(cenic.statistics().step_min == Approx(0.02));
  CHECK(cenic.statistics().step_max == Approx(0.02));
}

TEST_CASE("CENIC: a step cut short without error -> a larger ideal step") {
  Sampled sampled(0.01);
  Simulator simulator(*sampled.subject.diagram, sampled.subject.context);
  auto& cenic = simulator.reset_integrator<Cenic>(
      CenicOptions{.h_max = 1, .first_step = 0.02});
  simulator.AdvanceTo(0.01);  // of an ideal 0.02, without error: 0.05 is fine
  Context context = simulator.context();
  cenic.Step(*sampled.subject.diagram, 100, &context);
  CHECK(cenic.statistics().last_step == Approx(0.05));
}

TEST_CASE("CENIC: an end just beyond the ideal step -> one step to it") {
  Sampled sampled(100);
  const auto last_step = [&](double t_end) {
    Simulator simulator(*sampled.subject.diagram, sampled.subject.context);
    auto& cenic = simulator.reset_integrator<Cenic>(
        CenicOptions{.h_max = 0.02, .first_step = 1});
    simulator.AdvanceTo(t_end);
    CHECK(simulator.context().time() == t_end);
    return std::pair(cenic.statistics().steps, cenic.statistics().last_step);
  };
  CHECK(last_step(0.020015) == std::pair(1L, 0.020015));  // no sliver remains
  CHECK(last_step(0.0195) == std::pair(1L, 0.0195));
  CHECK(last_step(0.021).first == 2);
}

// Controllers with discrete state hold their output between events.
TEST_CASE("CENIC: a torque held between events -> its exact impulse") {
  const double period = 0.1, inertia = 0.06;  // I + m l^2 of the rod
  DiagramBuilder builder;
  const auto& plant = builder.AddSystem<test::MultibodyPlant>([&] {
    test::ModelBuilder model;
    const int rotor =
        model.AddBody("rotor", {.mass = 1,
                                .p_BoBcm = Vector3d::Zero(),
                                .I_Bcm = inertia * Matrix3d::Identity()});
    const int axle = model.AddJoint({.name = "axle",
                                     .type = test::JointType::kRevolute,
                                     .parent = 0,
                                     .child = rotor});
    model.AddActuator({.name = "motor", .joint = axle});
    return std::move(model).Build();
  }());
  // x+ = x + 1, y = x: torques 0, 1, 2 ... from one event to the next.
  const MatrixXd one = MatrixXd::Ones(1, 1);
  const auto& counter = builder.AddSystem<systems::LinearSystem>(
      "counter",
      systems::LinearSystem::Matrices{one, one, one, MatrixXd::Zero(1, 1)},
      period);
  const auto& source = builder.AddSystem<systems::ConstantVectorSource>(
      "increment", VectorXd::Ones(1));
  builder.Connect(source, counter);
  builder.Connect(counter.get_output_port(), plant.actuation_input());
  PlantDiagram subject = test::Finish(std::move(builder), plant);
  Simulator simulator(*subject.diagram, subject.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.h_max = 0.03});
  simulator.AdvanceTo(0.5);
  // The update at 0 comes first: 1 + 2 + 3 + 4 + 5 times a tenth of a second.
  CHECK(plant.velocities(simulator.context())[0] ==
        Approx(15 * period / inertia).epsilon(1e-12));
}

}  // namespace
}  // namespace tactus::integrators
