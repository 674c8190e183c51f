#include "tactus/apps/commands/bench.h"

#include <iostream>
#include <memory>

#include "tactus/apps/clutter_tables.h"
#include "tactus/apps/exit_code.h"

namespace tactus::apps {

void AddBenchCommand(CLI::App* app, int* exit_code) {
  CLI::App* command = app->add_subcommand(
      "bench", "Measure CENIC on hard_clutter, the paper's values beside ours");
  const auto repeats = std::make_shared<int>(5);
  command->add_option("--repeats", *repeats, "Runs of each row (median taken)")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->callback([exit_code, repeats] {
    std::cout << MakeClutterTables(*repeats);
    *exit_code = kDone;
  });
}

}  // namespace tactus::apps
