#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include "tactus/apps/commands/commands.h"
#include "tactus/apps/io/command_line.h"
#include "tactus/apps/io/exit_code.h"
#include "tactus/apps/io/notices.h"
#include "tactus/apps/io/refusal.h"
#include "tactus/apps/models/model_file.h"
#include "tactus/apps/models/model_file_flags.h"
#include "tactus/apps/models/model_survey.h"
#include "tactus/apps/models/model_tables.h"
#include "tactus/apps/models/plausibility.h"
#include "tactus/apps/run/run_options.h"
#include "tactus/apps/scenario/scenario.h"
#include "tactus/common/output_file.h"
#include "tactus/common/require.h"
#include "tactus/contact/pressure/pressure_solids.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {
namespace {

constexpr std::size_t kNumOverlaps = 10;  // So many are listed.

struct CheckOptions {
  std::string file;
  bool list = false;
  std::optional<std::filesystem::path> graph;
  std::optional<std::filesystem::path> root;  ///< Of a list's names.
  ModelFileOptions model;
  ContactOverrides contact;
  SceneSettings settings;
};

// What is legal but seldom meant.
std::string MakePlausibilityReport(const multibody::Model& model) {
  const std::vector<Implausibility> doubts = FindDoubts(model);
  const std::vector<Overlap> overlaps =
      FindOverlaps(model, model.default_positions());
  if (doubts.empty() && overlaps.empty()) return "  plausibility no doubts\n";
  std::string text;
  for (const Implausibility& doubt : doubts)
    text += "doubt: " + doubt.what + '\n';
  for (std::size_t i = 0; i < std::min(overlaps.size(), kNumOverlaps); ++i) {
    const Overlap& overlap = overlaps[i];
    text += fmt::format(
        "doubt: at the start, '{}' of body '{}' is {:.3g} m deep in '{}' of "
        "body '{}'\n",
        overlap.geometry_a, overlap.body_a, overlap.depth, overlap.geometry_b,
        overlap.body_b);
  }
  if (overlaps.size() > kNumOverlaps) {
    text += fmt::format("doubt: {} more pairs overlap at the start\n",
                        overlaps.size() - kNumOverlaps);
  }
  return text;
}

std::string MakePortList(const systems::LeafSystem& block) {
  const auto names = [](const auto& ports) {
    std::string text;
    for (const auto& port : ports) {
      text += (text.empty() ? "" : " ") + port.name;
    }
    return text;
  };
  std::vector<systems::PortType> outputs;
  for (const auto& output : block.declaration().outputs) {
    outputs.push_back(output.port);
  }
  return fmt::format("  {:<12} {} -> {}\n", block.name(),
                     names(block.declaration().inputs), names(outputs));
}

void WriteGraph(const CheckOptions& options, const systems::Diagram& diagram) {
  if (!options.graph) return;
  RequireNoInput(*options.graph, {options.file});
  WriteFile(*options.graph, diagram.GetGraphvizString());
}

Scenario MakeCheckedScenario(const CheckOptions& options) {
  return MakeScenario({.target = options.file,
                       .file = options.model,
                       .contact = options.contact,
                       .settings = options.settings});
}

int CheckScenario(const CheckOptions& options) {
  const Scenario scenario = MakeCheckedScenario(options);
  IntegratorChoice integrator = MakeIntegrator(scenario.integrator);
  const std::string method(integrator.integrator->name());
  systems::Simulator simulator(*scenario.scene.diagram, scenario.scene.context);
  simulator.set_integrator(std::move(integrator.integrator));
  InitializeOrRefuse(&simulator);
  PrintNoticesByKind(scenario.notices, std::cout);
  WarnOfSoftJoints(scenario.scene.plant->model(), method, std::cout);
  WarnOfPatches(scenario.scene.plant->model(), method, std::cout);
  const multibody::Model& model = scenario.scene.plant->model();
  const ContactPairs pairs = FindContactPairs(model);
  std::cout << fmt::format("{}: can be simulated, by {} for {:g} s\n",
                           options.file, method, scenario.duration)
            << MakeModelSummary(model, pairs, scenario.notices)
            << fmt::format("  logs         {}\n  assertions   {}\n",
                           scenario.logs.size(), scenario.assertions.size())
            << "blocks, their inputs -> outputs\n";
  for (const systems::LeafSystem* block : scenario.scene.diagram->leaves()) {
    std::cout << MakePortList(*block);
  }
  if (options.list) std::cout << MakeModelTables(model, pairs);
  WriteGraph(options, *scenario.scene.diagram);
  return kDone;
}

// Refused, if any file is; those that are not here are not judged.
int CheckList(const CheckOptions& options) {
  Require(!options.list && !options.graph && options.contact.empty(),
          "a list of model files is summed up: --list, --graph and overrides "
          "of contact are for one file");
  const std::filesystem::path file = options.file;
  const std::filesystem::path root = options.root.value_or(file.parent_path());
  const std::vector<SurveyedFile> files =
      SurveyModels(ReadModelList(file), root, options.model);
  Require(std::ranges::any_of(files, &SurveyedFile::is_here),
          "none of the files in the list '" + options.file + "' is under '" +
              root.string() + "'; --root DIR says where they are");
  const std::vector<std::string> idle = FindUnusedOptions(files);
  Require(idle.empty(),
          fmt::format("{} has no effect: no file in the list '{}' has a format "
                      "that it is for",
                      fmt::join(idle, ", "), options.file));
  std::cout << FormatSurvey(files);
  const bool all_load = std::ranges::all_of(
      files, [](const SurveyedFile& each) { return each.refusal.empty(); });
  return all_load ? kDone : kUserError;
}

// At how many places the physics is not what the file says.
int CountLosses(std::span<const multibody::Notice> notices) {
  int count = 0;
  for (const multibody::Notice& notice : notices) {
    if (notice.severity != multibody::Notice::Severity::kCosmetic)
      count += notice.count;
  }
  return count;
}

int DoCheck(const CheckOptions& options) {
  if (IsModelList(options.file)) return CheckList(options);
  Require(!options.root, "--root is for a list of model files");
  if (IsScenarioFile(options.file)) return CheckScenario(options);
  RequireValid(options.contact);
  Require(options.settings.empty(),
          fmt::format("--set is for scenario files; {} is a model file",
                      options.file));
  LoadedModel loaded = LoadModelFile(options.file, options.model);
  if (!options.contact.empty())
    loaded.model = WithOverrides(*loaded.model, options.contact);
  // A shape that can have no pressure field is refused here.
  const contact::PressureSolids solids(loaded.model->geometries());
  PrintNoticesByKind(loaded.report.notices(), std::cout);
  std::cout << options.file << ": can be simulated";
  if (!loaded.model->elastic_bodies().empty())
    std::cout << " by cond, pgs and apgd, and by classic integrators: it has "
                 "elastic bodies";
  const int losses = CountLosses(loaded.report.notices());
  if (losses > 0) {
    std::cout << fmt::format(", with {} thing{} left out or approximated",
                             losses, losses == 1 ? "" : "s");
  }
  const ContactPairs pairs = FindContactPairs(*loaded.model);
  std::cout << '\n'
            << MakeModelSummary(*loaded.model, pairs, loaded.report.notices());
  if (options.list) std::cout << MakeModelTables(*loaded.model, pairs);
  std::cout << MakePlausibilityReport(*loaded.model);
  if (options.graph) {
    WriteGraph(options, *MakeCheckedScenario(options).scene.diagram);
  }
  return kDone;
}

}  // namespace

void AddCheckCommand(CLI::App* app, int* exit_code) {
  CLI::App* command = app->add_subcommand(
      "check", "Validate a model or scenario file and say what is in it");
  auto options = std::make_shared<CheckOptions>();
  AddOption(command, "file FILE", &options->file,
            "A model file (MJCF, URDF, SDFormat), a scenario (YAML), or a list "
            "of model files (.txt), one on a line, to sum up")
      ->required();
  command->add_flag("--strict", options->model.strict,
                    "Refuse a file whose physics is not taken as it is");
  AddModelFileFlags(command, &options->model);
  AddContactOptions(command, &options->contact);
  AddSettingOption(command, &options->settings,
                   "Set a value of a scenario by its keys, as 'tactus run' "
                   "does; may be repeated");
  command->add_flag(
      "--list", options->list,
      "List bodies, joints, actuators, and which geometries touch, "
      "how and why");
  AddOption(command, "--root DIR", &options->root,
            "The folder that the names in a list start from; without it, the "
            "list's own");
  AddOption(
      command, "--graph FILE", &options->graph,
      "Write the diagram of blocks and wires for Graphviz: dot -Tsvg draws it");
  command->callback([options, exit_code] { *exit_code = DoCheck(*options); });
}

}  // namespace tactus::apps
