#include "tactus/apps/scenario/scenario.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/scenario/scenario_file.h"
#include "tactus/common/require.h"

namespace tactus::apps {
namespace {

bool IsScene(const std::string& name) {
  return std::ranges::any_of(
      examples::Scenes(),
      [&](const examples::Scene& scene) { return scene.name == name; });
}

void RequireNothingForModels(const ScenarioOptions& options) {
  const auto refuse = [&](bool given, const char* option) {
    Require(!given, fmt::format("{} is for files; the scene '{}' is as "
                                "it is",
                                option, options.target));
  };
  refuse(options.file.ground, "--ground");
  refuse(options.file.fix_inertia, "--fix-inertia");
  refuse(options.file.weld_root, "--weld-root");
  refuse(options.file.skip_missing_meshes, "--skip-missing-meshes");
  refuse(options.file.density.has_value(), "--density");
  refuse(options.keyframe.has_value(), "--keyframe");
  refuse(!options.contact.empty(), "changing contact");
}

Scenario MakeFromScene(const ScenarioOptions& options) {
  RequireNothingForModels(options);
  const examples::Scene& scene = examples::FindScene(options.target);
  return {.name = options.target,
          .scene = examples::MakeWith(scene, options.settings),
          .duration = options.duration.value_or(scene.duration)};
}

const multibody::Keyframe& FindKeyframe(const multibody::Model& model,
                                        const std::string& name,
                                        const std::string& file) {
  std::string known;
  for (const multibody::Keyframe& keyframe : model.keyframes()) {
    if (keyframe.name == name) return keyframe;
    known += (known.empty() ? "" : ", ") + keyframe.name;
  }
  throw std::invalid_argument(
      fmt::format("{}: there is no keyframe '{}'; {}", file, name,
                  known.empty() ? "there are none" : "there are: " + known));
}

Scenario MakeFromFile(const ScenarioOptions& options) {
  LoadedModel loaded = LoadModelFile(options.target, options.file);
  auto model = options.contact.empty()
                   ? loaded.model
                   : WithOverrides(loaded.model, options.contact);
  Scenario scenario{.name = options.target,
                    .scene = examples::MakePlantScene(model),
                    .duration = options.duration.value_or(
                        loaded.duration.value_or(kDefaultDuration)),
                    .notices = loaded.report.notices(),
                    .files = loaded.report.files()};
  scenario.files.emplace_back(options.target);
  if (loaded.start_velocities.size() > 0) {
    scenario.scene.plant->SetVelocities(&scenario.scene.context,
                                        loaded.start_velocities);
  }
  if (options.keyframe) {
    const multibody::Keyframe& keyframe =
        FindKeyframe(*model, *options.keyframe, options.target);
    auto& [diagram, plant, context] = scenario.scene;
    plant->SetPositions(&context, keyframe.q);
    plant->SetVelocities(&context, keyframe.v);
    context.FixInput(plant->actuation_input(), keyframe.u);
  }
  return scenario;
}

}  // namespace

bool IsScenarioFile(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  return ending == ".yaml" || ending == ".yml";
}

Scenario MakeScenario(const ScenarioOptions& options) {
  RequireValid(options.contact);
  Require(!options.duration ||
              (std::isfinite(*options.duration) && *options.duration > 0),
          fmt::format("--duration must be a positive number, not {}",
                      options.duration.value_or(0)));
  if (IsScene(options.target)) return MakeFromScene(options);
  Require(std::filesystem::exists(options.target),
          fmt::format("there is no file and no scene '{}'; 'tactus scenes' "
                      "lists the scenes",
                      options.target));
  Require(options.settings.empty(),
          fmt::format("--set is for built-in scenes; {} is a file",
                      options.target));
  return IsScenarioFile(options.target) ? LoadScenarioFile(options)
                                        : MakeFromFile(options);
}

}  // namespace tactus::apps
