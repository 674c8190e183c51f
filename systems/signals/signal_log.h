#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/systems/signals/signal.h"
#include "tactus/systems/signals/signal_reader.h"
#include "tactus/systems/simulator.h"

namespace tactus::systems {

/// Samples of signals over time, to look at or to write to a file:
///
///     SignalLog log;
///     log.Log(arm.state_output());
///     log.Log(FindSignals(*diagram, "energy/*"));
///     log.Watch(&simulator, 100);   // Hz
///     simulator.AdvanceTo(10);
///     log.data("arm/state")         // 1001 x 4
///     log.WriteNpz("run.npz");
///
/// It watches a simulation from outside: the steps, and so the results, are the
/// same whatever is logged, and samples between the ends of steps are read off
/// the steps' dense output.
class SignalLog {
 public:
  /// A row per sample.
  using Data = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic,
                                              Eigen::Dynamic, Eigen::RowMajor>>;

  SignalLog() = default;
  SignalLog(const SignalLog&) = delete;
  SignalLog& operator=(const SignalLog&) = delete;

  /// @throws std::invalid_argument for a port that is no vector, a signal of a
  /// name that is taken, "time" among them, and when there are samples already.
  void Log(OutputPort port);
  void Log(Signal signal);
  void Log(std::vector<Signal> signals);

  /// Takes a sample at the times k / rate [Hz], exactly; with a rate of zero at
  /// the start and after every step. The log must outlive the simulator's
  /// advances.
  /// @throws std::invalid_argument for a rate that is negative or not finite.
  void Watch(Simulator* simulator, double rate = 0);

  /// Takes a sample, as of `context.time()`.
  void Sample(const Context& context) { Append(context.time(), context); }
  /// The same as of another time: one that is the same but for rounding.
  void Append(double time, const Context& context);

  const std::vector<Signal>& signals() const { return reader_.signals(); }
  int num_samples() const { return static_cast<int>(times_.size()); }
  /// [s]
  const std::vector<double>& times() const { return times_; }
  /// num_samples() x size of the signal.
  /// @throws std::invalid_argument if no signal of this name is logged.
  Data data(std::string_view name) const;
  Data data(int signal) const;

  /// A header, then a row per sample (CsvWriter).
  void WriteCsv(std::ostream* out) const;
  /// "time", and an array per signal (WriteNpz()).
  void WriteNpz(std::ostream* out) const;
  /// Complete, or not at all.
  /// @throws OutputError (common/output_file.h), a std::runtime_error.
  void WriteCsv(const std::filesystem::path& file) const;
  void WriteNpz(const std::filesystem::path& file) const;

 private:
  SignalReader reader_{std::vector<Signal>{}};
  std::vector<double> times_;
  std::vector<std::vector<double>> values_;  // By signal, row after row.
};

}  // namespace tactus::systems
