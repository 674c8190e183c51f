#pragma once

#include <memory>
#include <utility>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

/// A cube of one kilogram on the ground, z = 0: four contacts.
namespace tactus::multibody::test {

constexpr double kHalf = 0.05;  // half a side [m]
constexpr double kGravity = 9.81;

inline contact::Material MakeMaterial(double stiffness, double dissipation,
                                      double friction) {
  return {.stiffness = stiffness,
          .dissipation = dissipation,
          .static_friction = friction,
          .dynamic_friction = friction,
          .stiction_velocity = 1e-3};
}

struct BoxScene {
  contact::Material ground = MakeMaterial(3e4, 20, 0.5);
  contact::Material box = MakeMaterial(1e4, 4, 0.5);
  /// Whether the box comes before the ground in the order of geometries: the
  /// collision engine's normals then point the other way.
  bool box_first = false;
  /// The ground's surface is z = 0 of this frame.
  RigidTransform X_WG = RigidTransform::Identity();
};

inline std::shared_ptr<const Model> MakeBoxModel(const BoxScene& scene) {
  ModelBuilder builder;
  const contact::Box cube{Vector3d::Constant(kHalf)};
  const int body = builder.AddBody(
      "box", MakeSolidInertia(cube, 1000, RigidTransform::Identity()));
  const contact::Geometry ground{.name = "ground",
                                 .body = 0,
                                 .X_BG = scene.X_WG,
                                 .shape = contact::HalfSpace{},
                                 .material = scene.ground};
  const contact::Geometry box{
      .name = "box", .body = body, .shape = cube, .material = scene.box};
  builder.AddGeometry(scene.box_first ? box : ground);
  builder.AddGeometry(scene.box_first ? ground : box);
  return std::move(builder).Build();
}

/// Positions of the box: upright, its lower face `depth` below the ground.
inline VectorXd BoxPositions(double depth) {
  VectorXd q(7);
  q << 0.2, -0.1, kHalf - depth, 1, 0, 0, 0;
  return q;
}

}  // namespace tactus::multibody::test
