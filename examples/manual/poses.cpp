// Poses: a box that is carried and turned by a spring with a moving end.
//
// A pose trajectory moves a frame from pose to pose, here with the timing of
// minimum jerk, which rests at each. A Cartesian impedance controller holds a
// body to it by a spring and a damper in all six directions. It needs no arm:
// what it asks of a free body is a wrench.
//
// Where the way of length d (or the turn by an angle) takes a time T, the
// sharpest acceleration is a = 10/sqrt(3) d/T^2. The spring, which has to give
// the force m a, stores (m a)^2 / (2 k), and likewise for the turn.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/controllers/cartesian_impedance_controller.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/pose_trajectory_source.h"
#include "tactus/systems/simulator.h"

using namespace tactus;

constexpr double kMass = 2, kInertia = 0.01;              // kg, kg m^2
constexpr double kStiffness = 2e4, kTurnStiffness = 200;  // N/m, N m/rad

int main() {
  multibody::ModelBuilder bodies;
  bodies.AddBody("box",
                 {.mass = kMass, .I_Bcm = kInertia * Matrix3d::Identity()});
  const std::shared_ptr<const multibody::Model> model =
      std::move(bodies).Build();

  // Up by half a metre while it makes a third of a turn, and back.
  const RigidTransform low = RigidTransform::Identity();
  RigidTransform high(Eigen::Translation3d(0, 0.2, 0.5));
  high.rotate(Eigen::AngleAxisd(2 * std::numbers::pi / 3,
                                Vector3d(1, 1, 1).normalized()));
  const systems::PoseTrajectory path({0, 1, 2}, {low, high, low});

  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<multibody::MultibodyPlant>(model);
  multibody::CartesianImpedance impedance{.body = "box"};
  impedance.stiffness.diagonal().head<3>().setConstant(kTurnStiffness);
  impedance.stiffness.diagonal().tail<3>().setConstant(kStiffness);
  impedance.damping.diagonal() << 2, 2, 2, 250, 250, 250;
  const auto& hand = builder.AddSystem<multibody::CartesianImpedanceController>(
      "hand", model, impedance);
  const auto& source =
      builder.AddSystem<systems::PoseTrajectorySource>("path", path);
  builder.Connect(plant.state_output(), hand.estimated_state_input());
  builder.Connect(source.pose_output(), hand.desired_pose_input());
  builder.Connect(source.velocity_output(), hand.desired_velocity_input());
  builder.Connect(hand.generalized_force_output(),
                  plant.generalized_force_input());
  const auto diagram = std::move(builder).Build();

  systems::Simulator simulator(*diagram);
  simulator.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-6});
  double energy = 0;
  simulator.Observe(0.01, [&](const systems::Context& context) {
    const auto& X_WB =
        plant.body_poses_output().Eval<std::vector<RigidTransform>>(context);
    energy = std::max(
        energy, hand.CalcSpringEnergy(X_WB[1], path.value(context.time())));
  });
  simulator.AdvanceTo(2.5);

  const double a = 10 / std::sqrt(3) * std::hypot(0.2, 0.5);         // m/s^2
  const double turn = 10 / std::sqrt(3) * 2 * std::numbers::pi / 3;  // rad/s^2
  const double expected = std::pow(kMass * a, 2) / (2 * kStiffness) +
                          std::pow(kInertia * turn, 2) / (2 * kTurnStiffness);
  const double left = hand.CalcSpringEnergy(
      plant.body_poses_output().Eval<std::vector<RigidTransform>>(
          simulator.context())[1],
      low);
  std::printf("the spring held up to %.2e J, expected %.2e J; at rest %.1e J\n",
              energy, expected, left);
  return std::abs(energy / expected - 1) < 0.1 && left < 1e-9 ? 0 : 1;
}
