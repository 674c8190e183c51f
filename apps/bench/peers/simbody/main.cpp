// Gives a neutral scene of spheres to Simbody, and reports on the run in the
// words of the tactus program.
#include <algorithm>
#include <iostream>
#include <map>
#include <string>

#include <CLI/CLI.hpp>

#include "tactus/apps/bench/peers/simbody/simulation.h"
#include "tactus/apps/io/exit_code.h"

namespace tactus::apps::simbody {
namespace {

constexpr const char* kProgram = "tactus-peer-simbody";

int Fail(std::string message) {
  std::ranges::replace(message, '\n', ' ');
  std::cerr << kProgram << ": error: " << message << '\n';
  return kUserError;
}

struct Arguments {
  std::filesystem::path input;
  SimulationOptions simulation;
  std::optional<std::filesystem::path> report;
};

void AddOptions(CLI::App* app, Arguments* arguments) {
  SimulationOptions* simulation = &arguments->simulation;
  app->add_option("input", arguments->input, "A neutral scene of spheres")
      ->required()
      ->type_name("SCENE.json");
  app->add_option("--accuracy", simulation->accuracy, "Simbody's (0.001)")
      ->check(CLI::PositiveNumber);
  app->add_option("--duration", simulation->duration,
                  "Seconds to simulate (the scene's)")
      ->check(CLI::PositiveNumber);
  app->add_option("--settle", simulation->settle,
                  "Of these, seconds before anything is counted (0)")
      ->check(CLI::NonNegativeNumber);
  app->add_option("--integrator", simulation->method, "rkm (default) or cpodes")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Method>{
          {"rkm", Method::kRungeKuttaMerson}, {"cpodes", Method::kCPodes}}));
  app->add_option("--transition-velocity", simulation->transition_velocity,
                  "Slip that counts as sticking, in m/s (the scene's)")
      ->check(CLI::PositiveNumber);
  app->add_option("--report", arguments->report, "Write a report")
      ->type_name("FILE.json");
  app->add_option("--trajectory", simulation->trajectory, "Write poses")
      ->type_name("FILE.csv");
  app->add_option("--log-rate", simulation->log_rate,
                  "Rows of it per simulated second (one per step)")
      ->check(CLI::NonNegativeNumber);
}

int Main(const Arguments& arguments) {
  PeerReport report =
      Simulate(ReadNeutralScene(arguments.input), arguments.simulation);
  report.scenario = arguments.input.string();
  WritePeerReport(report, arguments.report);
  if (report.status == "ok") return kDone;
  Fail(report.status);
  return kIntegrationFailed;
}

}  // namespace
}  // namespace tactus::apps::simbody

int main(int argc, char** argv) {
  namespace simbody = tactus::apps::simbody;
  CLI::App app("Simulates with Simbody, as a peer to compare with.",
               simbody::kProgram);
  simbody::Arguments arguments;
  simbody::AddOptions(&app, &arguments);
  try {
    app.parse(argc, argv);
    return simbody::Main(arguments);
  } catch (const CLI::Success& request) {
    return app.exit(request);
  } catch (const std::exception& error) {
    return simbody::Fail(error.what());
  }
}
