#include "tactus/apps/scenario/scenario.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <utility>
#include <variant>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/command_line.h"
#include "tactus/apps/models/contact_table.h"
#include "tactus/apps/models/plausibility.h"
#include "tactus/apps/models/start_overlaps.h"
#include "tactus/apps/scenario/scenario_file.h"
#include "tactus/common/require.h"
#include "tactus/contact/pressure/pressure_solids.h"
#include "tactus/multibody/plant/activation_dynamics.h"
#include "tactus/multibody/scoped_name.h"

namespace tactus::apps {
namespace {

constexpr double kDeepStart = 5e-3;         // [m]
constexpr std::size_t kMostPairsNamed = 5;  // One by one.

bool IsScene(const std::string& name) {
  return std::ranges::any_of(
      examples::Scenes(),
      [&](const examples::Scene& scene) { return scene.name == name; });
}

// "did you mean 'stack'?" among scenes and the files beside `target`, or where
// to find the scenes.
std::string SuggestTarget(const std::filesystem::path& target) {
  std::vector<std::string> names;
  for (const examples::Scene& scene : examples::Scenes())
    names.emplace_back(scene.name);
  const std::filesystem::path folder = target.parent_path();
  std::error_code ignored;  // Of a folder that is not there.
  for (const auto& entry : std::filesystem::directory_iterator(
           folder.empty() ? "." : folder, ignored)) {
    names.push_back((folder / entry.path().filename()).string());
  }
  const std::string hint = multibody::Suggest(target.string(), names);
  return hint.starts_with("did you mean") ? hint
                                          : "'tactus scenes' lists the scenes";
}

void RequireNothingForModels(const ScenarioOptions& options) {
  const auto refuse = [&](bool given, const char* option) {
    Require(!given, fmt::format("{} is for files; the scene '{}' is as "
                                "it is",
                                option, options.target));
  };
  refuse(options.file.ground, "--ground");
  refuse(options.lift, "--lift");
  refuse(!options.file.fix_inertia, "--no-fix-inertia");
  refuse(options.file.weld_root, "--weld-root");
  refuse(options.file.skip_missing_meshes, "--skip-missing-meshes");
  refuse(!options.file.world.empty(), "--world");
  refuse(options.file.density.has_value(), "--density");
  refuse(!options.file.packages.packages.empty(), "--package");
  refuse(!options.file.packages.folders.empty(), "--package-path");
  refuse(options.keyframe.has_value(), "--keyframe");
  refuse(!options.contact.empty(), "changing contact");
}

void AddNotice(const ScenarioOptions& options,
               multibody::Notice::Severity severity, std::string element,
               std::string message, Scenario* scenario) {
  scenario->notices.push_back({.severity = severity,
                               .file = options.target,
                               .line = 0,
                               .element = std::move(element),
                               .message = std::move(message)});
}

Scenario MakeFromScene(const ScenarioOptions& options) {
  RequireNothingForModels(options);
  const examples::Scene& scene = examples::FindScene(options.target);
  std::vector<std::pair<std::string, double>> settings;
  for (const auto& [name, text] : options.settings) {
    for (const auto& earlier : settings) {
      Require(earlier.first != name,
              fmt::format("--set gives '{}' a value twice", name));
    }
    settings.emplace_back(
        name, examples::ParseValue(examples::FindParameter(scene, name), text));
  }
  Scenario scenario{.name = options.target,
                    .scene = examples::MakeWith(scene, settings),
                    .duration = options.duration.value_or(scene.duration)};
  if (!scenario.scene.note.empty()) {
    AddNotice(options, multibody::Notice::Severity::kApproximated, "the scene",
              scenario.scene.note, &scenario);
  }
  return scenario;
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

// As in Drake, a surface without a modulus touches at points, the ground's too.
void WarnOfUnusedModuli(const ScenarioOptions& options, Scenario* scenario) {
  const multibody::Model& model = scenario->scene.plant->model();
  const std::vector<int> idle = FindIdleModuli(model);
  if (idle.empty()) return;
  const std::string others =
      idle.size() == 1
          ? ""
          : fmt::format(", nor have those of {} more", idle.size() - 1);
  AddNotice(
      options, multibody::Notice::Severity::kDropped,
      fmt::format("geometry '{}'", model.geometries()[idle[0]].name),
      fmt::format(
          "its modulus has no effect{}: with nothing that it can touch it "
          "makes a patch, and so it touches at points (modulus .inf makes a "
          "surface, as of the ground, rigid beside it)",
          others),
      scenario);
}

// A slab is a half-space that yields.
void WarnOfIdleSlabs(const ScenarioOptions& options, Scenario* scenario) {
  const auto idles = [](const contact::Geometry& geometry) {
    using contact::Compliance;
    const Compliance& compliance = geometry.material.compliance;
    return compliance.slab_thickness > 0 &&
           (!std::holds_alternative<contact::HalfSpace>(geometry.shape) ||
            compliance.kind != Compliance::Kind::kCompliant);
  };
  for (const contact::Geometry& geometry :
       scenario->scene.plant->model().geometries()) {
    if (!idles(geometry)) continue;
    AddNotice(options, multibody::Notice::Severity::kDropped,
              fmt::format("geometry '{}'", geometry.name),
              "its slab_thickness has no effect: it is that of a half-space "
              "with a finite modulus",
              scenario);
  }
}

// Points of what is about to touch have it still.
void WarnOfIdleStiffness(const ScenarioOptions& options, Scenario* scenario) {
  if (!scenario->contact.stiffness) return;
  const multibody::Model& model = scenario->scene.plant->model();
  const ContactPairs pairs = FindContactPairs(model);
  if (pairs.num_patches == 0 || pairs.num_patches < pairs.count) return;
  AddNotice(options, multibody::Notice::Severity::kDropped,
            "--contact-stiffness",
            "what touches does so by patches, which yield by their modulus "
            "(--hydroelastic MODULUS), not by a stiffness",
            scenario);
}

// With --lift, what floats starts outside of the ground.
void LiftIfAsked(const ScenarioOptions& options, Scenario* scenario) {
  if (!options.lift) return;
  auto& [diagram, plant, context, note] = scenario->scene;
  Require(HasGround(plant->model()),
          fmt::format("{}: --lift has no effect: there is no ground to be "
                      "lifted out of; --ground adds one",
                      options.target));
  VectorXd q = plant->positions(context);
  Lift(plant->model(), FindSunkTrees(plant->model(), q), &q);
  plant->SetPositions(&context, q);
}

// Contact drives apart what starts deeper in the ground, or in each other, than
// contact makes it.
void WarnOfOverlaps(const ScenarioOptions& options, Scenario* scenario) {
  const auto& [diagram, plant, context, note] = scenario->scene;
  const multibody::Model& model = plant->model();
  const VectorXd q = plant->positions(context);
  const auto warn = [&](std::string element, std::string message) {
    AddNotice(options, multibody::Notice::Severity::kApproximated,
              std::move(element), std::move(message), scenario);
  };
  std::vector<SunkTree> sunk;
  if (!options.lift) sunk = FindSunkTrees(model, q);
  for (const SunkTree& tree : sunk) {
    if (tree.depth < kDeepStart) continue;
    warn(fmt::format("body '{}'", tree.body),
         fmt::format("starts {:.3g} m deep in the ground; --lift raises it",
                     tree.depth));
  }
  const std::vector<DeepPair> pairs = FindDeepPairs(model, q, kDeepStart);
  for (std::size_t i = 0; i < std::min(pairs.size(), kMostPairsNamed); ++i) {
    warn(fmt::format("bodies '{}' and '{}'", pairs[i].body_a, pairs[i].body_b),
         fmt::format("start {:.3g} m deep in each other", pairs[i].depth));
  }
  if (pairs.size() > kMostPairsNamed)
    warn("the start",
         fmt::format("{} more pairs of bodies are deep in each other",
                     pairs.size() - kMostPairsNamed));
}

void WarnOfIdleGround(const ScenarioOptions& options, Scenario* scenario) {
  if (!options.file.ground ||
      CanBeTouched(scenario->scene.plant->model(), MakeGround().name))
    return;
  AddNotice(options, multibody::Notice::Severity::kApproximated, "the ground",
            "nothing of the model can touch it", scenario);
}

Scenario MakeFromFile(const ScenarioOptions& options) {
  LoadedModel loaded = LoadModelFile(options.target, options.file);
  auto model = options.contact.empty()
                   ? loaded.model
                   : WithOverrides(*loaded.model, options.contact);
  Scenario scenario{.name = options.target,
                    .scene = examples::MakePlantScene(model),
                    .duration = options.duration.value_or(
                        loaded.duration.value_or(kDefaultDuration)),
                    .notices = loaded.report.notices(),
                    .files = loaded.report.files(),
                    .contact = options.contact};
  scenario.files.emplace_back(options.target);
  if (loaded.start_velocities.size() > 0) {
    scenario.scene.plant->SetVelocities(&scenario.scene.context,
                                        loaded.start_velocities);
  }
  if (options.keyframe) {
    const multibody::Keyframe& keyframe =
        FindKeyframe(*model, *options.keyframe, options.target);
    auto& [diagram, plant, context, note] = scenario.scene;
    plant->SetPositions(&context, keyframe.q);
    plant->SetVelocities(&context, keyframe.v);
    context.FixInput(FindControlInput(*diagram, *plant), keyframe.u);
    if (const auto* dynamics = FindActivationDynamics(*diagram, *plant))
      dynamics->SetActivations(&context, keyframe.activations);
  }
  return scenario;
}

}  // namespace

std::pair<std::string, std::string> ParseSetting(const std::string& text) {
  const std::size_t sign = text.find('=');
  Require(sign != std::string::npos && sign > 0 && sign + 1 < text.size(),
          fmt::format("--set is NAME=VALUE, not '{}'", text));
  return {text.substr(0, sign), text.substr(sign + 1)};
}

bool IsScenarioFile(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  return ending == ".yaml" || ending == ".yml";
}

Scenario MakeScenario(const ScenarioOptions& options) {
  RequireValid(options.contact);
  RequirePositive("--duration", options.duration);
  if (IsScene(options.target)) return MakeFromScene(options);
  Require(std::filesystem::exists(options.target),
          fmt::format("there is no file and no scene '{}'; {}", options.target,
                      SuggestTarget(options.target)));
  Require(
      options.settings.empty() || IsScenarioFile(options.target),
      fmt::format("--set is for built-in scenes and scenario files; {} is a "
                  "model file",
                  options.target));
  Scenario scenario = IsScenarioFile(options.target) ? LoadScenarioFile(options)
                                                     : MakeFromFile(options);
  Require(!scenario.contact.quadrature ||
              !scenario.scene.plant->pressure_solids().empty(),
          fmt::format("{}: --quadrature has no effect: nothing has a pressure "
                      "field; --hydroelastic MODULUS gives all that is not "
                      "rigid one",
                      options.target));
  WarnOfUnusedModuli(options, &scenario);
  WarnOfIdleSlabs(options, &scenario);
  WarnOfIdleStiffness(options, &scenario);
  LiftIfAsked(options, &scenario);
  WarnOfOverlaps(options, &scenario);
  WarnOfIdleGround(options, &scenario);
  return scenario;
}

}  // namespace tactus::apps
