// A winch pulls a box of 1 kg over rough ground by a cable: four beads of 10 g
// and five springs between them. While the winch creeps, the box sticks, until
// the cable pulls with mu_s m g, and slips; when it hurries, the box slides
// steadily at mu_d m g.
#include "tactus/examples/scenes/scene.h"
#include "tactus/examples/scenes/solids.h"
#include "tactus/multibody/plant/forces/spring_damper.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/trajectory_source.h"

namespace tactus::examples {
namespace {

using multibody::BodyPoint;
using multibody::Model;
using multibody::ModelBuilder;

const Vector3d kBoxHalf(0.1, 0.08, 0.06);  // [m]
constexpr int kNumBeads = 4;
// Of one piece of cable; five of them in a row have a fifth of it.
constexpr multibody::SpringDamperParameters kPiece{
    .free_length = 0.1, .stiffness = 500, .damping = 15};
// At the start the pieces are stretched by 4 mm: 2 N, too little to pull it.
constexpr double kPieceLength = 0.104;

// How far along x, from the box's front, piece i of the cable begins.
Vector3d BeginOfPiece(int i) {
  return {kBoxHalf.x() + kPieceLength * i, 0, kBoxHalf.z()};
}

// On a rail along x, with a servo.
void AddWinch(ModelBuilder* builder, const contact::Material& material) {
  AddServoSlide(
      builder, "winch", contact::Box{Vector3d(0.02, 0.04, 0.02)}, 8000,
      {.name = "rail",
       .X_WF =
           RigidTransform(Eigen::Translation3d(BeginOfPiece(kNumBeads + 1))),
       .stiffness = 1e4,
       .damping = 200},
      material);
}

std::shared_ptr<const Model> MakeModel() {
  contact::Material material = MakePairMaterial(1e5, 10, 0.4, 1e-4);
  material.static_friction = 0.6;
  ModelBuilder builder;
  AddFixed(&builder, "ground", contact::HalfSpace{}, RigidTransform::Identity(),
           material);
  const double depth = 9.81 / (4 * 1e5);
  AddSolid(&builder, "box", contact::Box{kBoxHalf}, 1 / (8 * kBoxHalf.prod()),
           RigidTransform(Eigen::Translation3d(0, 0, kBoxHalf.z() - depth)),
           material);
  for (int i = 0; i < kNumBeads; ++i) {
    constexpr double kRadius = 0.01, kDensity = 2387;
    AddSolid(&builder, "bead" + std::to_string(i), contact::Sphere{kRadius},
             kDensity,
             RigidTransform(Eigen::Translation3d(BeginOfPiece(i + 1))),
             material);
  }
  AddWinch(&builder, material);
  return std::move(builder).Build();
}

// Creeps for 4 s, then hurries for as long.
systems::PiecewisePolynomial MakePull() {
  return systems::MakePiecewiseLinear({0, 4, 8},
                                      Eigen::RowVector3d(0, 0.2, 1.8));
}

}  // namespace

SceneInstance MakeCablePull() {
  systems::DiagramBuilder diagram;
  const auto& plant = diagram.AddSystem<multibody::MultibodyPlant>(MakeModel());
  const Model& model = plant.model();
  const auto& pull =
      diagram.AddSystem<systems::TrajectorySource>("pull", MakePull(), 0);
  diagram.Connect(pull.get_output_port(), plant.actuation_input());

  std::vector<const multibody::ForceElement*> cable;
  BodyPoint begin{model.BodyIndex("box"), {kBoxHalf.x(), 0, 0}};
  for (int i = 0; i <= kNumBeads; ++i) {
    const std::string next =
        i < kNumBeads ? "bead" + std::to_string(i) : "winch";
    const BodyPoint end{model.BodyIndex(next)};
    cable.push_back(&diagram.AddSystem<multibody::SpringDamper>(
        "cable" + std::to_string(i), plant.shared_model(), begin, end, kPiece));
    begin = end;
  }
  ConnectForces(plant, cable, &diagram);
  SceneInstance scene;
  scene.diagram = std::move(diagram).Build();
  scene.plant = &plant;
  scene.context = scene.diagram->CreateDefaultContext();
  return scene;
}

}  // namespace tactus::examples
