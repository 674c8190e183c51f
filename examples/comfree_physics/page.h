#pragma once

#include <span>
#include <string>
#include <vector>

#include "tactus/examples/comfree_physics/experiment.h"

namespace tactus::examples {

/// A page that needs nothing from elsewhere. `plots`: one <svg> element per
/// experiment, or an empty string.
std::string MakePage(std::span<const Experiment> experiments,
                     const std::vector<std::string>& plots);

}  // namespace tactus::examples
