// A robot from a file: the Franka Panda, moved along a path by inverse
// dynamics.
//
// The controller cancels the robot's dynamics, so that each joint's error e
// obeys e'' + kd e' + kp e = vdot_d - a, where a is the acceleration that it is
// told to expect. Told the right one, the robot stays on the path; told none,
// it trails by about vdot_d / kp.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tactus/examples/models/models.h"
#include "tactus/examples/scenes/panda.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/plant/controllers/inverse_dynamics_controller.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/demultiplexer.h"
#include "tactus/systems/primitives/trajectory_source.h"
#include "tactus/systems/simulator.h"
#include "tactus/systems/trajectories/minimum_jerk.h"

using namespace tactus;
using ModelPointer = std::shared_ptr<const multibody::Model>;

// The file named on the command line, or the one that comes with Tactus.
ModelPointer Load(int argc, char** argv) {
  multibody::ModelBuilder builder;
  const multibody::ImportReport report =
      argc > 1 ? multibody::LoadMjcf(argv[1], {}, &builder)
               : multibody::ParseMjcf(examples::ModelText("panda.xml"),
                                      "panda.xml", {}, &builder);
  // What of the file Tactus does not take as it is.
  for (const multibody::Notice& notice : report.notices()) {
    std::printf("%s\n", to_string(notice).c_str());
  }
  return std::move(builder).Build();
}

// Forth, up and back, resting at each end; the fingers stay open.
systems::PiecewisePolynomial MakePath() {
  constexpr examples::PandaReach kReaches[] = {
      {0.5, 0.3, -0.6}, {0.5, 0.3, 0.6}, {0.4, 0.5, 0.0}, {0.5, 0.3, -0.6}};
  MatrixXd q = MatrixXd::Constant(examples::kPandaDofs, 4, 0.02);
  for (int k = 0; k < 4; ++k) {
    q.col(k).head(examples::kPandaJoints) =
        examples::CalcPandaJoints(kReaches[k]);
  }
  return systems::MakeMinimumJerk({0, 1.5, 2.5, 3.5}, q);
}

// The largest error of a joint on the way [rad].
double Run(const ModelPointer& model, double kp, bool feed_forward) {
  const VectorXd one = VectorXd::Ones(model->num_velocities());
  const double kd = 2 * std::sqrt(kp);  // Critical damping.
  const systems::PiecewisePolynomial path = MakePath();

  systems::DiagramBuilder builder;
  const auto& robot = builder.AddSystem<multibody::MultibodyPlant>(model);
  const auto& controller =
      builder.AddSystem<multibody::InverseDynamicsController>(
          "controller", model,
          multibody::InverseDynamicsGains{
              .kp = kp * one, .ki = {}, .kd = kd * one});
  // [q; q'; q''], of which the first two are the state.
  const int n = path.size();
  const auto& source =
      builder.AddSystem<systems::TrajectorySource>("path", path, 2);
  const auto& desired = builder.AddSystem<systems::Demultiplexer>(
      "desired", std::vector{2 * n, n});
  builder.Connect(source, desired);
  builder.Connect(robot.state_output(), controller.estimated_state_input());
  builder.Connect(desired.get_output_port(0), controller.desired_state_input());
  if (feed_forward) {
    builder.Connect(desired.get_output_port(1),
                    controller.desired_acceleration_input());
  }
  builder.Connect(controller.actuation_output(), robot.actuation_input());
  const auto diagram = std::move(builder).Build();

  systems::Context start = diagram->CreateDefaultContext();
  robot.SetPositions(&start, path.value(0));
  systems::Simulator simulator(*diagram, start);
  simulator.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-6});
  double error = 0;
  simulator.Observe(0.01, [&](const systems::Context& context) {
    const VectorXd q = path.value(context.time());
    error = std::max(error,
                     (robot.positions(context) - q).lpNorm<Eigen::Infinity>());
  });
  simulator.AdvanceTo(path.end_time() + 0.5);
  return error;
}

int main(int argc, char** argv) {
  const ModelPointer model = Load(argc, argv);
  std::printf("%d joints, %d motors\n", model->num_velocities(),
              model->num_actuators());
  const double kp = 400;
  const double told = Run(model, kp, true), trailing = Run(model, kp, false);
  std::printf("off by %.1e rad, without feed-forward by %.1e rad\n", told,
              trailing);

  // The sharpest acceleration of minimum jerk is 10/sqrt(3) d/T^2; the first
  // joint turns by 1.2 rad in 1.5 s, and others less.
  const double expected = 10 / std::sqrt(3) * 1.2 / (1.5 * 1.5) / kp;
  const bool trails = trailing > 0.5 * expected && trailing < 2 * expected;
  return told < 1e-3 && trails ? 0 : 1;
}
