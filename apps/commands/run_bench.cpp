#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <unistd.h>

#include "tactus/apps/commands/commands.h"
#include "tactus/apps/io/child_process.h"

namespace tactus::apps {
namespace {

// Returns only by throwing: this process becomes the other program.
[[noreturn]] void BecomeBench(std::vector<std::string> arguments) {
  const std::filesystem::path program =
      OwnProgram().replace_filename("tactus-bench");
  arguments.insert(arguments.begin(), program.string());
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& each : arguments) argv.push_back(each.data());
  argv.push_back(nullptr);
  std::cout.flush();
  execv(argv.front(), argv.data());
  throw std::runtime_error("cannot start " + program.string() + ": " +
                           std::strerror(errno) +
                           "; make build builds it beside tactus");
}

}  // namespace

void AddBenchCommand(CLI::App* app, const std::vector<std::string>& arguments) {
  CLI::App* command = app->add_subcommand(
      "bench", "Measure, and show published values beside ours");
  command->set_help_flag();  // The other program has its own.
  command->prefix_command();
  command->callback([arguments] { BecomeBench(arguments); });
}

}  // namespace tactus::apps
