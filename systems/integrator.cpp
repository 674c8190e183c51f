#include "tactus/systems/integrator.h"

#include <spdlog/fmt/fmt.h>

namespace tactus::systems {

IntegrationError::IntegrationError(double time, const std::string& message)
    : std::runtime_error(fmt::format("at t = {:.9g} s: {}", time, message)),
      time_(time) {}

}  // namespace tactus::systems
