#pragma once

#include <span>
#include <vector>

namespace tactus::apps {

/// How a run went over a stretch of simulated time.
struct Pace {
  double begin{}, end{};  ///< [s]
  int steps{};            ///< That have their middle in it.
  double rate{};          ///< Their simulated time over processor time.
  /// Their sizes [s].
  double least{}, median{}, most{};
};

/// Real-time rate and step sizes over time: Figure 17 of [Kurtz25].
///
/// @param times            of the start and of each accepted step's end [s].
/// @param processor_times  spent until then [s].
/// @param stretch          simulated [s].
/// @returns one per stretch in which a step has its middle, in order.
/// @pre times increase, processor_times do not decrease, stretch > 0.
std::vector<Pace> CalcPace(std::span<const double> times,
                           std::span<const double> processor_times,
                           double stretch);

}  // namespace tactus::apps
