#pragma once

#include <string>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// A switch that does not chatter, as in a thermostat (a Schmitt trigger): on
/// above, off below, and in between as it was. At t_k = k P, element by
/// element:
///
///     y <- 1   if u >= upper
///     y <- 0   if u <= lower,  and not u >= upper
///     y stays  in between
///
///     u  input      y  output, 0 or 1, and discrete state      P  period [s]
///
/// The output changes at samples only, and has no direct feed-through.
class HysteresisComparator final : public LeafSystem {
 public:
  /// `initially_on`: y before the first sample.
  /// @throws std::invalid_argument if the bounds differ in number, unless lower
  /// <= upper, or if P <= 0. A NaN at a sample throws std::domain_error.
  HysteresisComparator(std::string name, const VectorRef& lower,
                       const VectorRef& upper, double period,
                       bool initially_on = false);

 private:
  void Sample(const LeafContext& context, NextState* next) const;
  void CalcY(const LeafContext& context, VectorXd* y) const;

  const VectorXd lower_, upper_;
  InputPort u_;
};

}  // namespace tactus::systems
