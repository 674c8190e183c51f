// The boxes of the Dojo paper: thrown, slid and pushed, on hard ground.
#include "tactus/examples/scenes/scene.h"
#include "tactus/examples/scenes/solids.h"
#include "tactus/systems/primitives/trajectory_source.h"

namespace tactus::examples {
namespace {

constexpr double kEdge = 0.5, kMass = 1;  // [m], [kg]

// A cube above the ground by `height` [m].
std::shared_ptr<const multibody::Model> MakeBoxModel(double height, double mu) {
  const contact::Material material = MakePairMaterial(1e5, 10, mu, 1e-4);
  multibody::ModelBuilder builder;
  AddFixed(&builder, "ground", contact::HalfSpace{}, RigidTransform::Identity(),
           material);
  AddSolid(&builder, "box", contact::Box{Vector3d::Constant(kEdge / 2)},
           kMass / (kEdge * kEdge * kEdge),
           RigidTransform(Eigen::Translation3d(0, 0, height + kEdge / 2)),
           material);
  return std::move(builder).Build();
}

SceneInstance MakeThrownBox(double height, double mu, const Vector6d& V_WB) {
  SceneInstance scene = MakePlantScene(MakeBoxModel(height, mu));
  scene.plant->SetVelocities(&scene.context, V_WB);
  return scene;
}

}  // namespace

// The spin, about no axis of symmetry, is ours.
SceneInstance MakeBoxToss() {
  Vector6d V_WB;
  V_WB << 1, -2, 0.5, 1, 1.5, 1;
  return MakeThrownBox(0.5, 0.1, V_WB);
}

// Figure 5: off the axes, where a linearised cone bends its way.
SceneInstance MakeSlidingBox() {
  Vector6d V_WB;
  V_WB << 0, 0, 0, 4, 0.8, 0;
  return MakeThrownBox(0.25, 0.25, V_WB);
}

// A force along x that grows from nothing to twice what friction holds: the
// block gives way after one of the two seconds.
SceneInstance MakePushedBlock() {
  constexpr double kMu = 0.5, kMost = 2 * kMu * kMass * 9.81;
  systems::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<multibody::MultibodyPlant>(MakeBoxModel(0, kMu));
  MatrixXd force = MatrixXd::Zero(6, 2);  // Moments, then forces.
  force(3, 1) = kMost;
  const auto& push = builder.AddSystem<systems::TrajectorySource>(
      "push", systems::MakePiecewiseLinear({0, 2}, force), 0);
  builder.Connect(push.get_output_port(), plant.generalized_force_input());
  return MakeScene(std::move(builder), plant);
}

}  // namespace tactus::examples
