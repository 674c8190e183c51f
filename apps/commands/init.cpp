#include "tactus/apps/commands/init.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/exit_code.h"
#include "tactus/apps/io/notices.h"
#include "tactus/apps/models/model_file.h"
#include "tactus/apps/models/model_file_flags.h"
#include "tactus/apps/models/start_overlaps.h"
#include "tactus/apps/scenario/scenario.h"
#include "tactus/common/output_file.h"
#include "tactus/common/require.h"

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

// What scenarios allow in the name of a model.
std::string MakeName(const fs::path& file) {
  std::string name = file.stem().string();
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') c = '_';
  }
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

// The model with the ground of the scenario, so that it can be lifted onto it.
LoadedModel LoadOnGround(const InitOptions& options) {
  ModelFileOptions file = options.file;
  file.ground = true;
  return LoadModelFile(options.model, file);
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

std::string MakeStart(const Model& model) {
  VectorXd q = model.default_positions();
  Lift(model, FindSunkTrees(model, q), &q);
  std::string positions, poses;
  for (const Joint& joint : model.joints()) {
    if (joint.nq() == 1) {
      positions +=
          fmt::format("    {}: {:.6g}\n", Quote(joint.name), q[joint.q_start]);
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
        Quote(model.bodies()[joint.child].name), p[0], p[1], p[2],
        turn.angle() * 180 / EIGEN_PI, turn.axis()[0], turn.axis()[1],
        turn.axis()[2]);
  }
  if (positions.empty() && poses.empty()) return "";
  std::string text =
      "\n# Where it starts, in rad and m.\ninitial_conditions:\n";
  if (!positions.empty()) text += "  positions:\n" + positions;
  if (!poses.empty()) text += "  poses:\n" + poses;
  return text;
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

std::string MakeScenarioText(const InitOptions& options, const fs::path& out,
                             const Model& model) {
  const std::string name = MakeName(options.model);
  const fs::path folder = fs::absolute(out).parent_path();
  const fs::path file = fs::proximate(fs::absolute(options.model), folder);
  std::string text = fmt::format(
      "# A scenario to start from: docs/scenario.md says what can stand here.\n"
      "#   tactus check {0}; tactus run {0} --html\n"
      "directives:\n"
      "- add_model: {{name: {1}, file: {2}}}\n"
      "- add_ground: {{}}\n",
      out.filename().string(), name, Quote(file.string()));
  text += MakeStart(model);
  if (IsFullyActuated(model)) text += MakeController(name);
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
  const fs::path out =
      options.out.value_or(options.model.stem().string() + ".yaml");
  Require(IsScenarioFile(out),
          fmt::format("--out {}: a scenario's name ends in .yaml or .yml",
                      out.string()));
  Require(!fs::exists(out),
          fmt::format("{} is there already; --out names another file",
                      out.string()));
  const LoadedModel loaded = LoadOnGround(options);
  PrintNotices(loaded.report.notices(), false, std::cerr);
  OutputFile file(out);
  file.stream() << MakeScenarioText(options, out, *loaded.model);
  file.Commit();
  std::cout << "wrote " << out.string() << '\n';
  return kDone;
}

}  // namespace

void AddInitCommand(CLI::App* app, int* exit_code) {
  CLI::App* command = app->add_subcommand(
      "init", "Write a scenario of a model file, to be edited");
  auto options = std::make_shared<InitOptions>();
  command
      ->add_option("file", options->model,
                   "A model file (MJCF, URDF, SDFormat)")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--out", options->out,
                   "Where to (the model's name with .yaml, here)")
      ->type_name("FILE.yaml");
  command->callback([options, exit_code] { *exit_code = DoInit(*options); });
}

}  // namespace tactus::apps
