#include "tactus/recording/verify/estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "tactus/common/require.h"

namespace tactus::recording {
namespace {

using Convergence = Estimate::Convergence;

constexpr double kWorstRatio = 0.9;   // rho in the tail is at most this.
constexpr double kLeastOrder = 0.35;  // Below, differences do not shrink.
constexpr double kLeastRefinement = 1.1;
constexpr double kRoundOff = 1e-12;  // Beside the magnitude, or 1.

// What is not a number is as far off as can be.
VectorXd RunningMaximum(const VectorXd& x) {
  VectorXd most = x.unaryExpr([](double value) {
    return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
  });
  for (Eigen::Index i = 1; i < x.size(); ++i)
    most[i] = std::max(most[i], most[i - 1]);
  return most;
}

/// The two finest differences, g_m-2 and g_m-1, over time.
struct FinestGaps {
  VectorXd coarse, fine;

  double ratio(Eigen::Index i) const {
    if (fine[i] == 0) return 0;
    return coarse[i] > 0 ? fine[i] / coarse[i]
                         : std::numeric_limits<double>::infinity();
  }
  double tail(Eigen::Index i) const {
    if (!std::isfinite(fine[i])) return fine[i];
    const double rho = std::min(ratio(i), kWorstRatio);
    return rho / (1 - rho) * fine[i];
  }
};

/// p, where the ratio has any; of two equal steps, none.
std::optional<double> CalcOrder(double ratio, double refinement) {
  if (!(ratio > 0) || !std::isfinite(ratio) || refinement < kLeastRefinement)
    return std::nullopt;
  return std::log(1 / ratio) / std::log(refinement);
}

bool Shrinks(double ratio, double refinement) {
  if (ratio == 0) return true;
  const std::optional<double> order = CalcOrder(ratio, refinement);
  return order && *order >= kLeastOrder;
}

Convergence Classify(double ratio, double finest_gap, double refinement,
                     double floor) {
  if (refinement < kLeastRefinement) return Convergence::kNotRefined;
  if (finest_gap <= floor) return Convergence::kRoundOff;
  return Shrinks(ratio, refinement) ? Convergence::kOrderly
                                    : Convergence::kErratic;
}

// The last sample before the first at which E exceeds the tolerance.
Eigen::Index FindTrusted(const VectorXd& E, double tolerance) {
  for (Eigen::Index i = 0; i < E.size(); ++i) {
    if (!(E[i] <= tolerance)) return std::max<Eigen::Index>(i - 1, 0);
  }
  return E.size() - 1;
}

double CalcMagnitude(const Trajectory& trajectory, const Quantity& quantity) {
  const auto part = trajectory.values.middleCols(quantity.start, quantity.size);
  const double most = part.cwiseAbs().maxCoeff();
  return std::isfinite(most) ? most : 1;
}

Estimate AssessQuantity(std::span<const Trajectory> levels,
                        const Quantity& quantity, double tolerance) {
  std::vector<VectorXd> gaps;
  LevelSteps steps;
  for (std::size_t k = 0; k + 1 < levels.size(); ++k)
    gaps.push_back(CalcGap(levels[k], levels[k + 1], quantity));
  for (const Trajectory& level : levels)
    steps.mean_steps.push_back(level.mean_step);
  if (levels.front().accuracy) steps.accuracy_factor = kAccuracyFactor;
  Estimate estimate =
      Assess(levels.front().times, gaps,
             CalcGap(levels.front(), levels.back(), quantity), steps,
             CalcMagnitude(levels.front(), quantity), tolerance);
  estimate.name = quantity.name;
  // No rotation that is one is farther off.
  if (quantity.is_rotation && std::isfinite(estimate.error))
    estimate.error = std::min(estimate.error, std::numbers::pi);
  return estimate;
}

}  // namespace

std::string_view to_string(Convergence convergence) {
  switch (convergence) {
    case Convergence::kOrderly:
      return "orderly";
    case Convergence::kRoundOff:
      return "round-off";
    case Convergence::kErratic:
      return "erratic";
    case Convergence::kNotRefined:
      return "not refined";
  }
  return "unknown";
}

Estimate Assess(std::span<const double> times, std::span<const VectorXd> gaps,
                const VectorXd& to_finest, const LevelSteps& levels,
                double magnitude, double tolerance) {
  Require(gaps.size() >= 2 && levels.mean_steps.size() == gaps.size() + 1,
          "an estimate needs at least three levels");
  Eigen::Index n = to_finest.size();
  for (const VectorXd& gap : gaps) n = std::min(n, gap.size());
  Require(n > 0, "an estimate needs samples");
  const auto m = gaps.size();
  const FinestGaps finest{.coarse = RunningMaximum(gaps[m - 2].head(n)),
                          .fine = RunningMaximum(gaps[m - 1].head(n))};
  const double refinement = levels.mean_steps[m - 1] / levels.mean_steps[m];

  VectorXd E(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    E[i] = to_finest[i] + finest.tail(i);
    if (!std::isfinite(E[i])) E[i] = std::numeric_limits<double>::infinity();
  }
  const Eigen::Index trusted = FindTrusted(E, tolerance), last = n - 1;
  const Eigen::Index judged = std::min(trusted + 1, last);
  const double ratio = finest.ratio(judged);

  Estimate estimate;
  estimate.tolerance = tolerance;
  for (const VectorXd& gap : gaps)
    estimate.gaps.push_back(gap.head(judged + 1).maxCoeff());
  estimate.convergence = Classify(ratio, finest.fine[judged], refinement,
                                  kRoundOff * std::max(1.0, magnitude));
  estimate.error = E.maxCoeff();
  estimate.trusted_error = E.head(trusted + 1).maxCoeff();
  estimate.trusted_until = times[static_cast<std::size_t>(trusted)];
  estimate.held = trusted == last && E[last] <= tolerance &&
                  estimate.convergence != Convergence::kNotRefined;
  if (estimate.convergence == Convergence::kOrderly) {
    estimate.order = CalcOrder(ratio, refinement);
    if (levels.accuracy_factor)
      estimate.order_in_accuracy = CalcOrder(ratio, *levels.accuracy_factor);
  }
  if (finest.fine[last] > tolerance && !Shrinks(finest.ratio(last), refinement))
    estimate.parts_at = FindParting(times, finest.fine, tolerance);
  estimate.over_time.assign(E.begin(), E.end());
  return estimate;
}

void Doubt(std::span<const double> times, const VectorXd& gap,
           Estimate* estimate) {
  std::vector<double>& over_time = estimate->over_time;
  const auto n = std::min(gap.size(), std::ssize(over_time));
  for (Eigen::Index i = 0; i < n; ++i) {
    double& E = over_time[static_cast<std::size_t>(i)];
    E = std::max(E, std::isnan(gap[i]) ? INFINITY : gap[i]);
  }
  const Eigen::Map<const VectorXd> E(over_time.data(), std::ssize(over_time));
  const Eigen::Index trusted = FindTrusted(E, estimate->tolerance);
  const double until = times[static_cast<std::size_t>(trusted)];
  estimate->error = E.maxCoeff();
  const bool holds = E.maxCoeff() <= estimate->tolerance;
  if (!holds && (estimate->held || until < estimate->trusted_until))
    estimate->contradicted_at = until;
  estimate->held = estimate->held && holds;
  estimate->trusted_until = std::min(estimate->trusted_until, until);
  estimate->trusted_error = E.head(trusted + 1).maxCoeff();
}

void TrustUntil(double time, Estimate* estimate) {
  if (!estimate->held && time >= estimate->trusted_until) return;
  estimate->held = false;
  estimate->trusted_until = std::min(estimate->trusted_until, time);
  estimate->contradicted_at = estimate->trusted_until;
}

std::vector<Estimate> AssessLevels(std::span<const Trajectory> levels,
                                   std::span<const double> tolerances) {
  const std::vector<Quantity>& quantities = levels.front().quantities;
  Require(tolerances.size() == quantities.size(),
          "each quantity needs a tolerance");
  std::vector<Estimate> estimates;
  for (std::size_t i = 0; i < quantities.size(); ++i)
    estimates.push_back(AssessQuantity(levels, quantities[i], tolerances[i]));
  return estimates;
}

}  // namespace tactus::recording
