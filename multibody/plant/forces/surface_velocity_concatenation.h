#pragma once

#include <string>
#include <vector>

#include "tactus/multibody/plant/plant_inputs.h"
#include "tactus/systems/leaf_system.h"

namespace tactus::multibody {

/// Several lists of moving surfaces as one, since a plant has one input for
/// them:
///
///   input                 type                      when unconnected
///   surfaces0,            vector<SurfaceVelocity>   none
///   surfaces1, ...
///
///   output
///   surface_velocities    vector<SurfaceVelocity>, the inputs' one after
///                         another
class SurfaceVelocityConcatenation final : public systems::LeafSystem {
 public:
  /// @throws std::invalid_argument unless there is at least one input.
  SurfaceVelocityConcatenation(std::string name, int num_inputs);

 private:
  void CalcSurfaces(const systems::LeafContext& context,
                    std::vector<SurfaceVelocity>* surfaces) const;
};

}  // namespace tactus::multibody
