#include "fuzz/checkpoint_scene.h"

#include <memory>
#include <utility>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/discrete_delay.h"
#include "tactus/systems/primitives/random_source.h"

namespace tactus::test {
namespace {

using multibody::MultibodyPlant;

std::shared_ptr<const multibody::Model> MakeModel() {
  multibody::ModelBuilder builder;
  const multibody::SpatialInertia inertia{.mass = 1,
                                          .I_Bcm = Matrix3d::Identity()};
  const int rod = builder.AddBody("rod", inertia);
  const int hinge = builder.AddJoint({.name = "hinge",
                                      .type = multibody::JointType::kRevolute,
                                      .parent = 0,
                                      .child = rod});
  builder.AddActuator({.name = "motor", .joint = hinge});
  const int floating = builder.AddBody("floating", inertia);
  builder.AddGeometry({.name = "ball",
                       .body = floating,
                       .shape = contact::Sphere{0.1},
                       .material = {}});
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .X_BG = RigidTransform(Eigen::Translation3d(0, 0, -0.1)),
                       .shape = contact::HalfSpace{},
                       .material = {}});
  return std::move(builder).Build();
}

std::unique_ptr<systems::Diagram> MakeDiagram() {
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(MakeModel());
  const auto& delay = builder.AddSystem<systems::DiscreteDelay>(
      "delay", 2, 0.01, VectorXd::Zero(1));
  const auto& noise = builder.AddSystem<systems::RandomSource>(
      "noise",
      systems::UniformDistribution{VectorXd::Zero(1), VectorXd::Ones(1)}, 0.01,
      7);
  builder.Connect(noise.get_output_port(), delay.get_input_port());
  builder.Connect(delay.get_output_port(), plant.actuation_input());
  return std::move(builder).Build();
}

}  // namespace

systems::Simulator MakeCheckpointSimulator() {
  static const auto diagram = MakeDiagram();
  systems::Simulator simulator(*diagram);
  simulator.reset_integrator<integrators::Cenic>();
  return simulator;
}

}  // namespace tactus::test
