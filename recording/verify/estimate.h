#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/recording/verify/trajectory.h"

namespace tactus::recording {

/// How wrong a run is, told from runs that are finer:
///
///     y_k       the quantity at level k: 0, the run that is judged; then ever
///               finer, up to m
///     g_k(t)    max over s <= t of |y_k(s) - y_k+1(s)|
///     rho(t)    g_m-1 / g_m-2
///     tail(t)   rho / (1 - rho) g_m-1                       Richardson
///     E(t)      |y_0(t) - y_m(t)| + tail(t)                 the estimate
///     p         log(1 / rho) / log(h_m-2 / h_m-1)           observed order
///
///   h_k   mean step of level k: p is the method's order where the error is
///         asymptotic, and so small where rho tends to 1 that the finest runs
///         are as far from the truth as from each other. rho enters the tail as
///         0.9 at most.
///   tail  what the geometric series g_m-1 (rho + rho^2 + ...) leaves between
///         the finest run and its limit; [HairerWanner96], IV.2, on
///         extrapolation.
///
/// Runs that are alike for a wrong reason, such as a wall that all of them step
/// over, deceive this estimate. What does not share such reasons, a run
/// by another method with y_w, raises it (Doubt()),
///
///     E(t) <- max(E(t), |y_0(t) - y_w(t)|).
struct Estimate {
  /// How the differences between levels behave until the quantity leaves its
  /// tolerance, or the end.
  enum class Convergence {
    kOrderly,    ///< They shrink.
    kRoundOff,   ///< The finest are too small to speak of.
    kErratic,    ///< They do not shrink: no order, and E is a guess.
    kNotRefined  ///< The steps did not shrink: E says nothing.
  };

  std::string name;
  double tolerance{};  ///< In the quantity's unit.
  // The next three say nothing when it is not refined.
  double error{};          ///< Largest E of the whole run.
  double trusted_error{};  ///< Largest E until `trusted_until`.
  /// The last sample before E exceeds the tolerance; the end if it never does.
  double trusted_until{};  ///< [s]
  bool held{};             ///< E stays within the tolerance.
  Convergence convergence = Convergence::kOrderly;
  std::optional<double> order;  ///< p, then, if orderly.
  /// log(1 / rho) / log(a), of levels whose accuracies are a apart.
  std::optional<double> order_in_accuracy;
  /// Differences between neighbouring levels, g_k, then.
  std::vector<double> gaps;
  /// From here on the two finest runs differ by more than the tolerance, and
  /// not in an orderly way: finer ones would not help, the motion is sensitive.
  std::optional<double> parts_at;
  std::vector<double> over_time;  ///< E, by sample.
  /// Where a witness or a reference leaves the tolerance, which the levels
  /// alone do not [s].
  std::optional<double> contradicted_at;
};

std::string_view to_string(Estimate::Convergence convergence);

/// What Assess() needs of the levels, coarse to fine.
struct LevelSteps {
  std::vector<double> mean_steps;         ///< h_k [s]
  std::optional<double> accuracy_factor;  ///< a.
};

/// @param times  of the samples.
/// @param gaps  |y_k - y_k+1| by sample, of at least three levels.
/// @param to_finest  |y_0 - y_m| by sample.
/// @param magnitude  of the quantity's numbers, which round-off goes with.
Estimate Assess(std::span<const double> times, std::span<const VectorXd> gaps,
                const VectorXd& to_finest, const LevelSteps& levels,
                double magnitude, double tolerance);

/// Raises E to `gap`, the distance of the run from what it is held against, by
/// sample; later samples stay as they are.
void Doubt(std::span<const double> times, const VectorXd& gap,
           Estimate* estimate);

/// Ends the trust in what is as long as that at `time` [s].
void TrustUntil(double time, Estimate* estimate);

/// The estimate of each quantity of runs at levels, coarse to fine, whose
/// accuracies are kAccuracyFactor apart if they have any.
/// @pre at least three, of the same quantities and period, complete
std::vector<Estimate> AssessLevels(std::span<const Trajectory> levels,
                                   std::span<const double> tolerances);
inline constexpr double kAccuracyFactor = 10;

}  // namespace tactus::recording
