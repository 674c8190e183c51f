#include "tactus/systems/primitives/check_block.h"

#include <cmath>
#include <stdexcept>

#include <spdlog/fmt/fmt.h>

namespace tactus::systems {

void CheckBlock(const LeafSystem& block, bool good,
                std::string_view complaint) {
  if (good) return;
  throw std::invalid_argument(
      fmt::format("block '{}': {}", block.name(), complaint));
}

void CheckFinite(const LeafSystem& block, std::string_view what,
                 const Eigen::Ref<const MatrixXd>& values) {
  CheckBlock(block, values.allFinite(), fmt::format("{} must be finite", what));
}

void CheckPeriod(const LeafSystem& block, double period) {
  CheckBlock(block, std::isfinite(period) && period > 0,
             fmt::format("the period must be positive, but is {} s", period));
}

}  // namespace tactus::systems
