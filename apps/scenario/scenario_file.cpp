#include "tactus/apps/scenario/scenario_file.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/scenario/contact_patterns.h"
#include "tactus/apps/scenario/directives.h"
#include "tactus/apps/scenario/initial_conditions.h"
#include "tactus/apps/scenario/simulator_settings.h"
#include "tactus/apps/scenario/wiring.h"
#include "tactus/common/require.h"
#include "tactus/multibody/plant/quantities/find_signals.h"
#include "tactus/multibody/scoped_name.h"

namespace tactus::apps {
namespace {

namespace fs = std::filesystem;

/// The parts of a scenario, not yet read.
struct Sections {
  YamlValue all, directives;
  std::optional<YamlValue> gravity, fluid, groups, contact, initial_conditions,
      systems, connections, simulator, logs, assertions;
  ContactOverrides overrides = {};  ///< Of ContactOptions().
};

Sections ReadSections(const YamlValue& file) {
  YamlMap map(file);
  const YamlValue directives = map.Get("directives");
  Sections sections{.all = file,
                    .directives = directives,
                    .gravity = map.Find("gravity"),
                    .fluid = map.Find("fluid"),
                    .groups = map.Find("groups"),
                    .contact = map.Find("contact"),
                    .initial_conditions = map.Find("initial_conditions"),
                    .systems = map.Find("systems"),
                    .connections = map.Find("connections"),
                    .simulator = map.Find("simulator"),
                    .logs = map.Find("logs"),
                    .assertions = map.Find("assert")};
  for (const MethodOption& option : ContactOptions()) {
    if (const auto value = ReadOption(option, &map))
      SetOption(option, *value, &sections.overrides);
  }
  map.Finish();
  file.Guard([&] { RequireValid(sections.overrides); });
  return sections;
}

void AddOverrides(const ContactOverrides& overrides,
                  multibody::ModelAssembly* assembly) {
  if (overrides.empty()) return;
  assembly->EditGeometries(
      [overrides](const std::string&, contact::Geometry* geometry) {
        Override(overrides, geometry);
      });
}

// What holds after the patterns: the command line's, and where it has no
// contact model the file's.
ContactOverrides MergeContact(const ScenarioOptions& options,
                              const Sections& sections) {
  ContactOverrides merged = options.contact;
  if (!merged.model) merged.model = sections.overrides.model;
  if (!merged.quadrature) merged.quadrature = sections.overrides.quadrature;
  RequireValid(merged);
  return merged;
}

void AddGround(const ScenarioOptions& options,
               multibody::ModelAssembly* assembly) {
  if (options.file.ground) {
    try {
      assembly->AddGeometry("world", MakeGround());
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(fmt::format("--ground: {}", error.what()));
    }
  }
}

void AddGroups(const Sections& sections, ScenarioModel* scenario) {
  const std::vector<std::string> models = scenario->assembly.models();
  const auto add = [&](const std::string& name,
                       std::vector<std::string> members) {
    return scenario->groups
        .emplace(name,
                 MakeModelGroup(name, std::move(members), *scenario->model))
        .second;
  };
  for (const std::string& model : models) add(model, {model});
  if (!sections.groups) return;
  for (const auto& [name, place, value] : sections.groups->Entries()) {
    std::vector<std::string> members;
    for (const YamlValue& item : value.List()) {
      const int m = item.Guard([&] {
        return multibody::FindScopedName(models, item.Text(), "model");
      });
      members.push_back(models[m]);
    }
    place.Check(name.find_first_of("./ ") == name.npos && name != "plant" &&
                    add(name, members),
                fmt::format("the name '{}' is taken or cannot be one", name));
  }
}

multibody::Fluid ReadFluid(const YamlValue& value) {
  YamlMap map(value);
  multibody::Fluid fluid;
  if (const auto density = map.Find("density"))
    fluid.density = density->NotNegative();
  if (const auto viscosity = map.Find("viscosity"))
    fluid.viscosity = viscosity->NotNegative();
  if (const auto wind = map.Find("wind")) fluid.wind_W = wind->Vector3();
  map.Finish();
  return fluid;
}

ScenarioModel MakeModel(const Sections& sections,
                        const ScenarioOptions& options) {
  Require(!options.file.weld_root,
          "--weld-root is for model files; a scenario says it by add_weld");
  Require(options.file.world.empty(),
          "--world is for model files; a scenario says it by the key 'world' "
          "of add_model");
  ScenarioModel scenario;
  const fs::path folder = fs::path(options.target).parent_path();
  const StartOfDirectives start =
      ReadDirectives(sections.directives, folder, options.file, &scenario);
  sections.directives.Check(!scenario.assembly.empty(),
                            "there is no model or body to simulate");
  if (sections.gravity) {
    scenario.assembly.set_gravity(sections.gravity->Vector3());
  }
  if (sections.fluid) scenario.assembly.set_fluid(ReadFluid(*sections.fluid));
  // What is said of some surfaces holds before what the file says of all, and
  // the command line before both.
  AddOverrides({.modulus = sections.overrides.modulus}, &scenario.assembly);
  ContactPatterns patterns;
  if (sections.contact) patterns.Read(*sections.contact, &scenario.assembly);
  AddGround(options, &scenario.assembly);
  AddOverrides(MergeContact(options, sections), &scenario.assembly);
  scenario.model =
      sections.directives.Guard([&] { return scenario.assembly.Build(); });
  patterns.RequireAllMatched();
  AddGroups(sections, &scenario);

  const multibody::Model& built = *scenario.model;
  scenario.initial = {.q = built.default_positions(),
                      .v = VectorXd::Zero(built.num_velocities()),
                      .u = VectorXd::Zero(built.num_actuators()),
                      .activations = VectorXd::Zero(built.num_actuators())};
  for (const auto& set : start.defaults) set(scenario, &scenario.initial);
  if (sections.initial_conditions) {
    ReadInitialConditions(*sections.initial_conditions, &scenario);
  }
  if (options.keyframe) {
    ApplyKeyframe(*scenario.model, *options.keyframe, &scenario.initial);
  }
  for (const auto& set : start.attachments) set(scenario, &scenario.initial);
  return scenario;
}

LogOptions ReadLog(const YamlValue& value, const Scenario& scenario) {
  YamlMap map(value);
  LogOptions log;
  const YamlValue file = map.Get("file");
  log.file = file.Text();
  const std::string ending = log.file.extension().string();
  file.Check(ending == ".csv" || ending == ".npz",
             fmt::format("'{}' does not end in .csv or .npz", file.Text()));
  if (const auto signals = map.Find("signals")) {
    for (const YamlValue& signal : signals->List()) {
      log.signals.push_back(signal.Text());
      signal.Guard([&] {
        multibody::FindSignals(*scenario.scene.diagram, log.signals.back());
      });
    }
  }
  if (const auto rate = map.Find("rate")) {
    log.rate = rate->Positive();
    rate->Check(log.rate <= kMaxLogRate,
                fmt::format("a rate is at most {:g} Hz", kMaxLogRate));
  }
  map.Finish();
  return log;
}

void AddIdleBlocks(const YamlValue& blocks, Scenario* scenario) {
  std::vector<std::string> read;
  for (const LogOptions& log : scenario->logs) {
    for (const std::string& pattern : log.signals) {
      for (const systems::Signal& signal :
           multibody::FindSignals(*scenario->scene.diagram, pattern)) {
        read.push_back(signal.name);
      }
    }
  }
  for (const Assertion& assertion : scenario->assertions) {
    read.push_back(assertion.signal);
  }
  std::ranges::move(FindIdleBlocks(blocks, scenario->scene, read),
                    std::back_inserter(scenario->notices));
}

}  // namespace

Scenario LoadScenarioFile(const ScenarioOptions& options) {
  YamlValue file = YamlValue::Load(options.target);
  for (const auto& [path, text] : options.settings) file.Set(path, text);
  const Sections sections = ReadSections(file);
  SimulatorSettings settings;
  if (sections.simulator) settings = ReadSimulatorSettings(*sections.simulator);
  const ScenarioModel model = MakeModel(sections, options);
  Scenario scenario{.name = options.target,
                    .scene = BuildDiagram(model, sections.all, sections.systems,
                                          sections.connections),
                    .duration = options.duration.value_or(
                        settings.duration.value_or(kDefaultDuration)),
                    .notices = model.notices,
                    .files = model.files,
                    .contact = MergeContact(options, sections),
                    .integrator = settings.integrator};
  scenario.files.emplace_back(options.target);
  if (!scenario.contact.modulus &&
      scenario.contact.model != ContactModel::kPoint)
    scenario.contact.modulus = sections.overrides.modulus;
  if (sections.logs) {
    for (const YamlValue& log : sections.logs->List()) {
      scenario.logs.push_back(ReadLog(log, scenario));
    }
  }
  if (sections.assertions) {
    scenario.assertions = ReadAssertions(*sections.assertions, scenario.scene);
  }
  if (sections.systems) AddIdleBlocks(*sections.systems, &scenario);
  return scenario;
}

}  // namespace tactus::apps
