#include "tactus/apps/commands/program.h"

#include <algorithm>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "tactus/apps/commands/commands.h"
#include "tactus/apps/io/command_line.h"
#include "tactus/apps/io/exit_code.h"

namespace tactus::apps {
namespace {

// What follows the command.
std::vector<std::string> ArgumentsOf(int argc, const char* const* argv) {
  return {argv + std::min(argc, 2), argv + argc};
}

}  // namespace

int RunProgram(int argc, const char* const* argv) {
  CLI::App app("Simulates robots in contact to a requested accuracy.",
               "tactus");
  app.set_version_flag("--version", "tactus " TACTUS_VERSION);
  app.require_subcommand(1);
  int exit_code = kDone;
  AddRunCommand(&app, ArgumentsOf(argc, argv), &exit_code);
  AddResumeCommand(&app, &exit_code);
  AddVerifyCommand(&app, &exit_code);
  AddScenesCommand(&app, &exit_code);
  AddCompareCommand(&app, &exit_code);
  AddInitCommand(&app, &exit_code);
  AddCheckCommand(&app, &exit_code);
  AddDynamicsCommand(&app, &exit_code);
  AddBenchCommand(&app, ArgumentsOf(argc, argv));
  return RunCommandLine(&app, argc, argv, &exit_code);
}

}  // namespace tactus::apps
