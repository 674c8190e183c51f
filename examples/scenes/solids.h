#pragma once

#include <string>

#include "tactus/contact/material.h"
#include "tactus/contact/shape.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::examples {

/// Adds a free solid of uniform density that starts at `X_WB`. Returns its
/// body.
int AddSolid(multibody::ModelBuilder* builder, std::string name,
             const contact::Shape& shape, double density,
             const RigidTransform& X_WB, const contact::Material& material);

/// Adds a shape fixed to the world.
void AddFixed(multibody::ModelBuilder* builder, std::string name,
              const contact::Shape& shape, const RigidTransform& X_WG,
              const contact::Material& material);

/// A material whose pairs with itself have the given stiffness: springs of
/// twice the stiffness in series.
contact::Material MakePairMaterial(double pair_stiffness, double dissipation,
                                   double friction, double stiction_velocity);

}  // namespace tactus::examples
