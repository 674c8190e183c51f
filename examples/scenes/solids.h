#pragma once

#include <string>

#include "tactus/contact/geometry/material.h"
#include "tactus/contact/geometry/shapes/shape.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::examples {

/// Adds a free solid of uniform density that starts at `X_WB`. Returns its
/// body.
int AddSolid(multibody::ModelBuilder* builder, std::string name,
             const contact::Shape& shape, double density,
             const RigidTransform& X_WB, const contact::Material& material);

/// A joint and its servo: a motor with the force k (u - q) - d v.
struct ServoSlide {
  std::string name = {};  ///< Of the joint and its motor.
  RigidTransform X_WF = RigidTransform::Identity();
  Vector3d axis_F = Vector3d::UnitX();
  double stiffness = 0, damping = 0;  ///< k [N/m], d [N s/m]
  double start = 0;                   ///< [m]
};

/// Adds a solid on a slide that a servo drives along. Returns its body.
int AddServoSlide(multibody::ModelBuilder* builder, std::string name,
                  const contact::Shape& shape, double density,
                  const ServoSlide& slide, const contact::Material& material);

/// Adds a shape fixed to the world.
void AddFixed(multibody::ModelBuilder* builder, std::string name,
              const contact::Shape& shape, const RigidTransform& X_WG,
              const contact::Material& material);

/// A material whose pairs with itself have the given stiffness: springs of
/// twice the stiffness in series.
contact::Material MakePairMaterial(double pair_stiffness, double dissipation,
                                   double friction, double stiction_velocity);

/// The same with a pressure field of this modulus [Pa], and without one.
contact::Material WithModulus(contact::Material material, double modulus);
contact::Material AsRigid(contact::Material material);

}  // namespace tactus::examples
