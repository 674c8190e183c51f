#pragma once

#include <string>
#include <utility>

#include "tactus/multibody/plant/plant_inputs.h"
#include "tactus/systems/primitives/list_concatenation.h"

namespace tactus::multibody {

/// Several lists of forces as one, since a plant has one input for them: inputs
/// forces0, forces1, ..., output spatial_forces.
class SpatialForceConcatenation final
    : public systems::ListConcatenation<SpatialForce> {
 public:
  SpatialForceConcatenation(std::string name, int num_inputs)
      : ListConcatenation(std::move(name), num_inputs, "forces",
                          "spatial_forces") {}
};

/// Likewise of moving surfaces: inputs surfaces0, surfaces1, ..., output
/// surface_velocities.
class SurfaceVelocityConcatenation final
    : public systems::ListConcatenation<SurfaceVelocity> {
 public:
  SurfaceVelocityConcatenation(std::string name, int num_inputs)
      : ListConcatenation(std::move(name), num_inputs, "surfaces",
                          "surface_velocities") {}
};

}  // namespace tactus::multibody
