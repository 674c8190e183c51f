#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/commands/commands.h"
#include "tactus/apps/commands/dynamics_json.h"
#include "tactus/apps/io/command_line.h"
#include "tactus/apps/io/exit_code.h"
#include "tactus/apps/io/json_element.h"
#include "tactus/apps/io/notices.h"
#include "tactus/apps/models/model_file.h"
#include "tactus/apps/models/model_file_flags.h"
#include "tactus/apps/scenario/scenario.h"
#include "tactus/common/require.h"

namespace tactus::apps {
namespace {

struct DynamicsOptions {
  std::string file, state;
  ModelFileOptions model;
};

JointState ReadStateFile(const multibody::Model& model,
                         const std::string& file) {
  const nlohmann::json state = ParseJsonFile(file);
  try {
    return ReadJointState(model, state);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(file + ": " + error.what());
  }
}

int DoDynamics(const DynamicsOptions& options) {
  Require(!IsScenarioFile(options.file),
          fmt::format("{} is a scenario; dynamics is of one model file",
                      options.file));
  const LoadedModel loaded = LoadModelFile(options.file, options.model);
  PrintNotices(loaded.report.notices(), false, std::cerr);
  const multibody::Model& model = *loaded.model;
  const JointState state = options.state.empty()
                               ? MakeDefaultState(model)
                               : ReadStateFile(model, options.state);
  // Names may hold bytes that are no text.
  std::cout << MakeDynamicsJson(model, state)
                   .dump(2, ' ', false,
                         nlohmann::ordered_json::error_handler_t::replace)
            << '\n';
  return kDone;
}

}  // namespace

void AddDynamicsCommand(CLI::App* app, int* exit_code) {
  CLI::App* command = app->add_subcommand(
      "dynamics", "Print mass matrix, bias forces, poses and accelerations");
  auto options = std::make_shared<DynamicsOptions>();
  AddOption(command, "file FILE", &options->file,
            "A model file (MJCF, URDF, SDFormat, a neutral scene in JSON)")
      ->required();
  AddOption(command, "--state STATE.json", &options->state,
            R"({joint: {"q": [...], "v": [...]}}; others as by default)");
  command->add_flag("--strict", options->model.strict,
                    "Refuse a file whose physics is not taken as it is");
  AddModelFileFlags(command, &options->model);
  command->callback(
      [options, exit_code] { *exit_code = DoDynamics(*options); });
}

}  // namespace tactus::apps
