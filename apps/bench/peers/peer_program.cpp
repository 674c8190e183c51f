#include "tactus/apps/bench/peers/peer_program.h"

#include <algorithm>
#include <exception>
#include <iostream>

#include "tactus/apps/io/command_line.h"
#include "tactus/apps/io/exit_code.h"

namespace tactus::apps {

void AddPeerOptions(CLI::App* app, const std::string& scene_duration,
                    PeerOptions* options) {
  app->add_option("--duration", options->duration,
                  "Seconds to simulate (" + scene_duration + ")")
      ->check(CLI::PositiveNumber);
  app->add_option("--settle", options->settle,
                  "Of these, seconds before anything is counted (0)")
      ->check(CLI::NonNegativeNumber);
  AddOption(app, "--report FILE.json", &options->report, "Write a report");
  AddOption(app, "--trajectory FILE.csv", &options->trajectory, "Write poses");
  app->add_option("--log-rate", options->log_rate,
                  "Rows of it per simulated second (one per step)")
      ->check(CLI::NonNegativeNumber);
}

int FailPeer(const std::string& program, std::string message) {
  std::ranges::replace(message, '\n', ' ');
  std::cerr << program << ": error: " << message << '\n';
  return kUserError;
}

int RunPeer(CLI::App* app, int argc, const char* const* argv,
            const std::function<int()>& run) {
  try {
    app->parse(argc, argv);
    return run();
  } catch (const CLI::Success& request) {
    return app->exit(request);
  } catch (const std::exception& error) {
    return FailPeer(app->get_name(), error.what());
  }
}

}  // namespace tactus::apps
