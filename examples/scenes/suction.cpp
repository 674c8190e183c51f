// Figure 13 of the CENIC paper: a vacuum gripper comes down on a box, catches
// it out of the air and carries it up. Nine cups of 30 mm, at 60 kPa, pull with
// 42 N each at a box of 250 g, on bellows of 5 g that it presses into the pad.
#include "tactus/examples/scenes/scene.h"
#include "tactus/examples/scenes/solids.h"
#include "tactus/multibody/plant/forces/bellows.h"
#include "tactus/multibody/plant/forces/vacuum_gripper.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/trajectory_source.h"
#include "tactus/systems/trajectories/minimum_jerk.h"

namespace tactus::examples {
namespace {

using multibody::ModelBuilder;
using multibody::SuctionCup;

const Vector3d kPadHalf(0.07, 0.07, 0.015);  // [m]
const Vector3d kBoxHalf(0.06, 0.06, 0.04);   // [m]
// Heights of the pad's foot [m].
constexpr double kStart = 0.16, kLow = 0.12, kHigh = 0.22;

RigidTransform At(double z) {
  return RigidTransform(Eigen::Translation3d(0, 0, z));
}

// A pad on a vertical rail, with a servo.
int AddPad(ModelBuilder* builder, const contact::Material& material) {
  return AddServoSlide(builder, "pad", contact::Box{kPadHalf}, 3000,
                       {.name = "rail",
                        .X_WF = At(kPadHalf.z()),  // z: height of the foot
                        .axis_F = Vector3d::UnitZ(),
                        .stiffness = 5e4,
                        .damping = 1e3,
                        .start = kStart},
                       material);
}

}  // namespace

SceneInstance MakeSuction() {
  const contact::Material material = MakePairMaterial(1e5, 10, 0.5, 1e-4);
  ModelBuilder builder;
  AddFixed(&builder, "table", contact::Box{{0.3, 0.3, 0.02}}, At(-0.02),
           material);
  const double volume = 8 * kBoxHalf.prod();
  AddSolid(&builder, "box", contact::Box{kBoxHalf}, 0.25 / volume,
           At(kBoxHalf.z()), material);
  // The bellows look down from the pad's foot.
  RigidTransform X_PadG = At(-kPadHalf.z());
  X_PadG.rotate(Eigen::AngleAxisd(EIGEN_PI, Vector3d::UnitX()));
  const std::vector<SuctionCup> cups =
      multibody::AddBellows(&builder, {.body = AddPad(&builder, material),
                                       .X_BG = X_PadG,
                                       .material = material,
                                       .reaction_on_carrier = true});

  systems::DiagramBuilder diagram;
  const auto& plant =
      diagram.AddSystem<multibody::MultibodyPlant>(std::move(builder).Build());
  const auto& gripper = diagram.AddSystem<multibody::VacuumGripper>(
      "gripper", plant.shared_model(), cups,
      multibody::VacuumGripperParameters{
          .law = {.max_force = 42, .decay_length = 0.005, .range = 0.04}});
  const auto& pump = diagram.AddSystem<systems::ConstantVectorSource>(
      "pump", VectorXd::Ones(1));
  const auto& lift = diagram.AddSystem<systems::TrajectorySource>(
      "lift",
      systems::MakeMinimumJerk({0, 0.4, 0.6, 2},
                               Eigen::RowVector4d(kStart, kLow, kLow, kHigh)),
      0);
  diagram.Connect(pump.get_output_port(), gripper.suction_input());
  diagram.Connect(lift.get_output_port(), plant.actuation_input());
  ConnectForces(plant, {&gripper}, &diagram);
  SceneInstance scene;
  scene.diagram = std::move(diagram).Build();
  scene.plant = &plant;
  scene.context = scene.diagram->CreateDefaultContext();
  return scene;
}

}  // namespace tactus::examples
