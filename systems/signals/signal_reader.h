#pragma once

#include <vector>

#include "tactus/systems/signals/signal.h"

namespace tactus::systems {

/// Reads several signals off a Context as one vector.
class SignalReader {
 public:
  /// @throws std::invalid_argument for two signals of one name.
  explicit SignalReader(std::vector<Signal> signals);

  const std::vector<Signal>& signals() const { return signals_; }
  /// Where signal i starts in what Read() returns.
  int start(int i) const { return starts_[i]; }
  /// Names of all entries: ColumnNames() of the signals, in turn.
  std::vector<std::string> MakeColumnNames() const;

  /// The signals end to end, good until the next Read().
  const VectorXd& Read(const Context& context);

 private:
  std::vector<Signal> signals_;
  std::vector<int> starts_;
  VectorXd values_;
};

/// The time k / rate that `time` is but for rounding; `time` itself where it is
/// none, or `rate` [Hz] is zero. Not the same number as k (1 / rate).
double SampleTime(double time, double rate);

}  // namespace tactus::systems
