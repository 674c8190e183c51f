#pragma once

#include <string>
#include <vector>

#include "tactus/multibody/plant/plant_inputs.h"
#include "tactus/systems/leaf_system.h"

namespace tactus::multibody {

/// Several lists of forces as one, since a plant has one input for them:
///
///   input               type                   when unconnected
///   forces0, forces1,   vector<SpatialForce>   none
///   ...
///
///   output
///   spatial_forces      vector<SpatialForce>, the inputs' one after another
class SpatialForceConcatenation final : public systems::LeafSystem {
 public:
  /// @throws std::invalid_argument unless there is at least one input.
  SpatialForceConcatenation(std::string name, int num_inputs);

 private:
  void CalcForces(const systems::LeafContext& context,
                  std::vector<SpatialForce>* forces) const;
};

}  // namespace tactus::multibody
