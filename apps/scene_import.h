#pragma once

#include "tactus/apps/neutral_scene.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps {

/// Adds a scene's shapes and bodies to a model. Surfaces are springs in series:
/// each is twice as stiff as their pairs.
void AddNeutralScene(const NeutralScene& scene,
                     multibody::ModelBuilder* builder);

/// The velocities that its bodies start with, as those of a model that holds
/// the scene alone.
VectorXd CalcStartVelocities(const NeutralScene& scene,
                             const multibody::Model& model);

}  // namespace tactus::apps
