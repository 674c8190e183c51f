#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tactus::apps {

/// One run of the suite: who simulates what, how accurately. Its command line
/// says all of it, and is what the report prints.
struct RunSpec {
  std::string competitor;          ///< As legends and tables call it.
  std::string program = "tactus";  ///< Or that of a peer.
  std::string scene;               ///< A built-in scene, or a model file.
  /// The built-in scene that `scene` is to be exported from, for peers.
  std::string exported_from = {};
  double duration = 1;  ///< Simulated [s].
  std::optional<double> accuracy = {}, step = {};
  std::string error_norm = {};  ///< positions or state; empty: not said.
  std::vector<std::string> settings = {};  ///< All other flags.

  /// What to log; such a run is not timed. If `compare`, all poses are logged
  /// in an untimed run beside the timed ones.
  std::vector<std::string> log_signals = {};
  double log_rate = 100;  ///< [Hz]; 0: every step.
  /// A file for its recording, as a page; such a run is not timed, either.
  std::string page = {};
  bool compare = false;    ///< With the references of the scene.
  bool reference = false;  ///< It is one: run once, for its trajectory.
  bool once = false;       ///< Its time is not looked at: it is not repeated.
  double patience = 1;     ///< It may take so many time limits.

  bool is_peer() const { return program != "tactus"; }
  bool is_untimed() const {
    return reference || !log_signals.empty() || !page.empty();
  }
  bool wants_log() const {
    return compare || reference || !log_signals.empty();
  }
};

/// Without the flags that say where output goes.
std::vector<std::string> CommandLine(const RunSpec& spec);

/// Words as a shell would take them.
std::string JoinForShell(const std::vector<std::string>& words);

/// What two specs that need not both be run have in common.
std::string KeyOf(const RunSpec& spec);

/// "accuracy 0.001", "step 0.01 s".
std::string FormatSetting(const RunSpec& spec);

/// To six digits, for labels: 0.001, 1e-05.
std::string FormatNumber(double value);

/// The shortest text that reads as this number and no other.
std::string FormatExactly(double value);

}  // namespace tactus::apps
