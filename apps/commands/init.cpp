#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/commands/commands.h"
#include "tactus/apps/io/command_line.h"
#include "tactus/apps/io/exit_code.h"
#include "tactus/apps/io/notices.h"
#include "tactus/apps/models/model_file.h"
#include "tactus/apps/models/model_file_flags.h"
#include "tactus/apps/models/start_overlaps.h"
#include "tactus/apps/scenario/scenario.h"
#include "tactus/common/output_file.h"
#include "tactus/common/require.h"
#include "tactus/multibody/importers/model_assembly.h"
#include "tactus/multibody/scoped_name.h"

namespace tactus::apps {
namespace {

namespace fs = std::filesystem;
using multibody::Joint;
using multibody::JointType;
using multibody::Model;

struct InitOptions {
  fs::path model;
  std::optional<fs::path> out;
  ModelFileOptions file = {};
};

// What a model must not be called: other blocks of the scenario, and YAML's
// words for nothing.
constexpr std::array<std::string_view, 9> kTaken = {"world",
                                                    "plant",
                                                    "plant_actuation",
                                                    "plant_generalized_force",
                                                    "goal",
                                                    "controller",
                                                    "null",
                                                    "Null",
                                                    "NULL"};

// What scenarios allow in the name of a model.
std::string MakeName(const fs::path& file) {
  std::string name = file.stem().string();
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') c = '_';
  }
  if (std::ranges::find(kTaken, name) != kTaken.end()) name += '_';
  return name;
}

// In double quotes, as YAML reads them.
std::string Quote(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

// "ground", or what no body and no geometry of the model is called.
std::string MakeGroundName(const Model& model) {
  std::string name = "ground";
  const auto is_taken = [&name](const auto& element) {
    return element.name == name || element.name.ends_with("::" + name);
  };
  while (std::ranges::any_of(model.bodies(), is_taken) ||
         std::ranges::any_of(model.geometries(), is_taken))
    name += '_';
  return name;
}

// The model with a ground at a height [m], so that it can be lifted onto it.
std::shared_ptr<const Model> PutOnGround(std::shared_ptr<const Model> model,
                                         const std::string& ground_name,
                                         double height) {
  multibody::ModelAssembly assembly;
  assembly.AddModel("", std::move(model));
  contact::Geometry ground = MakeGround();
  ground.name = ground_name;
  ground.X_BG.translation().z() = height;
  assembly.AddGeometry("world", std::move(ground));
  return assembly.Build();
}

// Zero, or as many whole centimetres below as leave out of the ground what
// hangs on the world [m].
double FindGroundHeight(const std::shared_ptr<const Model>& model,
                        const std::string& ground_name, const VectorXd& q) {
  constexpr double kTouching = 1e-4;  // [m]
  const double depth =
      CalcHeldDepth(*PutOnGround(model, ground_name, 0), q, ground_name);
  return depth < kTouching ? 0 : -std::ceil(depth * 100) / 100;
}

// Computed torque asks for a motor per velocity.
bool IsFullyActuated(const Model& model) {
  std::vector<bool> is_driven(model.joints().size(), false);
  for (const multibody::Actuator& actuator : model.actuators()) {
    if (actuator.joint < 0) return false;
    is_driven[static_cast<std::size_t>(actuator.joint)] = true;
  }
  for (std::size_t j = 0; j < is_driven.size(); ++j) {
    if (model.joints()[j].nv() > 0 && !is_driven[j]) return false;
  }
  return !model.actuators().empty();
}

// That of name "home", as MuJoCo's models call it, or the only one. Null
// without.
const multibody::Keyframe* FindHome(const Model& model) {
  const auto& frames = model.keyframes();
  if (frames.size() == 1) return &frames.front();
  const auto home =
      std::ranges::find(frames, "home", &multibody::Keyframe::name);
  return home == frames.end() ? nullptr : &*home;
}

VectorXd FindStart(const Model& model) {
  const multibody::Keyframe* home = FindHome(model);
  return home == nullptr ? model.default_positions() : home->q;
}

// A comment with the keyframes that there are besides `home`.
std::string ListKeyframes(const Model& model, const multibody::Keyframe* home) {
  std::string names;
  for (const multibody::Keyframe& frame : model.keyframes()) {
    if (home != nullptr && frame.name == home->name) continue;
    names += (names.empty() ? "" : ", ") + frame.name;
  }
  return names.empty() ? ""
                       : "  # Keyframes" + std::string(home ? " besides" : "") +
                             ": " + names + "\n";
}

// `name` is the model's, `q` its positions, from the keyframe `home` if it has
// one, whose controls and activations hold, too. Full names are no other
// elements' endings.
std::string MakeStart(const Model& model, const std::string& name, VectorXd q,
                      const multibody::Keyframe* home) {
  const auto scoped = [&name](const std::string& element) {
    return Quote(multibody::MakeScopedName(name, element));
  };
  Lift(model, FindSunkTrees(model, q), &q);
  std::string positions, poses;
  for (const Joint& joint : model.joints()) {
    if (joint.nq() == 1) {
      positions +=
          fmt::format("    {}: {:.6g}\n", scoped(joint.name), q[joint.q_start]);
    }
    const bool floats = joint.type == JointType::kFloating &&
                        joint.parent == 0 && joint.X_PF.matrix().isIdentity() &&
                        joint.X_CM.matrix().isIdentity();
    if (!floats) continue;
    const auto p = q.segment<3>(joint.q_start);
    const Eigen::Vector4d w = q.segment<4>(joint.q_start + 3);
    const Eigen::AngleAxisd turn(Eigen::Quaterniond(w[0], w[1], w[2], w[3]));
    poses += fmt::format(
        "    {}: {{translation: [{:.6g}, {:.6g}, {:.6g}], rotation: !AngleAxis "
        "{{angle_deg: {:.6g}, axis: [{:.6g}, {:.6g}, {:.6g}]}}}}\n",
        scoped(model.bodies()[joint.child].name), p[0], p[1], p[2],
        turn.angle() * 180 / EIGEN_PI, turn.axis()[0], turn.axis()[1],
        turn.axis()[2]);
  }
  if (positions.empty() && poses.empty() && home == nullptr) return "";
  std::string text =
      "\n# Where it starts, in rad and m.\ninitial_conditions:\n";
  text += ListKeyframes(model, home);
  if (home != nullptr)
    text += fmt::format("  keyframes: [{}]\n", scoped(home->name));
  if (!positions.empty()) text += "  positions:\n" + positions;
  if (!poses.empty()) text += "  poses:\n" + poses;
  return text;
}

std::string MakeGroundLine(const std::string& name, double height) {
  std::string keys;
  if (name != "ground") keys = "name: " + name;
  if (height != 0)
    keys += fmt::format("{}height: {:g}", keys.empty() ? "" : ", ", height);
  return fmt::format("- add_ground: {{{}}}\n", keys);
}

// Holds the start by computed torque.
std::string MakeController(const std::string& name) {
  return fmt::format(
      "\nsystems:\n"
      "  goal: {{type: ConstantVectorSource, model: {0}, positions: {{}}}}\n"
      "  controller: {{type: InverseDynamicsController, model: {0}, kp: 100, "
      "kd: 20}}\n"
      "connections:\n"
      "- goal.y -> controller.desired_state\n"
      "- {0}.state -> controller.estimated_state\n"
      "- controller.actuation -> {0}.actuation\n",
      name);
}

// What 'tactus check' and 'tactus run' must be told of the model's file.
std::string ListFlags(const ModelFileOptions& file) {
  std::string flags;
  for (const auto& [name, folder] : file.packages.packages)
    flags += fmt::format(" --package '{}={}'", name, folder.string());
  for (const fs::path& folder : file.packages.folders)
    flags += fmt::format(" --package-path '{}'", folder.string());
  if (!file.fix_inertia) flags += " --no-fix-inertia";
  if (file.skip_missing_meshes) flags += " --skip-missing-meshes";
  if (file.density) flags += fmt::format(" --density {:g}", *file.density);
  return flags;
}

std::string MakeScenarioText(const InitOptions& options, const fs::path& out,
                             std::shared_ptr<const Model> model) {
  const std::string name = MakeName(options.model);
  const fs::path folder = fs::absolute(out).parent_path();
  const fs::path file = fs::proximate(fs::absolute(options.model), folder);
  std::string text = fmt::format(
      "# A scenario to start from: docs/scenario.md says what can stand here.\n"
      "#   tactus check {0}{3}; tactus run {0}{3} --html\n"
      "directives:\n"
      "- add_model: {{name: {1}, file: {2}{4}}}\n",
      out.filename().string(), name, Quote(file.string()),
      ListFlags(options.file),
      options.file.world.empty() ? ""
                                 : ", world: " + Quote(options.file.world));
  const std::shared_ptr<const Model> own = model;  // Whose keyframes these are.
  const VectorXd start = FindStart(*own);
  if (!HasGround(*model)) {
    const std::string ground = MakeGroundName(*model);
    const double height = FindGroundHeight(model, ground, start);
    model = PutOnGround(std::move(model), ground, height);
    text += MakeGroundLine(ground, height);
  }
  text += MakeStart(*model, name, start, FindHome(*own));
  if (IsFullyActuated(*model)) text += MakeController(name);
  text +=
      "\nsimulator: {integrator: cenic, accuracy: 1e-3, duration: 5}\n"
      "\nlogs:\n"
      "- {file: poses.csv, rate: 100, signals: [\"body/*/pose\"]}\n"
      "\n# assert:\n"
      "# - {energy_drift: relative, above: -0.01, below: 0.01}\n";
  return text;
}

int DoInit(const InitOptions& options) {
  Require(fs::exists(options.model),
          fmt::format("there is no file '{}'", options.model.string()));
  Require(!IsScenarioFile(options.model),
          fmt::format("{} is a scenario already; init is of a model file",
                      options.model.string()));
  const fs::path out =
      options.out.value_or(options.model.stem().string() + ".yaml");
  Require(IsScenarioFile(out),
          fmt::format("--out {}: a scenario's name ends in .yaml or .yml",
                      out.string()));
  Require(!fs::exists(out),
          fmt::format("{} is there already; --out names another file",
                      out.string()));
  const LoadedModel loaded = LoadModelFile(options.model, options.file);
  PrintNotices(loaded.report.notices(), false, std::cerr);
  OutputFile file(out);
  file.stream() << MakeScenarioText(options, out, loaded.model);
  file.Commit();
  std::cout << "wrote " << out.string() << '\n';
  return kDone;
}

}  // namespace

void AddInitCommand(CLI::App* app, int* exit_code) {
  CLI::App* command = app->add_subcommand(
      "init", "Write a scenario of a model file, to be edited");
  auto options = std::make_shared<InitOptions>();
  AddOption(command, "file FILE", &options->model,
            "A model file (MJCF, URDF, SDFormat)")
      ->required();
  AddOption(command, "--out FILE.yaml", &options->out,
            "Where to (the model's name with .yaml, here)");
  AddReadingFlags(command, &options->file);
  command->callback([options, exit_code] { *exit_code = DoInit(*options); });
}

}  // namespace tactus::apps
