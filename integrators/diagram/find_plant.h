#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tactus/integrators/step_functions/step_failure.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram.h"

namespace tactus::integrators {

class StepFunction;

/// Returns the diagram's plant. @throws std::invalid_argument unless there is
/// exactly one.
const multibody::MultibodyPlant& FindPlant(const systems::Diagram& diagram);

/// @throws std::invalid_argument, naming the first one and the method, where
/// there are elastic bodies.
void RequireNoElasticBodies(const multibody::Model& model,
                            std::string_view method);

/// @throws std::invalid_argument, naming the geometry and the method, where
/// friction along a grain is another than across.
void RequireIsotropicFriction(const multibody::Model& model,
                              std::string_view method);

/// @throws std::invalid_argument, naming the geometry and the method, where a
/// surface has a coefficient of restitution.
void RequireNoRestitution(const multibody::Model& model,
                          std::string_view method);

/// @throws std::invalid_argument, naming the first one and the method, where
/// there are elastic bodies, cables, grains or restitution that the method does
/// not take.
/// `name`: what a user calls the method, if not by its own name.
void RequireTaken(const multibody::Model& model, const StepFunction& method,
                  std::string_view name = {});

/// Names the plant's input that holds a NaN or infinite value, and the block it
/// comes from; nothing when all are finite.
std::optional<StepFailure> FindNonFiniteInput(
    const multibody::MultibodyPlant& plant, const systems::Context& context,
    const multibody::PlantInputs& inputs);

/// Names the block whose time derivative is not finite at what `context` holds,
/// the plant left out of the search.
StepFailure BlameNonFiniteDerivative(const systems::Diagram& diagram,
                                     const multibody::MultibodyPlant& plant,
                                     const systems::Context& context);

}  // namespace tactus::integrators
