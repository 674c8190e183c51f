#pragma once

#include <string>

namespace tactus::apps {

/// What a run that has ended is expected to be wrong by, from two runs that are
/// coarser, for about half its time:
///
///     y_k       the pose of a body at level k: 0, the run; 1 and 2, runs at f
///               and f^2 times the accuracy
///     g_k       max over all samples of |y_k - y_k+1|
///     rho       g_0 / g_1, from 1 / f to 0.9
///     E         rho / (1 - rho) g_0                      Richardson's tail
///
///   f     10, or less where f^2 times the accuracy would exceed 0.1; of fixed
///         steps, 2 times the step
///   rho   what a level gains on the one before. No method gains more than f
///         where errors are controlled per step; where it gains next to
///         nothing, E is nine times the difference.
///
/// It is what `tactus verify` (verification.h) adds for its finest level.
/// Unlike that, it looks at no finer run and at no witness: what all runs step
/// over, it does not see. Motion that goes its own way at every accuracy, and
/// levels that agree far better than their accuracy, make it a guess
/// (`is_orderly`).
/// It is no bound: docs/verify.md has what was measured.
struct RunError {
  /// The largest over bodies and samples, and whose it is.
  double position{};  ///< [m]
  std::string position_of;
  double rotation{};  ///< [rad]
  std::string rotation_of;
  /// rho is below 0.9 for both, and one of the two is at least a hundredth of
  /// the accuracy, if there is one [m, rad].
  bool is_orderly = true;
  double wall_time{};  ///< Of the two runs [s].
};

/// "0.31 mm (hand), 0.02 rad (link3)"; "(a guess)" if it is not orderly.
std::string Describe(const RunError& error);

}  // namespace tactus::apps
