#include "tactus/multibody/plant/forces/stored_energy.h"

#include "tactus/multibody/plant/forces/force_element.h"
#include "tactus/systems/diagram.h"

namespace tactus::multibody {

double CalcStoredEnergy(const MultibodyPlant& plant,
                        const systems::Context& context) {
  const systems::Diagram& diagram = context.diagram();
  double energy = 0;
  for (const systems::LeafSystem* leaf : diagram.leaves()) {
    const auto* element = dynamic_cast<const ForceElement*>(leaf);
    if (element == nullptr) continue;
    const auto poses = diagram.ConnectedOutput(element->body_poses_input());
    if (poses && *poses == plant.body_poses_output())
      energy += element->CalcEnergy(context);
  }
  return energy;
}

double CalcTotalEnergy(const MultibodyPlant& plant,
                       const systems::Context& context) {
  return plant.CalcEnergy(context) + CalcStoredEnergy(plant, context);
}

}  // namespace tactus::multibody
