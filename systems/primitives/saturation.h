#pragma once

#include <string>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// y_i = min(max(u_i, lower_i), upper_i). A NaN stays a NaN.
class Saturation final : public LeafSystem {
 public:
  /// Bounds may be infinite. @throws std::invalid_argument if the sizes differ,
  /// or unless lower <= upper.
  Saturation(std::string name, const VectorRef& lower, const VectorRef& upper);

  bool CalcOutputJacobians(const LeafContext& context, int output,
                           LeafJacobians* jacobians) const override;

 private:
  void CalcY(const LeafContext& context, VectorXd* y) const;

  const VectorXd lower_, upper_;
  InputPort u_;
};

}  // namespace tactus::systems
