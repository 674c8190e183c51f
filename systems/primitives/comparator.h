#pragma once

#include <string>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// From a quantity to a Boolean signal, element by element:
///
///     y_i = 1 if u_i >= threshold_i, else 0
///
/// It jumps, and an integrator sees it jump: within a step of accuracy control
/// the time of the jump is found by rejected steps. A HysteresisComparator
/// jumps at its samples only, and does not chatter. A NaN stays a NaN.
class Comparator final : public LeafSystem {
 public:
  /// @throws std::invalid_argument if a threshold is NaN.
  Comparator(std::string name, const VectorRef& threshold);

 private:
  void CalcY(const LeafContext& context, VectorXd* y) const;

  const VectorXd threshold_;
  InputPort u_;
};

}  // namespace tactus::systems
