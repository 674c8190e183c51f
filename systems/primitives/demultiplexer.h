#pragma once

#include <string>
#include <vector>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// [y0; y1; ...] = u, the input cut into consecutive pieces.
class Demultiplexer final : public LeafSystem {
 public:
  /// One output of each size.
  Demultiplexer(std::string name, const std::vector<int>& sizes);

  bool CalcOutputJacobians(const LeafContext& context, int output,
                           LeafJacobians* jacobians) const override;

 private:
  InputPort u_;
};

}  // namespace tactus::systems
