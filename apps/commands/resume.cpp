#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/commands/commands.h"
#include "tactus/apps/io/command_line.h"
#include "tactus/apps/run/run_options.h"
#include "tactus/apps/run/simulate.h"
#include "tactus/common/require.h"

namespace tactus::apps {
namespace {

namespace fs = std::filesystem;

struct ResumeOptions {
  fs::path checkpoint;
  std::optional<double> duration;  ///< [s]
  RunOptions run;                  ///< What it writes.
};

// The options that the run was started with, what it wrote apart.
RunOptions ParseAgain(const RunDescription& description) {
  RunOptions options;
  CLI::App command;
  AddRunOptions(&command, &options);
  RunOptions ignored;
  AddOutputOptions(&command, &ignored);
  std::vector<std::string> arguments = description.arguments;
  std::ranges::reverse(arguments);  // as CLI11 wants them
  command.parse(std::move(arguments));
  return options;
}

// Relative folders of packages are where the run was.
void TakeFrom(const fs::path& directory, multibody::PackagePaths* packages) {
  for (auto& [name, folder] : packages->packages) folder = directory / folder;
  for (fs::path& folder : packages->folders) folder = directory / folder;
}

int Resume(const ResumeOptions& resume) {
  Require(!resume.run.estimate_error,
          "--estimate-error is of runs from their start; a resumed one is not");
  const RunDescription description = ReadRunDescription(resume.checkpoint);
  RunOptions options = ParseAgain(description);
  const fs::path target =
      fs::path(description.directory) / options.scenario.target;
  if (description.input_hash != 0) {
    Require(HashOfFile(target) == description.input_hash,
            fmt::format("{}: '{}' is not there as it was when the checkpoint "
                        "was written",
                        resume.checkpoint.string(), target.string()));
    options.scenario.target = target.string();
  }
  TakeFrom(description.directory, &options.scenario.file.packages);
  if (resume.duration) options.scenario.duration = resume.duration;
  options.outputs = resume.run.outputs;
  options.checkpoint = resume.run.checkpoint;
  options.quiet = resume.run.quiet;
  return Simulate(std::move(options), description, resume.checkpoint);
}

}  // namespace

void AddResumeCommand(CLI::App* app, int* exit_code) {
  CLI::App* command = app->add_subcommand(
      "resume", "Continue a run from one of its checkpoints");
  command->footer(
      "A checkpoint from between two steps (--checkpoint-interval) continues\n"
      "with the very bits of the run that it was taken from.");
  auto options = std::make_shared<ResumeOptions>();
  AddOption(command, "checkpoint CHECKPOINT", &options->checkpoint,
            "What 'tactus run --checkpoint FILE' wrote")
      ->required();
  AddOption(command, "--duration T", &options->duration,
            "Seconds from the start of the run, not from here (the run's)");
  AddOutputOptions(command, &options->run);
  command->callback([options, exit_code] { *exit_code = Resume(*options); });
}

}  // namespace tactus::apps
