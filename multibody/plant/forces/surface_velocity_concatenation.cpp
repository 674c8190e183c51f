#include "tactus/multibody/plant/forces/surface_velocity_concatenation.h"

#include <utility>

#include "tactus/common/require.h"

namespace tactus::multibody {

SurfaceVelocityConcatenation::SurfaceVelocityConcatenation(std::string name,
                                                           int num_inputs)
    : LeafSystem(std::move(name)) {
  Require(num_inputs > 0, "block '" + this->name() + "' needs an input");
  for (int i = 0; i < num_inputs; ++i) {
    DeclareAbstractInputPort<std::vector<SurfaceVelocity>>("surfaces" +
                                                           std::to_string(i));
  }
  DeclareAbstractOutputPort(
      "surface_velocities", std::vector<SurfaceVelocity>(),
      &SurfaceVelocityConcatenation::CalcSurfaces, systems::Reads::kInputs);
}

void SurfaceVelocityConcatenation::CalcSurfaces(
    const systems::LeafContext& context,
    std::vector<SurfaceVelocity>* surfaces) const {
  surfaces->clear();
  for (int i = 0; i < num_input_ports(); ++i) {
    const systems::InputPort port = get_input_port(i);
    if (!port.HasValue(context)) continue;
    const auto& part = port.Eval<std::vector<SurfaceVelocity>>(context);
    surfaces->insert(surfaces->end(), part.begin(), part.end());
  }
}

}  // namespace tactus::multibody
