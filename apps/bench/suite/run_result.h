#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "tactus/apps/bench/suite/run_spec.h"
#include "tactus/apps/bench/suite/trajectory_log.h"
#include "tactus/apps/io/child_process.h"

namespace tactus::apps {

enum class RunStatus {
  kOk,
  kFailed,   ///< The integration did, or what it says is no number.
  kTimeout,  ///< It did not end within the limit.
  kRefused,  ///< The program does not do this; its message says why.
  kMissing,  ///< The program is not installed here.
  kNotRun,   ///< The suite was interrupted.
};

std::string_view to_string(RunStatus status);

/// The message of a reference that was left out, as two others are there.
inline constexpr const char* kNotNeeded = "not needed: there are two others";

/// How far repeated timings of one run spread [s].
struct Spread {
  double median{}, min{}, max{};
  double lower_quartile{}, upper_quartile{};
};
/// Quartiles by linear interpolation. @pre values are not empty.
Spread CalcSpread(std::vector<double> values);

/// What became of a spec.
struct RunResult {
  RunSpec spec;
  RunStatus status = RunStatus::kNotRun;
  /// Why it is not ok, or which assertion of the scene fails; one line.
  std::string message = {};
  std::vector<double> wall_times = {};  ///< Of integration alone [s].
  /// The processors' times of the same, where a program tells them [s].
  std::vector<double> cpu_times = {};
  /// The part of its time that each timed process had a processor for.
  std::vector<double> busy = {};
  nlohmann::ordered_json report = {};    ///< The program's; counts repeat.
  std::optional<double> instructions{};  ///< Of the whole process.
  std::optional<TrajectoryLog> log{};
  std::optional<double> error{};  ///< Until the scene's horizon [m].
  /// Up to which the scene's references differ: a smaller error is not known.
  double error_floor{};
  /// Why there is no error, where one was wanted.
  std::string no_error = {};

  bool ok() const { return status == RunStatus::kOk; }
  /// Median wall time per simulated second. Nothing unless ok and timed.
  std::optional<double> cost() const;
  /// A number of the report, if it has one of this name.
  std::optional<double> number(std::string_view key) const;
};

/// What a program's end and its report file mean.
/// @param report_text  empty: it wrote none.
void Judge(const ChildResult& child, const std::string& report_text,
           RunResult* result);

/// The results of many specs, each once, however many ask for it.
class Results {
 public:
  /// Adds a spec that is to be run, unless it is there. A log or a comparison
  /// that any of equal specs wants is made.
  void Add(const RunSpec& spec);

  /// @throws std::out_of_range for a spec that was not added.
  const RunResult& at(const RunSpec& spec) const;

  /// In the order in which they were added.
  std::vector<RunResult>& all() { return all_; }
  const std::vector<RunResult>& all() const { return all_; }

  /// The references by scene and duration: "hard_clutter, 1 s".
  std::map<std::string, ReferencePath> references;

 private:
  std::vector<RunResult> all_;
  std::map<std::string, std::size_t> index_;
};

/// The key of a run in `Results::references`.
std::string ReferenceKey(const RunSpec& spec);

}  // namespace tactus::apps
