#pragma once

#include <string>
#include <vector>

#include "tactus/recording/verify/trajectory.h"
#include "tactus/systems/signals/signal_reader.h"

namespace tactus::recording {

/// Collects the rows of a trajectory while a simulation runs:
///
///     simulator.Observe(period, [&](const auto& c) { sampler.Take(c); });
class Sampler {
 public:
  Sampler(const QuantityList& list, double period);

  void Take(const systems::Context& context);
  /// What was sampled: columns, quantities, times and values.
  void Finish(Trajectory* trajectory);

 private:
  systems::SignalReader reader_;
  double rate_;
  std::vector<Quantity> quantities_;
  std::vector<double> times_, numbers_;
};

}  // namespace tactus::recording
