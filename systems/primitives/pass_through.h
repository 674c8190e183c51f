#pragma once

#include <string>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// y = u, for giving a signal a name or one place to branch from.
class PassThrough final : public LeafSystem {
 public:
  PassThrough(std::string name, int size);

  bool CalcOutputJacobians(const LeafContext& context, int output,
                           LeafJacobians* jacobians) const override;

 private:
  void CalcY(const LeafContext& context, VectorXd* y) const;

  InputPort u_;
};

}  // namespace tactus::systems
