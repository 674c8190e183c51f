// Gives a neutral scene of spheres to Simbody, and reports on the run in the
// words of the tactus program.
#include <map>
#include <string>

#include <CLI/CLI.hpp>

#include "tactus/apps/bench/peers/peer_program.h"
#include "tactus/apps/bench/peers/simbody/simulation.h"
#include "tactus/apps/io/command_line.h"
#include "tactus/apps/io/exit_code.h"

namespace tactus::apps::simbody {
namespace {

constexpr const char* kProgram = "tactus-peer-simbody";

struct Arguments {
  std::filesystem::path input;
  SimulationOptions simulation;
};

void AddOptions(CLI::App* app, Arguments* arguments) {
  SimulationOptions* simulation = &arguments->simulation;
  AddOption(app, "input SCENE.json", &arguments->input,
            "A neutral scene of spheres")
      ->required();
  app->add_option("--accuracy", simulation->accuracy, "Simbody's (0.001)")
      ->check(CLI::PositiveNumber);
  app->add_option("--integrator", simulation->method, "rkm (default) or cpodes")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Method>{
          {"rkm", Method::kRungeKuttaMerson}, {"cpodes", Method::kCPodes}}));
  app->add_option("--transition-velocity", simulation->transition_velocity,
                  "Slip that counts as sticking, in m/s (the scene's)")
      ->check(CLI::PositiveNumber);
  AddPeerOptions(app, "the scene's", simulation);
}

int Main(const Arguments& arguments) {
  PeerReport report =
      Simulate(ReadNeutralScene(arguments.input), arguments.simulation);
  report.scenario = arguments.input.string();
  WritePeerReport(report, arguments.simulation.report);
  if (report.status == "ok") return kDone;
  FailPeer(kProgram, report.status);
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
  return tactus::apps::RunPeer(&app, argc, argv,
                               [&] { return simbody::Main(arguments); });
}
