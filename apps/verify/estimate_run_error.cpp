#include "tactus/apps/verify/estimate_run_error.h"

#include <algorithm>
#include <cmath>

#include <spdlog/fmt/fmt.h>

namespace tactus::apps {
namespace {

constexpr double kWorstRatio = 0.9;
constexpr double kLoosest = 0.1;  // Accuracy.
constexpr double kLeastRefinement = 1.1;
constexpr double kMostApart = 10, kLeastApart = 2;
constexpr double kLeastShare = 0.01;  // Of the accuracy.

// f
double ChooseFactor(const Trajectory& run) {
  if (!run.accuracy) return kLeastApart;
  return std::clamp(std::sqrt(kLoosest / *run.accuracy), kLeastApart,
                    kMostApart);
}

/// g_0 and g_1 of a quantity.
struct Gaps {
  double finer{}, coarser{};
};

double Ratio(const Gaps& gaps, double f) {
  const double ratio = gaps.coarser > 0 ? gaps.finer / gaps.coarser : 1;
  return std::clamp(ratio, 1 / f, kWorstRatio);
}

Gaps CalcGaps(const Trajectory& run, const std::vector<Trajectory>& coarser,
              const Quantity& quantity) {
  return {.finer = CalcGap(run, coarser[0], quantity).maxCoeff(),
          .coarser = CalcGap(coarser[0], coarser[1], quantity).maxCoeff()};
}

// Why two levels cannot be compared, if they cannot.
std::string FindFault(const Trajectory& finer, const Trajectory& coarser) {
  if (coarser.end == Trajectory::End::kInterrupted) return "interrupted";
  if (!coarser.is_complete()) {
    return fmt::format("the run by {} failed: {}", coarser.Describe(),
                       coarser.message);
  }
  if (coarser.mean_step < kLeastRefinement * finer.mean_step) {
    return fmt::format(
        "the run by {} takes steps as short as the run before, which events or "
        "limits choose; 'tactus verify' makes them shorter",
        coarser.Describe());
  }
  return {};
}

// Whether the errors are so much less than the accuracy that the levels agree
// for another reason than that they converge.
bool IsBelowAccuracy(const RunError& error, const Trajectory& run) {
  return run.accuracy &&
         std::max(error.position, error.rotation) < kLeastShare * *run.accuracy;
}

std::string BodyOf(const Quantity& quantity) {
  const std::size_t start = quantity.name.find("body/");
  const std::size_t first = start == std::string::npos ? 0 : start + 5;
  return quantity.name.substr(first, quantity.name.rfind('/') - first);
}

}  // namespace

double EstimateTail(double finer_gap, double coarser_gap, double f) {
  if (!std::isfinite(finer_gap)) return finer_gap;
  const double rho = Ratio({.finer = finer_gap, .coarser = coarser_gap}, f);
  return rho / (1 - rho) * finer_gap;
}

IntegratorOptions Coarsen(const IntegratorOptions& base, const Trajectory& run,
                          int level) {
  IntegratorOptions coarser = base;
  const double factor = std::pow(ChooseFactor(run), level);
  if (run.step) {
    coarser.step = *run.step * factor;
    return coarser;
  }
  coarser.accuracy = *run.accuracy * factor;
  if (run.longest_step > 0)
    coarser.method_options["max_step"] = run.longest_step * std::sqrt(factor);
  return coarser;
}

std::optional<RunError> EstimateRunError(const Scenario& scenario,
                                         const IntegratorOptions& base,
                                         const QuantityList& poses,
                                         const Trajectory& run,
                                         const RunErrorOptions& options,
                                         std::string* reason) {
  std::vector<Trajectory> coarser;
  RunError error;
  for (const int level : {1, 2}) {
    coarser.push_back(
        RunTrajectory(scenario, Coarsen(base, run, level), poses,
                      {.period = options.period, .stop = options.stop}));
    const Trajectory& last = coarser.back();
    error.wall_time += last.wall_time;
    *reason = FindFault(level == 1 ? run : coarser.front(), last);
    if (!reason->empty()) return std::nullopt;
  }
  const double f = ChooseFactor(run);
  bool is_position_orderly = true, is_rotation_orderly = true;
  for (const Quantity& quantity : run.quantities) {
    const bool turns = quantity.is_rotation;
    const Gaps gaps = CalcGaps(run, coarser, quantity);
    const double E = EstimateTail(gaps.finer, gaps.coarser, f);
    double& largest = turns ? error.rotation : error.position;
    if (E <= largest) continue;
    largest = E;
    (turns ? error.rotation_of : error.position_of) = BodyOf(quantity);
    (turns ? is_rotation_orderly : is_position_orderly) =
        std::isfinite(E) && Ratio(gaps, f) < kWorstRatio;
  }
  error.is_orderly = is_position_orderly && is_rotation_orderly &&
                     !IsBelowAccuracy(error, run);
  return error;
}

}  // namespace tactus::apps
