#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace tactus::systems {

/// Random numbers by their index: the i-th of the sequence that belongs to a
/// seed, at once, without the ones before it. So there is no generator whose
/// state must be kept, copied and saved; a seed and an index say it all.
///
///     x_i = mix(seed + (i + 1) g  mod 2^64),       g = 2^64 / golden ratio
///
/// mix() spreads each bit of its argument over all of the result, which makes
/// numbers out of a mere counter. This is SplitMix64 [Steele14], read at any
/// place. It is good for noise, and not for cryptography.

/// x_i, 64 random bits.
constexpr std::uint64_t RandomBits(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t x = seed + (i + 1) * 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

/// Uniform on 0, 2^-53, 2 2^-53, ... 1 - 2^-53, from x_i.
constexpr double UniformNumber(std::uint64_t seed, std::uint64_t i) {
  return static_cast<double>(RandomBits(seed, i) >> 11) * 0x1p-53;
}

/// Normally distributed, with mean 0 and variance 1, from x_(2i) and x_(2i+1):
///
///     sqrt(-2 ln(1 - a)) cos(2 pi b)
///
/// for uniform a and b, which is one coordinate of a point with Gaussian
/// distribution in the plane. The largest magnitude that occurs is 8.6.
inline double NormalNumber(std::uint64_t seed, std::uint64_t i) {
  const double a = UniformNumber(seed, 2 * i);
  const double b = UniformNumber(seed, 2 * i + 1);
  return std::sqrt(-2 * std::log1p(-a)) * std::cos(2 * std::numbers::pi * b);
}

}  // namespace tactus::systems
