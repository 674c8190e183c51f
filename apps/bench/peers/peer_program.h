#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace tactus::apps {

/// What every program that runs a peer is told.
struct PeerOptions {
  std::optional<double> duration = {};  ///< The scene's if not given [s].
  double settle = 0;                    ///< Of the duration, not counted [s].
  std::optional<std::filesystem::path> report = {}, trajectory = {};
  double log_rate = 0;  ///< Rows of the trajectory [1/s]; 0: each step.
};

/// @param scene_duration  whose the duration is if not given: "the scene's".
void AddPeerOptions(CLI::App* app, const std::string& scene_duration,
                    PeerOptions* options);

/// Says on standard error, in one line, what went wrong.
/// @returns kUserError
int FailPeer(const std::string& program, std::string message);

/// Parses the command line and calls `run`; what it throws is said by
/// FailPeer().
/// @returns the program's ExitCode, `run`'s if all is well.
int RunPeer(CLI::App* app, int argc, const char* const* argv,
            const std::function<int()>& run);

}  // namespace tactus::apps
