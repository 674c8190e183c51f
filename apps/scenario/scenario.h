#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tactus/apps/io/log_file.h"
#include "tactus/apps/methods/integrator_factory.h"
#include "tactus/apps/models/contact_overrides.h"
#include "tactus/apps/models/model_file.h"
#include "tactus/apps/scenario/assertions.h"
#include "tactus/examples/scenes/scene.h"

namespace tactus::apps {

/// Parameters of built-in scenes and their values, by name; of scenario files
/// values by their path (YamlValue::Set()).
using SceneSettings = std::vector<std::pair<std::string, std::string>>;

/// What to simulate, as the command line says it.
struct ScenarioOptions {
  /// A model file, a scenario file (.yaml) or the name of a built-in scene.
  std::string target = {};
  std::optional<double> duration = {};       ///< [s]
  std::optional<std::string> keyframe = {};  ///< Start there. Of files.
  ModelFileOptions file = {};                ///< Of files.
  /// Move what floats and starts in the ground out of it. Of files.
  bool lift = false;
  ContactOverrides contact = {};  ///< Of files.
  SceneSettings settings = {};
};

/// A diagram with one plant, where it starts, and for how long to run.
struct Scenario {
  std::string name;
  examples::SceneInstance scene;
  double duration{};                            ///< [s]
  std::vector<multibody::Notice> notices = {};  ///< What the files lost.
  /// The scenario's file and those of its models.
  std::vector<std::filesystem::path> files = {};
  ContactOverrides contact = {};  ///< As the options and the file have it.
  // Of scenario files:
  IntegratorOptions integrator = {};
  std::vector<LogOptions> logs = {};
  std::vector<Assertion> assertions = {};
};

/// A parameter and its value, as --set has them: NAME=VALUE.
/// @throws std::invalid_argument for any other text.
std::pair<std::string, std::string> ParseSetting(const std::string& text);

/// True for the endings .yaml and .yml.
bool IsScenarioFile(const std::filesystem::path& file);

/// @throws std::invalid_argument, multibody::ModelFileError for input that
/// cannot be used.
Scenario MakeScenario(const ScenarioOptions& options);

}  // namespace tactus::apps
