#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace tactus::apps {

/// A folder of its own for temporary files, removed in the end.
class TemporaryFolder {
 public:
  /// @throws std::filesystem::filesystem_error
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const {
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

/// What became of a run in a process of its own.
struct PeerOutcome {
  /// "ok", "missing" (no such program is beside this one), "timeout", or what
  /// the program said.
  std::string status;
  nlohmann::json report;  ///< An object; empty unless the run is ok.

  bool ok() const { return status == "ok"; }
  /// A number of the report. @pre ok(), and the report has it.
  double operator[](const char* key) const;
};

/// Runs `program`, this one or a peer that lies beside it, for at most
/// `time_limit` seconds, and reads the file that its --report leaves.
PeerOutcome RunPeer(const std::string& program,
                    std::vector<std::string> arguments, double time_limit);

/// A program that is run several times with the same arguments, in turn with
/// others, so that they share the machine's moods.
struct RepeatedRun {
  std::string program;
  std::vector<std::string> arguments;
  double time_limit{};                     ///< Of each [s].
  std::vector<PeerOutcome> outcomes = {};  ///< Those that were ok.
  std::string problem = {};                ///< Of one that was not, if any.

  bool ok() const { return problem.empty(); }
  /// A number of each outcome.
  std::vector<double> Each(double number(const PeerOutcome& outcome)) const;
};

/// Each of them so many times, one after the other.
void RunInTurn(int repeats, std::initializer_list<RepeatedRun*> runs);

}  // namespace tactus::apps
