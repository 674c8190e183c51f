// A diagram: an arm, a controller that moves it, and a log.
//
// Blocks have ports, and outputs are connected to inputs. The builder checks
// names, sizes and loops; the diagram it builds never changes, and what does,
// the state, is in a Context that the simulator holds.
#include <cmath>
#include <cstdio>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/multibody/plant/quantities/find_signals.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/pid_controller.h"
#include "tactus/systems/signals/signal_log.h"
#include "tactus/systems/simulator.h"

using namespace tactus;
using multibody::MultibodyPlant;

// Two rods of 0.4 m that hang from hinges about y, each with a motor. Models
// are written in C++ or, as here, in MJCF; LoadMjcf() reads a file. A strict
// reader refuses what would be left out, misspelt words among it; otherwise
// the report that it returns tells of that (robot_from_a_file.cpp).
constexpr const char* kArm = R"(
<mujoco>
  <default>
    <joint axis="0 1 0"/>
    <geom type="capsule" size="0.02" fromto="0 0 0 0 0 -0.4" mass="1"/>
  </default>
  <worldbody>
    <body name="upper" pos="0 0 1">
      <joint name="shoulder"/>
      <geom/>
      <body name="lower" pos="0 0 -0.4">
        <joint name="elbow"/>
        <geom/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor name="shoulder" joint="shoulder"/>
    <motor name="elbow" joint="elbow"/>
  </actuator>
</mujoco>)";

int main() {
  multibody::ModelBuilder model;
  multibody::ParseMjcf(kArm, "arm", {.strict = true}, &model);

  systems::DiagramBuilder builder;
  auto& arm = builder.AddSystem<MultibodyPlant>(std::move(model).Build());
  auto& pid = builder.AddSystem<systems::PidController>(
      "pid", Vector2d(60, 30), Vector2d(60, 30), Vector2d(8, 3));
  const Eigen::Vector4d goal(0.5, -0.8, 0, 0);  // angles [rad], rates [rad/s]
  auto& target =
      builder.AddSystem<systems::ConstantVectorSource>("target", goal);
  builder.Connect(target.get_output_port(), pid.desired_state_input());
  builder.Connect(arm.state_output(), pid.estimated_state_input());
  builder.Connect(pid.control_output(), arm.actuation_input());
  const auto diagram = std::move(builder).Build();

  systems::Simulator simulator(*diagram);
  simulator.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-4});

  // Ports are logged by themselves, quantities of the plant by name.
  systems::SignalLog log;
  log.Log(arm.state_output());
  log.Log(multibody::FindSignals(*diagram, "actuator/*/effort"));
  log.Watch(&simulator, 10);  // Hz
  simulator.AdvanceTo(10);    // s

  const auto state = log.data("plant/state");
  for (int i = 0; i < log.num_samples(); i += 20) {
    std::printf("%4.1f s  %8.5f %8.5f rad\n", log.times()[i], state(i, 0),
                state(i, 1));
  }

  // The integral has found the torques that hold the arm: the lower rod's
  // weight at its middle, and about the shoulder both rods'.
  const double lower = 9.81 * 0.2 * std::sin(0.5 - 0.8);
  const double upper = 9.81 * (0.2 + 0.4) * std::sin(0.5) + lower;
  const int last = log.num_samples() - 1;
  const double shoulder = log.data("actuator/shoulder/effort")(last, 0);
  const double elbow = log.data("actuator/elbow/effort")(last, 0);
  std::printf("held by %.4f and %.4f N m\n", shoulder, elbow);
  const bool arrives = (state.row(last).transpose() - goal).norm() < 2e-3;
  const bool holds =
      std::abs(shoulder - upper) < 0.02 && std::abs(elbow - lower) < 0.02;
  return arrives && holds && log.num_samples() == 101 ? 0 : 1;
}
