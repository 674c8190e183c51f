#include <filesystem>
#include <memory>
#include <utility>

#include "tactus/apps/commands/commands.h"
#include "tactus/apps/run/run_options.h"
#include "tactus/apps/run/simulate.h"

namespace tactus::apps {

void AddRunCommand(CLI::App* app, std::vector<std::string> arguments,
                   int* exit_code) {
  CLI::App* command =
      app->add_subcommand("run", "Simulate a model, a scenario or a scene");
  command->footer(
      "Exit codes: 0 done, 2 bad input, 3 integration failed, 4 accuracy not\n"
      "reached, 5 an assertion of the scenario failed, 130 interrupted.");
  auto options = std::make_shared<RunOptions>();
  AddRunOptions(command, options.get());
  AddOutputOptions(command, options.get());
  command->callback([options, exit_code, arguments = std::move(arguments)] {
    *exit_code = Simulate(
        *options, {.arguments = arguments,
                   .directory = std::filesystem::current_path().string(),
                   .input_hash = HashOfFile(options->scenario.target)});
  });
}

}  // namespace tactus::apps
