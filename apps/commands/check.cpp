#include "tactus/apps/commands/check.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/exit_code.h"
#include "tactus/apps/model_file.h"
#include "tactus/apps/notices.h"
#include "tactus/apps/scenario/scenario.h"

namespace tactus::apps {
namespace {

struct CheckOptions {
  std::string file;
  ModelFileOptions model;
};

std::string MakeModelSummary(const multibody::Model& model) {
  const auto bodies = model.bodies();
  const auto is_real = [](const multibody::Body& b) {
    return !b.is_virtual;
  };
  const auto moves = [](const multibody::Joint& j) {
    return j.nv() > 0;
  };
  double mass = 0;
  for (const multibody::Body& body : bodies) mass += body.inertia.mass;
  return fmt::format(
      "  bodies       {} with {:.6g} kg, in {} trees\n"
      "  joints       {} with {} positions and {} velocities\n"
      "  geometries   {}\n"
      "  actuators    {}\n"
      "  keyframes    {}\n",
      std::ranges::count_if(bodies.subspan(1), is_real), mass,
      model.trees().size(), std::ranges::count_if(model.joints(), moves),
      model.num_positions(), model.num_velocities(), model.geometries().size(),
      model.num_actuators(), model.keyframes().size());
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

int CheckScenario(const CheckOptions& options) {
  const Scenario scenario = MakeScenario(
      {.target = options.file, .file = {.strict = options.model.strict}});
  const IntegratorChoice integrator = MakeIntegrator(scenario.integrator);
  PrintNotices(scenario.notices, true, std::cout);
  std::cout << fmt::format("{}: can be simulated, by {} for {:g} s\n",
                           options.file, integrator.integrator->name(),
                           scenario.duration)
            << MakeModelSummary(scenario.scene.plant->model())
            << fmt::format("  logs         {}\n  assertions   {}\n",
                           scenario.logs.size(), scenario.assertions.size())
            << "blocks, their inputs -> outputs\n";
  for (const systems::LeafSystem* block : scenario.scene.diagram->leaves()) {
    std::cout << MakePortList(*block);
  }
  return kDone;
}

int DoCheck(const CheckOptions& options) {
  if (IsScenarioFile(options.file)) return CheckScenario(options);
  const LoadedModel loaded = LoadModelFile(options.file, options.model);
  PrintNotices(loaded.report.notices(), true, std::cout);
  std::cout << options.file << ": can be simulated";
  const int losses = loaded.report.CountPhysics();
  if (losses > 0) {
    std::cout << fmt::format(", with {} thing{} left out or approximated",
                             losses, losses == 1 ? "" : "s");
  }
  std::cout << '\n' << MakeModelSummary(*loaded.model);
  return kDone;
}

}  // namespace

void AddCheckCommand(CLI::App* app, int* exit_code) {
  CLI::App* command = app->add_subcommand(
      "check", "Validate a model or scenario file and say what is in it");
  auto options = std::make_shared<CheckOptions>();
  command
      ->add_option("file", options->file,
                   "A model file (MJCF) or a scenario (YAML)")
      ->required()
      ->type_name("FILE");
  command->add_flag("--strict", options->model.strict,
                    "Refuse a file whose physics is not taken as it is");
  command->callback([options, exit_code] { *exit_code = DoCheck(*options); });
}

}  // namespace tactus::apps
