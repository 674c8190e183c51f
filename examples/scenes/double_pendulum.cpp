// Two capsules on hinges about y, the upper one hung from the world: the model
// on which the CENIC specification fixes its golden step counts.
#include <numbers>

#include "tactus/examples/scenes/scene.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::examples {

using multibody::JointType;
using multibody::ModelBuilder;

SceneInstance MakeDoublePendulum() {
  constexpr double kHalfLength = 0.1;  // [m]
  constexpr double kRadius = 0.01;
  constexpr double kDensity = 1000;   // [kg/m^3]
  constexpr double kDamping = 0.001;  // [N m s/rad]
  const contact::Capsule shape{.radius = kRadius, .half_length = kHalfLength};
  const multibody::SpatialInertia inertia =
      multibody::MakeSolidInertia(shape, kDensity, RigidTransform::Identity());

  ModelBuilder builder;
  const RigidTransform above(Eigen::Translation3d(0, 0, kHalfLength));
  const RigidTransform below(Eigen::Translation3d(0, 0, -kHalfLength));
  int parent = 0;
  RigidTransform X_PF = RigidTransform::Identity();
  for (const char* name : {"upper", "lower"}) {
    const int link = builder.AddBody(name, inertia);
    builder.AddGeometry(
        {.name = name, .body = link, .shape = shape, .material = {}});
    builder.AddJoint({.name = std::string(name) + "_hinge",
                      .type = JointType::kRevolute,
                      .parent = parent,
                      .child = link,
                      .X_PF = X_PF,
                      .X_CM = above,
                      .axis_F = Vector3d::UnitY(),
                      .damping = kDamping});
    parent = link;
    X_PF = below;
  }
  SceneInstance scene = MakePlantScene(std::move(builder).Build());
  scene.plant->SetPositions(
      &scene.context, Vector2d(std::numbers::pi / 4, std::numbers::pi / 2));
  scene.plant->SetVelocities(&scene.context, Vector2d(0.1, 0.2));
  return scene;
}

}  // namespace tactus::examples
