#pragma once

#include "tactus/multibody/plant/multibody_plant.h"

namespace tactus::integrators {

/// Makes the start of a simulation consistent: joints outside their limits are
/// moved onto them, constraints closed, tendons brought within their limits,
/// and the log says by how much (limit_projection.h, start_projection.h).
/// @throws std::invalid_argument where a constraint stays open.
void ProjectStart(const multibody::MultibodyPlant& plant,
                  systems::Context* context);

}  // namespace tactus::integrators
