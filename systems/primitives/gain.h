#pragma once

#include <string>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// y_i = k_i u_i
class Gain final : public LeafSystem {
 public:
  Gain(std::string name, const VectorRef& k);
  /// The same gain `size` times.
  Gain(std::string name, double k, int size);

  bool CalcOutputJacobians(const LeafContext& context, int output,
                           LeafJacobians* jacobians) const override;

 private:
  void CalcY(const LeafContext& context, VectorXd* y) const;

  const VectorXd k_;
  InputPort u_;
};

}  // namespace tactus::systems
