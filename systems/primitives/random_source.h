#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// Each element uniform between its bounds, independently.
struct UniformDistribution {
  VectorXd lower{}, upper{};
};

/// Each element with its own mean and standard deviation, independently.
struct GaussianDistribution {
  VectorXd mean{}, deviation{};
};

/// Noise: a new random vector every P seconds, held in between,
///
///     y(t) = xi_k   for k P < t <= (k + 1) P,     xi_k independent
///
/// starting with xi_0 at t = 0. Its spectrum is flat up to about 1/(2P):
/// sampled noise with a deviation of sqrt(S / P) acts on anything much slower
/// than P as white noise of intensity S does.
///
///     xi_k  random vectors, from the distribution given        P  period [s]
///
/// xi_k follows from the seed and k alone (see random_bits.h), and k is the
/// block's discrete state, so a copied Context replays the same noise bit for
/// bit, and the step size of an integrator has no influence on it. The seed is
/// parameter 0, so each Context may have its own, as for repeated experiments:
///
///     context.of(noise).set_parameter<std::uint64_t>(seed);
class RandomSource final : public LeafSystem {
 public:
  using Distribution = std::variant<UniformDistribution, GaussianDistribution>;

  /// @throws std::invalid_argument if P <= 0, the vectors of the distribution
  /// differ in size or are not finite, lower > upper, or a deviation is
  /// negative.
  RandomSource(std::string name, Distribution distribution, double period,
               std::uint64_t seed);

 private:
  void Advance(const LeafContext& context, NextState* next) const;
  void CalcY(const LeafContext& context, VectorXd* y) const;

  const Distribution distribution_;
};

}  // namespace tactus::systems
