#pragma once

#include <string>
#include <vector>

#include "tactus/apps/bench/suite/run_result.h"

namespace tactus::apps {

/// The largest of a run's wall times may be so many times the least.
inline constexpr double kMostSpread = 1.5;
/// A process that computes has a processor for this part of its time.
inline constexpr double kLeastBusy = 0.9;

/// Whether its wall times differ by more than kMostSpread.
bool IsUnsteady(const RunResult& run);

/// Why the times of `results` are not to be relied on, in sentences; none if
/// they are. Runs of less than 10 ms are not judged.
/// @param load  processes that wanted to run when the suite began;
///   negative: not known.
std::vector<std::string> FindTimingFaults(const Results& results, double load);

}  // namespace tactus::apps
