#pragma once

#include "tactus/multibody/plant/multibody_plant.h"

namespace tactus::multibody {

/// What the force elements that act on the plant store, the sum of their
/// ForceElement::CalcEnergy() over those of the context's diagram whose poses
/// come from this plant [J].
double CalcStoredEnergy(const MultibodyPlant& plant,
                        const systems::Context& context);

/// MultibodyPlant::CalcEnergy() and CalcStoredEnergy(): what stays the same in
/// a lossless mechanism [J].
double CalcTotalEnergy(const MultibodyPlant& plant,
                       const systems::Context& context);

}  // namespace tactus::multibody
