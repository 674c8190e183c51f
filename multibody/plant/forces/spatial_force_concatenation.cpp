#include "tactus/multibody/plant/forces/spatial_force_concatenation.h"

#include <utility>

#include "tactus/common/require.h"

namespace tactus::multibody {

SpatialForceConcatenation::SpatialForceConcatenation(std::string name,
                                                     int num_inputs)
    : LeafSystem(std::move(name)) {
  Require(num_inputs > 0, "block '" + this->name() + "' needs an input");
  for (int i = 0; i < num_inputs; ++i) {
    DeclareAbstractInputPort<std::vector<SpatialForce>>("forces" +
                                                        std::to_string(i));
  }
  DeclareAbstractOutputPort("spatial_forces", std::vector<SpatialForce>(),
                            &SpatialForceConcatenation::CalcForces,
                            systems::Reads::kInputs);
}

void SpatialForceConcatenation::CalcForces(
    const systems::LeafContext& context,
    std::vector<SpatialForce>* forces) const {
  forces->clear();
  for (int i = 0; i < num_input_ports(); ++i) {
    const systems::InputPort port = get_input_port(i);
    if (!port.HasValue(context)) continue;
    const auto& part = port.Eval<std::vector<SpatialForce>>(context);
    forces->insert(forces->end(), part.begin(), part.end());
  }
}

}  // namespace tactus::multibody
