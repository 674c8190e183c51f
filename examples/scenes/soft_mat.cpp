#include "tactus/examples/scenes/soft_mat.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "tactus/examples/models/models.h"
#include "tactus/examples/scenes/panda.h"
#include "tactus/examples/scenes/solids.h"
#include "tactus/multibody/plant/controllers/inverse_dynamics_controller.h"
#include "tactus/systems/primitives/trajectory_source.h"
#include "tactus/systems/trajectories/cubic_spline.h"

namespace tactus::examples {
namespace {

using multibody::MultibodyPlant;

// The arm's gains [1/s^2, 1/s] and those of its fingers, which weigh 0.12 kg.
constexpr double kArmGain = 1000, kArmRate = 100;
constexpr double kFingerGain = 2e4, kFingerRate = 280;
constexpr double kOverhang = 0.03;              // Of the mat [m].
constexpr double kOpen = 0.02;                  // A finger's way [m].
constexpr double kGripRadius = 0.465;           // Where the edge is taken [m].
constexpr double kGripHeight = 0.452;           // It hangs a little.
constexpr double kGripTilt = 1.3;               // Of the hand [rad].
constexpr double kBack = 0.04, kUp = 0.03;      // Where the tips come from [m].
constexpr double kStand = 0.026, kAway = 0.07;  // After the fold, and then [m].
constexpr double kEnd = 10, kSample = 0.05;     // [s]

// From 0 at `start` to 1 at `end`, with the least jerk.
double Rise(double t, double start, double end) {
  const double s = std::clamp((t - start) / (end - start), 0.0, 1.0);
  return s * s * s * (10 - 15 * s + 6 * s * s);
}

// The arm comes from behind and above, the fingers close, the tips go round the
// crease while the hand turns to point down, the fingers open, the hand leaves.
VectorXd CalcJoints(double t) {
  const double come = Rise(t, 0, 1), close = Rise(t, 1, 1.4);
  const double fold = Rise(t, 1.7, 4.7), open = Rise(t, 5, 5.5);
  const double leave = Rise(t, 5.5, 6.7);
  const double turn = std::numbers::pi * fold;
  const double arm = kMatCrease - kGripRadius;
  VectorXd q(kPandaDofs);
  q.head(kPandaJoints) = CalcPandaJoints(
      {.radius = kMatCrease - arm * std::cos(turn) - kBack * (1 - come),
       .height = kGripHeight + kUp * (1 - come) + arm * std::sin(turn) +
                 kStand * fold + kAway * leave,
       .tilt = kGripTilt * (1 - fold)});
  q[6] += std::numbers::pi / 2;  // One finger above the other.
  q.tail(kPandaFingers).setConstant(kOpen * (1 - close + open));
  return q;
}

systems::PiecewisePolynomial MakeMotion() {
  const int count = static_cast<int>(std::round(kEnd / kSample)) + 1;
  constexpr double kDelta = 1e-4;
  std::vector<double> times;
  MatrixXd q(kPandaDofs, count), v(kPandaDofs, count);
  for (int i = 0; i < count; ++i) {
    const double t = i * kSample;
    times.push_back(t);
    q.col(i) = CalcJoints(t);
    v.col(i) = (CalcJoints(t + kDelta) - CalcJoints(t - kDelta)) / (2 * kDelta);
  }
  return systems::MakeCubicHermite(times, q, v);
}

// An odd number of cells across, so that the fingers take two rows of nodes.
multibody::TetrahedralMesh MakeMatMesh(int cells) {
  const double across = cells * kMatSize.y() / kMatSize.x();
  return multibody::MakeBoxMesh(
      kMatSize / 2, {cells, 2 * static_cast<int>(across / 2) + 1, 1});
}

std::shared_ptr<const multibody::Model> MakeWorld(
    const SoftMatOptions& options) {
  const contact::Material material =
      MakePairMaterial(1e4, 10, options.friction, 1e-3);
  multibody::ModelBuilder builder;
  AddModel("panda.xml", &builder);
  const Vector3d table_half(0.2, 0.2, 0.02);
  AddFixed(&builder, "table", contact::Box{table_half},
           RigidTransform(
               Eigen::Translation3d(kMatStart + kOverhang + table_half.x(), 0,
                                    kMatTableTop - table_half.z())),
           material);
  const Vector3d center(kMatStart + kMatSize.x() / 2, 0,
                        kMatTableTop + kMatSkin + kMatSize.z() / 2);
  builder.AddElasticBody(
      {.name = "mat",
       .solid = std::make_shared<multibody::ElasticSolid>(
           MakeMatMesh(options.cells),
           multibody::ElasticMaterial{.youngs_modulus = options.youngs_modulus,
                                      .poissons_ratio = 0.4,
                                      .density = 1000,
                                      .damping = 2e-3}),
       .X_BS = RigidTransform(Eigen::Translation3d(center)),
       .skin = kMatSkin,
       .self_contact = true,
       .material = material});
  return std::move(builder).Build();
}

multibody::InverseDynamicsGains MakeGains() {
  VectorXd kp(kPandaDofs), kd(kPandaDofs);
  kp << VectorXd::Constant(kPandaJoints, kArmGain),
      VectorXd::Constant(kPandaFingers, kFingerGain);
  kd << VectorXd::Constant(kPandaJoints, kArmRate),
      VectorXd::Constant(kPandaFingers, kFingerRate);
  return {.kp = kp, .ki = {}, .kd = kd};
}

}  // namespace

SceneInstance MakeSoftMat(const SoftMatOptions& options) {
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(MakeWorld(options));
  const auto& controller =
      builder.AddSystem<multibody::InverseDynamicsController>(
          "controller", MakePandaModel(), MakeGains());
  const auto& motion =
      builder.AddSystem<systems::TrajectorySource>("motion", MakeMotion());

  ConnectPandaState(plant, controller.estimated_state_input(), &builder);
  builder.Connect(motion.get_output_port(), controller.desired_state_input());
  builder.Connect(controller.actuation_output(), plant.actuation_input());

  SceneInstance scene = MakeScene(std::move(builder), plant);
  VectorXd q = plant.positions(scene.context);
  q.head(kPandaDofs) = CalcJoints(0);
  plant.SetPositions(&scene.context, q);
  return scene;
}

}  // namespace tactus::examples
