#pragma once

#include <concepts>
#include <string>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// A dead time of whole sampling periods, as a bus or a camera has:
///
///     y(t) = u(t_(k-N))   for t_k < t <= t_(k+1),     t_k = k P
///
/// and y0 until t_N. With N = 0 this is a ZeroOrderHold. Seen from outside, the
/// signal is late by N P to (N + 1) P.
///
///     u, y  input and output      N  samples      P  period [s]
///     y0    what comes out before anything that went in
///
/// The output has no direct feed-through.
class DiscreteDelay final : public LeafSystem {
 public:
  /// @throws std::invalid_argument if N < 0, P <= 0, or y0 is not finite.
  DiscreteDelay(std::string name, int num_samples, double period,
                const VectorRef& y0);
  /// With y0 = 0.
  DiscreteDelay(std::string name, int num_samples, double period, int size)
      : DiscreteDelay(std::move(name), num_samples, period,
                      VectorXd::Zero(size)) {}
  /// The number of samples comes first: a period in its place would become 0.
  template <std::floating_point Period, class Size>
  DiscreteDelay(std::string name, Period period, int num_samples,
                const Size& size) = delete;

 private:
  void Sample(const LeafContext& context, NextState* next) const;
  void CalcY(const LeafContext& context, VectorXd* y) const;

  const int num_samples_;
  InputPort u_;
};

}  // namespace tactus::systems
