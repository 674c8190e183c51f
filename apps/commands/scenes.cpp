#include "tactus/apps/commands/scenes.h"

#include <iostream>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/exit_code.h"
#include "tactus/examples/scenes/scene.h"

namespace tactus::apps {

void AddScenesCommand(CLI::App* app, int* exit_code) {
  CLI::App* command = app->add_subcommand("scenes", "List the built-in scenes");
  command->callback([exit_code] {
    for (const examples::Scene& scene : examples::Scenes()) {
      std::cout << fmt::format("{:<16} {:>4g} s  {}\n", scene.name,
                               scene.duration, scene.description);
    }
    *exit_code = kDone;
  });
}

}  // namespace tactus::apps
