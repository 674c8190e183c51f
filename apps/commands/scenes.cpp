#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include "tactus/apps/commands/commands.h"
#include "tactus/apps/io/command_line.h"
#include "tactus/apps/io/exit_code.h"
#include "tactus/apps/models/scene_export.h"
#include "tactus/common/output_file.h"
#include "tactus/common/require.h"
#include "tactus/examples/scenes/scene.h"

namespace tactus::apps {
namespace {

void ListScenes() {
  for (const examples::Scene& scene : examples::Scenes()) {
    std::cout << fmt::format("{:<16} {:>4g} s  {}\n", scene.name,
                             scene.duration, scene.description);
    for (const examples::SceneParameter& parameter : scene.parameters) {
      const std::string value =
          parameter.words.empty()
              ? fmt::format("{:g}", parameter.value)
              : fmt::format("{}", fmt::join(parameter.words, "|"));
      std::cout << fmt::format("{:>24}--set {}={}: {}\n", "", parameter.name,
                               value, parameter.description);
    }
  }
}

void WriteScene(const std::string& name,
                const std::optional<std::filesystem::path>& path) {
  const std::string text = MakeNeutralText(name);
  if (path) {
    WriteFile(*path, text);
  } else {
    std::cout << text;
  }
}

}  // namespace

void AddScenesCommand(CLI::App* app, int* exit_code) {
  CLI::App* command = app->add_subcommand(
      "scenes", "List the built-in scenes, or write one for other simulators");
  struct Arguments {
    std::string name;
    std::optional<std::filesystem::path> out;
  };
  const auto arguments = std::make_shared<Arguments>();
  CLI::Option* name =
      AddOption(command, "--export NAME", &arguments->name,
                "Write this scene, if it has free bodies alone, as JSON that "
                "other simulators (and 'tactus run') can read");
  AddOption(command, "--out FILE.json", &arguments->out,
            "Where to (standard output)")
      ->needs(name);
  command->callback([exit_code, arguments, name] {
    if (name->count() > 0) {
      WriteScene(arguments->name, arguments->out);
    } else {
      ListScenes();
    }
    *exit_code = kDone;
  });
}

}  // namespace tactus::apps
