#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tactus/apps/contact_overrides.h"
#include "tactus/apps/model_file.h"
#include "tactus/examples/scenes/scene.h"

namespace tactus::apps {

/// What to simulate, as the command line says it.
struct ScenarioOptions {
  std::string target;  ///< A model file or the name of a built-in scene.
  std::optional<double> duration;       ///< [s]
  std::optional<std::string> keyframe;  ///< Start there. Of model files.
  ModelFileOptions file;                ///< Of model files, all but `strict`.
  ContactOverrides contact;             ///< Of model files.
};

/// A diagram with one plant, where it starts, and for how long to run.
struct Scenario {
  std::string name;
  examples::SceneInstance scene;
  double duration{};                       ///< [s]
  std::vector<multibody::Notice> notices;  ///< What the file lost.
};

/// @throws std::invalid_argument, multibody::ModelFileError for input that
/// cannot be used.
Scenario MakeScenario(const ScenarioOptions& options);

}  // namespace tactus::apps
