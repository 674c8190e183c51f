// Evaluating ports and stepping does not allocate once warm.
#include <cmath>
#include <memory>

#include "support/allocation_counter.h"
#include "systems/runge_kutta4.h"
#include <catch2/catch.hpp>

#include "tactus/systems/control/lqr_controller.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/adder.h"
#include "tactus/systems/primitives/comparator.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/demultiplexer.h"
#include "tactus/systems/primitives/discrete_delay.h"
#include "tactus/systems/primitives/discrete_filter.h"
#include "tactus/systems/primitives/discrete_pid.h"
#include "tactus/systems/primitives/first_order_lag.h"
#include "tactus/systems/primitives/gain.h"
#include "tactus/systems/primitives/hysteresis_comparator.h"
#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/primitives/logic_gate.h"
#include "tactus/systems/primitives/lookup_table1.h"
#include "tactus/systems/primitives/multiplexer.h"
#include "tactus/systems/primitives/pass_through.h"
#include "tactus/systems/primitives/pid_controller.h"
#include "tactus/systems/primitives/pose_trajectory_source.h"
#include "tactus/systems/primitives/random_source.h"
#include "tactus/systems/primitives/saturation.h"
#include "tactus/systems/primitives/sine.h"
#include "tactus/systems/primitives/trajectory_source.h"
#include "tactus/systems/primitives/vector_integrator.h"
#include "tactus/systems/primitives/zero_order_hold.h"
#include "tactus/systems/simulator.h"
#include "tactus/systems/trajectories/minimum_jerk.h"

#ifdef TACTUS_COUNTS_ALLOCATIONS

namespace tactus::systems {
namespace {

using tactus::test::num_allocations;

// One of every primitive in a feedback loop.
std::unique_ptr<Diagram> MakeDiagram() {
  DiagramBuilder builder;
  const auto& plant = builder.AddSystem<LinearSystem>(
      "plant",
      LinearSystem::Matrices{MatrixXd{{0, 1}, {-4, -1}}, MatrixXd{{0}, {1}},
                             MatrixXd::Identity(2, 2), MatrixXd::Zero(2, 1)});
  const auto& filter = builder.AddSystem<LinearSystem>(
      "filter",
      LinearSystem::Matrices{MatrixXd{{0.9}}, MatrixXd{{0.1}}, MatrixXd{{1}},
                             MatrixXd{{0.5}}},
      0.1);
  const auto& sine = builder.AddSystem<Sine>("sine", 1.0, 2.0, 0.0, 1);
  const auto& desired =
      builder.AddSystem<Multiplexer>("desired", std::vector<int>{1, 1});
  const auto& pid = builder.AddSystem<PidController>(
      "pid", VectorXd::Constant(1, 3), VectorXd::Constant(1, 1),
      VectorXd::Constant(1, 2));
  const auto& bias = builder.AddSystem<ConstantVectorSource>(
      "bias", VectorXd::Constant(1, 0.1));
  const auto& sum = builder.AddSystem<Adder>("sum", 3, 1);
  const auto& limit = builder.AddSystem<Saturation>(
      "limit", VectorXd::Constant(1, -1), VectorXd::Constant(1, 1));
  const auto& hold = builder.AddSystem<ZeroOrderHold>("hold", 0.05, 1);
  const auto& gain = builder.AddSystem<Gain>("gain", 2.0, 1);
  const auto& through = builder.AddSystem<PassThrough>("through", 1);
  const auto& parts =
      builder.AddSystem<Demultiplexer>("parts", std::vector<int>{1, 1});
  const auto& integral = builder.AddSystem<VectorIntegrator>("integral", 1);
  builder.Connect(sine.GetOutputPort("y"), desired.get_input_port(0));
  builder.Connect(sine.GetOutputPort("ydot"), desired.get_input_port(1));
  builder.Connect(desired.get_output_port(), pid.desired_state_input());
  builder.Connect(plant.get_output_port(), pid.estimated_state_input());
  builder.Connect(pid.get_output_port(), sum.get_input_port(0));
  builder.Connect(bias.get_output_port(), sum.get_input_port(1));
  builder.Connect(filter.get_output_port(), sum.get_input_port(2));
  builder.Connect(sum, limit);
  builder.Connect(limit, hold);
  builder.Connect(hold, gain);
  builder.Connect(gain, through);
  builder.Connect(through, plant);
  builder.Connect(plant, parts);
  builder.Connect(parts.get_output_port(0), filter.get_input_port());
  builder.Connect(parts.get_output_port(1), integral.get_input_port());
  return std::move(builder).Build();
}

// One of every block for control and signals.
std::unique_ptr<Diagram> MakeControlDiagram() {
  using Eigen::Vector2d;
  const VectorXd one = VectorXd::Ones(1);
  DiagramBuilder builder;
  const auto& path = builder.AddSystem<TrajectorySource>(
      "path", MakeMinimumJerk({0, 5}, MatrixXd{{0, 3}}));
  const auto& noise = builder.AddSystem<RandomSource>(
      "noise", GaussianDistribution{Vector2d(0, 0), Vector2d(1, 1)}, 0.03, 5);
  const auto& state = builder.AddSystem<Adder>("state", 2, 2);
  const auto& lqr = builder.AddSystem<LqrController>("lqr", MatrixXd{{3, 1}});
  const auto& timed = builder.AddSystem<FiniteHorizonLqrController>(
      "timed",
      ContinuousLqrOverHorizon({.A = MatrixXd{{0, 1}, {0, 0}},
                                .B = MatrixXd{{0}, {1}},
                                .Q = MatrixXd::Identity(2, 2),
                                .R = MatrixXd{{1}}},
                               MatrixXd::Zero(2, 2), {.end = 2}),
      Vector2d(0, 0), one);
  const auto& filter = builder.AddSystem<DiscreteFilter>(
      "filter", MakeButterworthLowPass(3, 1, 0.05), 0.05, 1);
  const auto& delay = builder.AddSystem<DiscreteDelay>("delay", 3, 0.05, 1);
  const auto& pid = builder.AddSystem<DiscretePid>(
      "pid",
      DiscretePid::Options{.kp = one, .ki = one, .kd = one, .period = 0.02});
  const auto& lag = builder.AddSystem<FirstOrderLag>("lag", 0.3, 1);
  const auto& table = builder.AddSystem<LookupTable1>("table", Vector2d(-1, 1),
                                                      MatrixXd{{-1, 1}});
  const auto& above = builder.AddSystem<Comparator>("above", one);
  const auto& heater =
      builder.AddSystem<HysteresisComparator>("heater", -one, one, 0.04);
  const auto& both =
      builder.AddSystem<LogicGate>("both", LogicGate::Operation::kAnd, 2, 1);
  const auto& flag = builder.AddSystem<FirstOrderLag>("flag", 0.1, 1);
  builder.Connect(path.get_output_port(), state.get_input_port(0));
  builder.Connect(noise.get_output_port(), state.get_input_port(1));
  builder.Connect(state.get_output_port(), lqr.get_input_port());
  builder.Connect(state.get_output_port(), timed.get_input_port());
  builder.Connect(lqr, filter);
  builder.Connect(timed.GetOutputPort("control"), delay.get_input_port());
  builder.Connect(filter.get_output_port(), pid.desired_input());
  builder.Connect(delay.get_output_port(), pid.measured_input());
  builder.Connect(pid, lag);
  builder.Connect(lag, table);
  builder.Connect(table, above);
  builder.Connect(table, heater);
  builder.Connect(above.get_output_port(), both.get_input_port(0));
  builder.Connect(heater.get_output_port(), both.get_input_port(1));
  builder.Connect(both, flag);
  return std::move(builder).Build();
}

TEST_CASE("Allocation counter: a vector and a double -> at least two counted") {
  const long before = num_allocations;
  const VectorXd x = VectorXd::Random(1000);
  const auto y = std::make_unique<double>(x[3]);
  CHECK(*y == x[3]);
  CHECK(num_allocations >= before + 2);
}

TEST_CASE("Simulator: a warm Context stepped -> no allocation") {
  for (const auto& diagram : {MakeDiagram(), MakeControlDiagram()}) {
    Simulator simulator(*diagram);
    simulator.reset_integrator<test::RungeKutta4>(0.013);
    simulator.AdvanceTo(1);
    const long before = num_allocations;
    simulator.AdvanceTo(2);
    CHECK(num_allocations == before);
    CHECK(simulator.context().continuous_state().norm() > 0.01);
  }
}

TEST_CASE("PoseTrajectorySource: evaluated -> no allocation") {
  Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
  X.rotate(Eigen::AngleAxisd(1, Eigen::Vector3d::UnitY()));
  DiagramBuilder builder;
  const auto& pose = builder.AddSystem<PoseTrajectorySource>(
      "pose", PoseTrajectory({0, 5}, {Eigen::Isometry3d::Identity(), X}));
  const auto diagram = std::move(builder).Build();
  Context context = diagram->CreateDefaultContext();
  const auto x = [&](double t) {
    context.SetTime(t);
    pose.get_output_port(1).Eval(context);
    pose.get_output_port(2).Eval(context);
    return pose.get_output_port(0).Eval<Eigen::Isometry3d>(context)(0, 2);
  };
  const double start = x(0);
  const long before = num_allocations;
  const double end = x(5);
  const long after = num_allocations;
  CHECK(after == before);
  CHECK(start == 0);
  CHECK(end == Approx(std::sin(1)));
}

TEST_CASE("Context: warm, evaluated, fixed and restored -> no allocation") {
  DiagramBuilder builder;
  const auto& gain = builder.AddSystem<Gain>("gain", 2.0, 3);
  const auto& hold = builder.AddSystem<ZeroOrderHold>("hold", 0.1, 3);
  builder.Connect(gain, hold);
  const auto diagram = std::move(builder).Build();
  Context context = diagram->CreateDefaultContext();
  context.FixInput(gain.get_input_port(), Eigen::Vector3d(1, 2, 3));
  gain.get_output_port().Eval(context);
  const Context saved = context;

  const long before = num_allocations;
  context.FixInput(gain.get_input_port(), Eigen::Vector3d(2, 3, 4));
  const double y = gain.get_output_port().Eval(context)[2];
  context = saved;
  const double restored = gain.get_output_port().Eval(context)[2];
  const long after = num_allocations;
  CHECK(after == before);
  CHECK(y == 8);
  CHECK(restored == 6);
}

}  // namespace
}  // namespace tactus::systems

#endif
