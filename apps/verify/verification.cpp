#include "tactus/apps/verify/verification.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "tactus/common/require.h"

namespace tactus::apps {
namespace {

using Convergence = Estimate::Convergence;

constexpr double kWorstRatio = 0.9;   // rho in the tail is at most this.
constexpr double kLeastOrder = 0.35;  // Below, differences do not shrink.
constexpr double kLeastRefinement = 1.1;
constexpr double kRoundOff = 1e-12;  // Beside the magnitude, or 1.
constexpr double kAccuracyFactor = 10;
constexpr double kAccuracyOfSteps = 1e-3;  // Of a witness of fixed steps.

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

// The step that was set; where events end all of them sooner, the longest that
// was taken, up to the rounding of times.
double LongestFixedStep(const Trajectory& run) {
  const bool is_whole = run.longest_step >= (1 - 1e-9) * *run.step;
  return is_whole || run.longest_step <= 0 ? *run.step : run.longest_step;
}

Estimate AssessQuantity(const std::vector<Trajectory>& levels,
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

WitnessOptions MakeWitnessOptions(const std::vector<Trajectory>& levels,
                                  const VerificationOptions& options) {
  double seconds = 0;
  for (const Trajectory& level : levels) seconds += level.wall_time;
  const double accuracy = levels.front().accuracy.value_or(kAccuracyOfSteps);
  return {.period = options.period,
          .patience = std::max(*options.witness_patience, 2 * seconds),
          .accuracy = accuracy,
          .finest = levels.back().accuracy.value_or(accuracy / 100),
          .num_threads = options.num_threads,
          .stop = options.stop};
}

// An estimate says nothing past its samples, nor where a witness had none.
void HearWitness(Verification* verification) {
  const Trajectory& run = verification->levels.front();
  for (std::size_t i = 0; i < verification->estimates.size(); ++i) {
    const VectorXd gap =
        CalcGap(run, verification->witness->run, run.quantities[i]);
    if (gap.size() > 0) Doubt(run.times, gap, &verification->estimates[i]);
  }
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

bool Verification::is_complete() const {
  return !levels.empty() && std::ranges::all_of(levels, [](const auto& level) {
    return level.is_complete();
  });
}

bool Verification::held() const {
  return !estimates.empty() && std::ranges::all_of(estimates, &Estimate::held);
}

IntegratorOptions Refine(const IntegratorOptions& base, const Trajectory& first,
                         int level) {
  IntegratorOptions refined = base;
  if (level == 0) return refined;
  if (first.step) {
    refined.step = std::ldexp(LongestFixedStep(first), -level);
    return refined;
  }
  refined.accuracy = *first.accuracy / std::pow(kAccuracyFactor, level);
  if (first.longest_step > 0) {
    const double most = std::ldexp(first.longest_step, -level);
    refined.method_options["max_step"] =
        std::min(base.method_options.value("max_step", most), most);
  }
  return refined;
}

Verification Verify(const Scenario& scenario, const IntegratorOptions& base,
                    const QuantityList& quantities,
                    const VerificationOptions& options) {
  Require(options.levels >= 3, "a verification needs at least three levels");
  Require(options.tolerances.size() == quantities.quantities().size(),
          "each quantity needs a tolerance");
  Verification verification;
  std::vector<Trajectory>& levels = verification.levels;
  for (int level = 0; level < options.levels; ++level) {
    const IntegratorOptions refined =
        level == 0 ? base : Refine(base, levels.front(), level);
    if (options.before_level) options.before_level(refined, level);
    levels.push_back(
        RunTrajectory(scenario, refined, quantities,
                      {.period = options.period, .stop = options.stop}));
    if (!levels.back().is_complete()) return verification;
  }
  for (std::size_t i = 0; i < quantities.quantities().size(); ++i) {
    verification.estimates.push_back(AssessQuantity(
        levels, quantities.quantities()[i], options.tolerances[i]));
  }
  if (options.witness_patience) {
    verification.witness =
        CallWitness(scenario, quantities, MakeWitnessOptions(levels, options));
    HearWitness(&verification);
  }
  return verification;
}

void HoldAgainst(const Reference& reference, Verification* verification) {
  for (std::size_t i = 0; i < verification->estimates.size(); ++i) {
    Estimate& estimate = verification->estimates[i];
    const Trajectory& run = verification->levels.front();
    const VectorXd gap = CalcGap(reference.first, run, run.quantities[i]);
    Eigen::Index n = 0;
    while (n < gap.size() &&
           run.times[static_cast<std::size_t>(n)] <= reference.horizon) {
      ++n;
    }
    if (n > 0) Doubt(run.times, gap.head(n), &estimate);
    if (const auto parts_at = reference.agreements[i].parts_at)
      TrustUntil(*parts_at, &estimate);
  }
}

}  // namespace tactus::apps
