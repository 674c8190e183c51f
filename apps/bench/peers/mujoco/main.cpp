// Gives a neutral scene or an MJCF model to MuJoCo, and reports on the run in
// the words of the tactus program.
#include <iostream>
#include <map>
#include <string>

#include <CLI/CLI.hpp>
#include <mujoco/mujoco.h>

#include "tactus/apps/bench/peers/mujoco/simulation.h"
#include "tactus/apps/bench/peers/peer_program.h"
#include "tactus/apps/io/command_line.h"
#include "tactus/apps/io/exit_code.h"

namespace tactus::apps::mujoco {
namespace {

constexpr const char* kProgram = "tactus-peer-mujoco";

// MuJoCo would write into a file of the working directory, and then go on or
// exit with 1.
void SetHandlers() {
  mju_user_warning = [](const char* message) {
    std::cerr << kProgram << ": warning: " << message << '\n';
  };
  mju_user_error = [](const char* message) {
    std::exit(FailPeer(kProgram, message));
  };
}

struct Arguments {
  LoadOptions load;
  SimulationOptions simulation;
};

void AddOptions(CLI::App* app, Arguments* arguments) {
  LoadOptions* load = &arguments->load;
  SimulationOptions* simulation = &arguments->simulation;
  AddOption(app, "input SCENE.json|MODEL.xml", &load->input,
            "A neutral scene (.json), or MJCF")
      ->required();
  app->add_option("--step", simulation->step, "In seconds (the model's)")
      ->check(CLI::PositiveNumber);
  app->add_option("--solver", simulation->solver, "newton or cg (the model's)")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Solver>{
          {"newton", Solver::kNewton}, {"cg", Solver::kCg}}));
  app->add_flag("--elliptic", simulation->elliptic_cone,
                "Use elliptic friction cones");
  app->add_option("--contact", load->contact,
                  "default: MuJoCo's, or matched: near the scene's stiffness")
      ->transform(CLI::CheckedTransformer(std::map<std::string, MujocoContact>{
          {"default", MujocoContact::kDefault},
          {"matched", MujocoContact::kMatched}}));
  app->add_option("--keyframe", load->keyframe, "Start there (MJCF)");
  app->add_flag("--ground", load->ground, "Add the plane z = 0 (MJCF)");
  app->add_flag("--strip-unknown", load->strip_unknown,
                "Remove what this MuJoCo does not know, and list it (MJCF)");
  app->add_flag("--derivatives", simulation->derivatives,
                "Differentiate each step with mjd_transitionFD, and time it");
  AddPeerOptions(app, "the scene's; 5 for MJCF", simulation);
}

int Main(const Arguments& arguments) {
  PeerReport report;
  try {
    report = Simulate(Load(arguments.load), arguments.simulation);
  } catch (const CannotLoad& error) {
    report.integrator = std::string("MuJoCo ") + mj_versionString();
    report.status = std::string("cannot load: ") + error.what();
  }
  report.scenario = arguments.load.input.string();
  WritePeerReport(report, arguments.simulation.report);
  if (report.status == "ok") return kDone;
  FailPeer(kProgram, report.status);
  return report.steps > 0 ? kIntegrationFailed : kUserError;
}

}  // namespace
}  // namespace tactus::apps::mujoco

int main(int argc, char** argv) {
  namespace mujoco = tactus::apps::mujoco;
  mujoco::SetHandlers();
  CLI::App app("Simulates with MuJoCo, as a peer to compare with.",
               mujoco::kProgram);
  mujoco::Arguments arguments;
  mujoco::AddOptions(&app, &arguments);
  return tactus::apps::RunPeer(&app, argc, argv,
                               [&] { return mujoco::Main(arguments); });
}
