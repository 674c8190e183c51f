// The README's program, and a check of what it does: the arm shall point where
// it was told to, against gravity.
#include <cstdio>
#include <utility>

#include "tactus/integrators/cenic.h"
#include "tactus/multibody/mjcf/load_mjcf.h"
#include "tactus/multibody/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/pid_controller.h"
#include "tactus/systems/simulator.h"
#include "tactus/systems/vector_log_sink.h"

using Eigen::Vector2d, Eigen::Vector4d;
using namespace tactus::systems;
using namespace tactus::multibody;
using namespace tactus::integrators;

int main() {
  ModelBuilder model;
  LoadMjcf("arm.xml", {}, &model);

  DiagramBuilder builder;
  auto& arm = builder.AddSystem<MultibodyPlant>(std::move(model).Build());
  auto& pid = builder.AddSystem<PidController>(
      "pid", Vector2d(40, 20), Vector2d(40, 20), Vector2d(6, 2));
  auto& target = builder.AddSystem<ConstantVectorSource>(
      "target", Vector4d(0.5, -0.8, 0, 0));  // angles [rad], rates [rad/s]
  builder.Connect(target.get_output_port(), pid.desired_state_input());
  builder.Connect(arm.state_output(), pid.estimated_state_input());
  builder.Connect(pid.control_output(), arm.actuation_input());
  auto& log = LogVectorOutput(arm.state_output(), &builder);
  const auto diagram = std::move(builder).Build();

  Simulator simulator(*diagram);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-4});
  simulator.AdvanceTo(10);  // [s]

  const VectorLog& states = log.FindLog(simulator.context());
  const int steps = states.num_samples() - 1;
  const Vector4d end = states.sample(steps);
  std::printf("%d steps to %.5f rad, %.5f rad\n", steps, end[0], end[1]);
  return (end - Vector4d(0.5, -0.8, 0, 0)).norm() < 2e-3 ? 0 : 1;
}
