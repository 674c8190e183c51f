// A Panda under the controller that most robots have: joint by joint, a PID
// that samples the angles every millisecond and holds its torques in between.
// Steps end at its samples, so no step sees a torque change.
#include "tactus/examples/scenes/panda.h"
#include "tactus/examples/scenes/scene.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/demultiplexer.h"
#include "tactus/systems/primitives/discrete_pid.h"
#include "tactus/systems/primitives/multiplexer.h"
#include "tactus/systems/primitives/trajectory_source.h"
#include "tactus/systems/trajectories/minimum_jerk.h"

namespace tactus::examples {
namespace {

using multibody::MultibodyPlant;

// For inertias of about 2 and 0.25 kg m^2: 20 rad/s, critically damped. The
// integral, over a third of a second, learns what the links weigh.
systems::DiscretePid::Options MakeGains() {
  VectorXd kp(kPandaJoints), limit(kPandaJoints);
  kp << 800, 1400, 700, 560, 100, 100, 80;
  limit << 87, 87, 87, 87, 12, 12, 12;
  return {.kp = kp,
          .ki = 3 * kp,
          .kd = kp / 10,
          .period = 1e-3,
          .derivative_time_constant = 2e-3,
          .derivative_weight = 1,
          .lower = -limit,
          .upper = limit};
}

// Reach out, and turn half round.
systems::PiecewisePolynomial MakeMotion() {
  MatrixXd q(kPandaJoints, 3);
  q.col(0) = CalcPandaJoints({.radius = 0.4, .height = 0.5, .angle = 0});
  q.col(1) = CalcPandaJoints({.radius = 0.55, .height = 0.25, .angle = 0.4});
  q.col(2) = CalcPandaJoints({.radius = 0.45, .height = 0.4, .angle = 1.2});
  return systems::MakeMinimumJerk({0.5, 2, 3.5}, q);
}

}  // namespace

SceneInstance MakeDigitalPid() {
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(MakePandaModel());
  const auto& pid =
      builder.AddSystem<systems::DiscretePid>("controller", MakeGains());
  const auto& motion =
      builder.AddSystem<systems::TrajectorySource>("motion", MakeMotion(), 0);

  // Encoders at the arm's joints alone; the fingers' motors are off.
  using Sizes = std::vector<int>;
  const auto& encoders = builder.AddSystem<systems::Demultiplexer>(
      "encoders", Sizes{kPandaJoints, kPandaFingers + kPandaDofs});
  const auto& off = builder.AddSystem<systems::ConstantVectorSource>(
      "off", VectorXd::Zero(kPandaFingers));
  const auto& motors = builder.AddSystem<systems::Multiplexer>(
      "motors", Sizes{kPandaJoints, kPandaFingers});
  builder.Connect(plant.state_output(), encoders.get_input_port());
  builder.Connect(encoders.get_output_port(0), pid.measured_input());
  builder.Connect(motion.get_output_port(), pid.desired_input());
  builder.Connect(pid.control_output(), motors.get_input_port(0));
  builder.Connect(off.get_output_port(), motors.get_input_port(1));
  builder.Connect(motors.get_output_port(), plant.actuation_input());

  SceneInstance scene = MakeScene(std::move(builder), plant);
  VectorXd q = plant.positions(scene.context);
  q.head(kPandaJoints) = MakeMotion().value(0);
  plant.SetPositions(&scene.context, q);
  return scene;
}

}  // namespace tactus::examples
