#pragma once

#include <string>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// A sine wave and its derivatives, element by element:
///
///     y     =      a     sin(w t + phi)
///     ydot  =      a w   cos(w t + phi)
///     yddot =    - a w^2 sin(w t + phi)
///
///     a  amplitude        w  angular frequency [rad/s]      phi  phase [rad]
///
/// Outputs "y", "ydot" and "yddot". Steps with error control are a twentieth
/// of the shortest period at most.
class Sine final : public LeafSystem {
 public:
  /// @throws std::invalid_argument if the sizes differ.
  Sine(std::string name, const VectorRef& amplitude, const VectorRef& frequency,
       const VectorRef& phase);
  /// `size` equal waves.
  Sine(std::string name, double amplitude, double frequency, double phase,
       int size);

 private:
  void CalcY(const LeafContext& context, VectorXd* y) const;
  void CalcYdot(const LeafContext& context, VectorXd* ydot) const;
  void CalcYddot(const LeafContext& context, VectorXd* yddot) const;

  const Eigen::ArrayXd a_, w_, phi_;
};

}  // namespace tactus::systems
