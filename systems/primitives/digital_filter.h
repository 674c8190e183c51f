#pragma once

#include <vector>

#include "tactus/systems/types.h"

namespace tactus::systems {

/// One section of a digital filter, of order n:
///
///            b_0 + b_1 z^-1 + ... + b_n z^-n
///     H(z) = -------------------------------,     z = exp(j 2 pi f P)
///            a_0 + a_1 z^-1 + ... + a_n z^-n
///
///     a, b  coefficients; a_0 is not zero, and the shorter of the two is
///           filled up with zeros
///     f     frequency [Hz]           P  sampling period [s]
///
/// A filter is a chain of sections, one behind the other. High orders go into
/// many sections of order 2, since the roots of long polynomials suffer from
/// rounding.
struct FilterSection {
  VectorXd b{}, a{};
};

/// The smoothest low-pass filter of its order: the response
///
///     |H|^2 = 1 / (1 + (tan(pi f P) / tan(pi fc P))^(2n))
///
/// has no ripple, is 1/sqrt(2) at the cut-off, and falls by a factor of 2^n
/// with each octave above it. It comes from the analogue filter, whose poles
/// lie on a circle in pairs (and one alone if n is odd),
///
///     H(s) = product of 1 / (s^2 + 2 sin((2k + 1) pi / 2n) s + 1),  k < n/2
///
/// by the bilinear map
///
///     s = (1 - z^-1) / (1 + z^-1) / W,      W = tan(pi fc P)
///
///     n   order     fc  cut-off frequency [Hz]     P  sampling period [s]
///
/// Source: [OppenheimSchafer10], chapter 7.
///
/// @throws std::invalid_argument unless n >= 1, P > 0 and 0 < fc < 1/(2P), half
/// the sampling frequency.
std::vector<FilterSection> MakeButterworthLowPass(int order, double cutoff,
                                                  double period);

/// The mean of the last `num_samples`: b_i = 1/num_samples, a = 1.
/// @throws std::invalid_argument unless num_samples >= 1.
std::vector<FilterSection> MakeMovingAverage(int num_samples);

}  // namespace tactus::systems
