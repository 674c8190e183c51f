#pragma once

#include "tactus/apps/verify/verification.h"

namespace tactus::apps {

/// What a verification said of one quantity, beside the truth:
///
///     d(t)  |y*_1 - y*_2|, what two methods at a far finer accuracy differ by
///     e(t)  |y_0 - y*_2| - d, at least the true error of the run
///     T     the last sample before d exceeds a tenth of the tolerance
struct Verdict {
  double truth_until{};    ///< T [s].
  double stated{};         ///< Largest E until T.
  double error{};          ///< Largest |y_0 - y*_2| until T.
  double doubt{};          ///< Largest d until T.
  double trusted_until{};  ///< [s]
  bool is_within{};        ///< e stays within the largest E, until T.
  /// The first sample until `trusted_until` and T at which e exceeds the
  /// tolerance, if there is one: the horizon was overstated.
  bool is_overstated{};
};

/// @param gap  |y_0 - y*_2| by sample.
/// @param doubt  d by sample.
/// @pre `estimate` is of at least as many samples as each, at `times`.
Verdict JudgeEstimate(std::span<const double> times, const Estimate& estimate,
                      const VectorXd& gap, const VectorXd& doubt);

}  // namespace tactus::apps
