#pragma once

#include <string>
#include <vector>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// y = [u0; u1; ...], the inputs one below the other.
class Multiplexer final : public LeafSystem {
 public:
  /// One input of each size.
  Multiplexer(std::string name, const std::vector<int>& sizes);

  bool CalcOutputJacobians(const LeafContext& context, int output,
                           LeafJacobians* jacobians) const override;

 private:
  void CalcY(const LeafContext& context, VectorXd* y) const;
};

}  // namespace tactus::systems
