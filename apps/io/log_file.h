#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tactus/common/output_file.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/context.h"
#include "tactus/systems/diagram.h"
#include "tactus/systems/signals/csv_writer.h"
#include "tactus/systems/signals/signal_log.h"

namespace tactus::apps {

constexpr double kMaxLogRate = 1e9;  ///< [Hz]

struct LogOptions {
  std::filesystem::path file;  ///< .npz: NumPy's; .csv, or a stream: CSV.
  /// Names and patterns, see multibody/plant/quantities/find_signals.h. None:
  /// the poses of all bodies, under short names in CSV: "ball.x" for
  /// "body/ball/pose.x".
  std::vector<std::string> signals = {};
  double rate = 0;  ///< Samples per simulated second; 0: one per step.
};

/// What `options` ask for.
/// @throws std::invalid_argument for a file of another ending, signals that
/// there are not, and a rate that is negative or above kMaxLogRate.
std::vector<systems::Signal> MakeLogSignals(
    const LogOptions& options, const systems::Diagram& diagram,
    const multibody::MultibodyPlant& plant);

/// Signals over time, in a file. CSV is written as the simulation goes; what is
/// to become an .npz file stays in memory until Commit().
class LogFile {
 public:
  /// @throws OutputError
  LogFile(const LogOptions& options, std::vector<systems::Signal> signals);
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  /// What Simulator::Observe() wants [s].
  double period() const;
  /// Adds a sample.
  void Add(const systems::Context& context);
  /// @throws OutputError
  void Commit();

  const std::filesystem::path& path() const { return file_.path(); }

 private:
  double rate_;
  OutputFile file_;
  systems::SignalReader reader_;
  std::optional<systems::CsvWriter> csv_;
  std::optional<systems::SignalLog> npz_;
};

}  // namespace tactus::apps
