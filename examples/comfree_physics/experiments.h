#pragma once

#include <vector>

#include "tactus/examples/comfree_physics/experiment.h"

namespace tactus::examples {

/// What ComFree does to creep, friction, lift, stopping and softness: measured,
/// beside the formulas of closed_forms.h, and beside ICF and Coulomb. Takes
/// some seconds.
std::vector<Experiment> MakeComFreeExperiments();

}  // namespace tactus::examples
