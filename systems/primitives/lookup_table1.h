#pragma once

#include <string>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// A curve known at points, with straight lines between them:
///
///     y = (1 - s) y_i + s y_(i+1),   s = (u - x_i) / (x_(i+1) - x_i)
///         for x_i <= u <= x_(i+1)
///
/// and the first or last point's value where u lies outside. A NaN stays a NaN.
///
///     u    input, one number
///     x_i  the points, increasing            y_i  values there, m numbers each
///     y    output, m numbers
class LookupTable1 final : public LeafSystem {
 public:
  /// `x` has K >= 1 points, `y` is m x K with a column for each.
  /// @throws std::invalid_argument if the sizes do not match, x does not
  /// increase or a number is not finite.
  LookupTable1(std::string name, const VectorRef& x, const MatrixXd& y);

 private:
  void CalcY(const LeafContext& context, VectorXd* y) const;

  const VectorXd x_;
  const MatrixXd y_;
  InputPort u_;
};

}  // namespace tactus::systems
