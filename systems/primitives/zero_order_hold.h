#pragma once

#include <string>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// Samples its input and holds it:
///
///     y(t) = u(t_k)   for t_k < t <= t_(k+1),     t_k = o + k P
///
/// and zero up to o. The output has no direct feed-through.
class ZeroOrderHold final : public LeafSystem {
 public:
  /// `period` P and `offset` o in [s].
  ZeroOrderHold(std::string name, double period, int size, double offset = 0);

 private:
  void Sample(const LeafContext& context, NextState* next) const;
  void CalcY(const LeafContext& context, VectorXd* y) const;

  InputPort u_;
};

}  // namespace tactus::systems
