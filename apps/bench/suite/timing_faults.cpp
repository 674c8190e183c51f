#include "tactus/apps/bench/suite/timing_faults.h"

#include <algorithm>

#include <spdlog/fmt/fmt.h>

namespace tactus::apps {
namespace {

constexpr double kTooShort = 0.01;  // To be judged [s].
constexpr double kMostLoad = 0.5;   // Processes, before the first run.

bool IsJudged(const RunResult& run) {
  return run.ok() && !run.wall_times.empty() &&
         CalcSpread(run.wall_times).median >= kTooShort;
}

double CalcRatio(const RunResult& run) {
  const Spread spread = CalcSpread(run.wall_times);
  return spread.max / spread.min;
}

std::string Describe(const RunResult& run) {
  return fmt::format("{} by {}, {}", run.spec.scene, run.spec.competitor,
                     FormatSetting(run.spec));
}

std::string DescribeSpread(const std::vector<const RunResult*>& runs) {
  const auto unsteady = std::ranges::count_if(
      runs, [](const RunResult* run) { return IsUnsteady(*run); });
  if (unsteady == 0) return {};
  const RunResult& worst = **std::ranges::max_element(
      runs, {}, [](const RunResult* run) { return CalcRatio(*run); });
  return fmt::format(
      "Warning: of {} of {} timed runs the slowest repetition took more than "
      "{:g} times the quickest; of {} it took {:.2g} times. Look at CPU times, "
      "or time again on a quiet machine.",
      unsteady, runs.size(), kMostSpread, Describe(worst), CalcRatio(worst));
}

// The median: one hiccup of many repetitions is no load.
std::string DescribeWaiting(const std::vector<const RunResult*>& runs) {
  long waiting = 0;
  double least = 1;
  for (const RunResult* run : runs) {
    if (run->busy.empty()) continue;
    const double busy = CalcSpread(run->busy).median;
    least = std::min(least, busy);
    if (busy < kLeastBusy) ++waiting;
  }
  if (waiting == 0) return {};
  return fmt::format(
      "Warning: {} of {} timed runs had a processor for less than {:g} % of "
      "their time, one for {:.0f} %: the machine was loaded, and wall times "
      "are "
      "too long by as much.",
      waiting, runs.size(), 100 * kLeastBusy, 100 * least);
}

}  // namespace

bool IsUnsteady(const RunResult& run) {
  return IsJudged(run) && run.wall_times.size() > 1 &&
         CalcRatio(run) > kMostSpread;
}

std::vector<std::string> FindTimingFaults(const Results& results, double load) {
  std::vector<const RunResult*> runs;
  for (const RunResult& run : results.all()) {
    if (IsJudged(run)) runs.push_back(&run);
  }
  std::vector<std::string> faults;
  if (load > kMostLoad) {
    faults.push_back(fmt::format(
        "Warning: {:g} processes ran on this machine when the suite "
        "began; times may be too long.",
        load));
  }
  for (std::string fault : {DescribeWaiting(runs), DescribeSpread(runs)}) {
    if (!fault.empty()) faults.push_back(std::move(fault));
  }
  return faults;
}

}  // namespace tactus::apps
