#include "tactus/apps/verify/verification.h"

#include <algorithm>
#include <cmath>

#include "tactus/common/require.h"

namespace tactus::apps {
namespace {

constexpr double kAccuracyOfSteps = 1e-3;  // Of a witness of fixed steps.

// The step that was set; where events end all of them sooner, the longest that
// was taken, up to the rounding of times.
double LongestFixedStep(const Trajectory& run) {
  const bool is_whole = run.longest_step >= (1 - 1e-9) * *run.step;
  return is_whole || run.longest_step <= 0 ? *run.step : run.longest_step;
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
  refined.accuracy =
      *first.accuracy / std::pow(recording::kAccuracyFactor, level);
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
  verification.estimates = recording::AssessLevels(levels, options.tolerances);
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
