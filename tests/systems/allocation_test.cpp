// Evaluating ports and stepping does not allocate once warm.
#include <cstdlib>
#include <memory>

#include "systems/runge_kutta4.h"
#include <catch2/catch.hpp>

#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/adder.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/demultiplexer.h"
#include "tactus/systems/primitives/gain.h"
#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/primitives/multiplexer.h"
#include "tactus/systems/primitives/pass_through.h"
#include "tactus/systems/primitives/pid_controller.h"
#include "tactus/systems/primitives/saturation.h"
#include "tactus/systems/primitives/sine.h"
#include "tactus/systems/primitives/vector_integrator.h"
#include "tactus/systems/primitives/zero_order_hold.h"
#include "tactus/systems/simulator.h"

// The sanitizers bring their own malloc, which must not be replaced.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {
long num_allocations = 0;
}  // namespace

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) noexcept {
  ++num_allocations;
  return __libc_malloc(size);
}
void* realloc(void* old, std::size_t size) noexcept {
  ++num_allocations;
  return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++num_allocations;
  return __libc_memalign(alignment, size);
}
}

namespace tactus::systems {
namespace {

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

TEST_CASE("The counter of allocations counts") {
  const long before = num_allocations;
  const VectorXd x = VectorXd::Random(1000);
  const auto y = std::make_unique<double>(x[3]);
  CHECK(*y == x[3]);
  CHECK(num_allocations >= before + 2);
}

TEST_CASE("Stepping a warm Context does not allocate") {
  const auto diagram = MakeDiagram();
  Simulator simulator(*diagram);
  simulator.reset_integrator<test::RungeKutta4>(0.013);
  simulator.AdvanceTo(1);
  const long before = num_allocations;
  simulator.AdvanceTo(2);
  CHECK(num_allocations == before);
  CHECK(simulator.context().continuous_state().norm() > 0.01);
}

TEST_CASE("Evaluating, fixing and restoring do not allocate once warm") {
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
