#include "tactus/apps/run/run_options.h"

#include <cstdint>
#include <functional>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/command_line.h"
#include "tactus/apps/methods/method_options.h"
#include "tactus/apps/models/model_file_flags.h"
#include "tactus/common/require.h"
#include "tactus/common/text.h"

namespace tactus::apps {
namespace {

// "MU_S" or "MU_S,MU_D".
void ParseFriction(const std::string& text, ContactOverrides* contact) {
  const auto number = [&](std::string_view part) {
    const std::optional<double> value = ParseNumber(part);
    Require(value.has_value(),
            fmt::format("--friction is MU_S or MU_S,MU_D, not '{}'", text));
    return *value;
  };
  const std::size_t comma = text.find(',');
  contact->static_friction = number(std::string_view(text).substr(0, comma));
  contact->dynamic_friction =
      comma == std::string::npos
          ? contact->static_friction
          : number(std::string_view(text).substr(comma + 1));
}

// Takes the value of an option.
using Take = std::function<void(const nlohmann::ordered_json&)>;

template <class T>
CLI::Option* AddValue(CLI::App* command, const MethodOption& option,
                      const Take& take) {
  return command->add_option_function<T>(
      option.flag(),
      [&option, take](const T& value) {
        option.Check(value, option.flag());
        take(value);
      },
      option.help);
}

CLI::Option* AddFlag(CLI::App* command, const MethodOption& option,
                     const Take& take) {
  return command->add_flag_function(
      option.flag(), [take](std::int64_t count) { take(count > 0); },
      option.help);
}

CLI::Option* AddOfKind(CLI::App* command, const MethodOption& option,
                       const Take& take) {
  switch (option.kind.type) {
    case ValueKind::Type::kNumber:
      return AddValue<double>(command, option, take);
    case ValueKind::Type::kInteger:
      return AddValue<int>(command, option, take);
    case ValueKind::Type::kWord:
      return AddValue<std::string>(command, option, take);
    case ValueKind::Type::kNumbers:
      return AddValue<std::vector<double>>(command, option, take)
          ->type_size(option.kind.count)
          ->expected(1);
    case ValueKind::Type::kFlag:
      return AddFlag(command, option, take);
  }
  return nullptr;
}

CLI::Option* AddMethodOption(CLI::App* command, const MethodOption& option,
                             const Take& take) {
  CLI::Option* added = AddOfKind(command, option, take);
  if (!option.operand.empty()) added->type_name(option.operand);
  return added;
}

// How a method works inside.
void AddMethodOptions(CLI::App* command, IntegratorOptions* integrator) {
  for (const MethodOption& option : MethodOptions()) {
    CLI::Option* added =
        AddMethodOption(command, option,
                        [&option, given = &integrator->method_options](
                            const nlohmann::ordered_json& value) {
                          (*given)[option.key] = value;
                        });
    if (HasOption<contact::ComFreeOptions>(option))
      added->group("Options of comfree");
  }
}

void AddSimulationOptions(CLI::App* command, RunOptions* options) {
  AddOption(command, "target MODEL_OR_SCENARIO", &options->scenario.target,
            "A model file (MJCF, URDF, SDF, a neutral scene in JSON), a "
            "scenario (YAML) or the name of a built-in scene")
      ->required();
  AddOption(command, "--integrator NAME", &options->integrator.name,
            "cenic (the default), icf (the default with --step), or another "
            "one of: " +
                IntegratorNames());
  AddOption(command, "--accuracy A", &options->integrator.accuracy,
            "Error allowed per step, by methods that choose theirs (0.001)");
  AddOption(
      command, "--step H", &options->integrator.step,
      "Fixed step, in seconds, of icf and dojo (0.01); comfree, cond, pgs and "
      "apgd (0.002)");
  AddOption(command, "--duration T", &options->scenario.duration,
            "Seconds to simulate (the scenario's; 5 for a file)");
  AddMethodOptions(command, &options->integrator);
  AddOption(command, "--threads N", &options->threads, "Threads to use (1)");
}

// What is said of every contact, in place of what the file says.
void AddContactOverrides(CLI::App* command, ContactOverrides* contact) {
  AddOption(command, "--contact-stiffness K", &contact->stiffness,
            "Stiffness of every contact, in N/m");
  AddOption(command, "--contact-dissipation D", &contact->dissipation,
            "Hunt-Crossley dissipation of every contact, in s/m");
  command
      ->add_option_function<std::string>(
          "--friction",
          [contact](const std::string& text) { ParseFriction(text, contact); },
          "Static and dynamic friction of every contact")
      ->type_name("MU_S[,MU_D]");
  AddOption(command, "--stiction-velocity V", &contact->stiction_velocity,
            "Slip that counts as sticking, in m/s");
  AddOption(command, "--restitution E", &contact->restitution,
            "Coefficient of restitution of every contact, which cond, pgs and "
            "apgd take");
  AddContactOptions(command, contact);
}

void AddModelOptions(CLI::App* command, RunOptions* options) {
  ScenarioOptions* scenario = &options->scenario;
  AddOption(command, "--keyframe NAME", &scenario->keyframe,
            "Start from this keyframe of the file");
  AddSettingOption(command, &scenario->settings,
                   "Set a parameter of a built-in scene that has some ('tactus "
                   "scenes' tells), or a value of a scenario by its keys, "
                   "directives.box.mass; may be repeated");
  command->add_flag("--ground", scenario->file.ground,
                    "Add the half-space below z = 0");
  command->add_flag("--lift", scenario->lift,
                    "Raise what starts in the ground until it stands on it");
  command->add_flag("--strict", scenario->file.strict,
                    "Refuse model files whose physics is not taken as it is");
  AddModelFileFlags(command, &scenario->file);
  AddContactOverrides(command, &scenario->contact);
}

void AddPageOptions(CLI::App* command, OutputOptions* outputs) {
  AddOption(
      command, "--html [FILE]", &outputs->html_file,
      "Write the recording as a page to look at in a browser (recording.html)")
      ->expected(0, 1);
  command->parse_complete_callback([command, outputs] {
    outputs->html = command->count("--html") > 0;
    if (outputs->html_file && outputs->html_file->empty()) {
      outputs->html_file.reset();
    }
  });
}

void AddLogOptions(CLI::App* command, OutputOptions* outputs) {
  AddOption(command, "--log FILE.csv|FILE.npz", &outputs->log,
            "Write signals over time: as CSV, or for NumPy");
  AddRepeatedOption(command, "--log-signals PATTERN", &outputs->log_signals,
                    "What goes into the log, such as 'joint/*', energy/total "
                    "or BLOCK/PORT; may be repeated (the poses of all bodies)");
  AddOption(command, "--log-rate HZ", &outputs->log_rate,
            "Samples of the log per simulated second (one per step)");
}

void AddCheckpointOptions(CLI::App* command, CheckpointOptions* checkpoint) {
  AddOption(command, "--checkpoint FILE", &checkpoint->file,
            "Write what 'tactus resume' continues from");
  AddOption(command, "--checkpoint-interval T", &checkpoint->interval,
            "Simulated seconds between checkpoints (one, at the end)");
}

}  // namespace

CLI::Option* AddSettingOption(CLI::App* command, SceneSettings* settings,
                              const std::string& help) {
  return command
      ->add_option_function<std::vector<std::string>>(
          "--set",
          [settings](const std::vector<std::string>& words) {
            for (const std::string& word : words)
              settings->push_back(ParseSetting(word));
          },
          help)
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->take_all();
}

void AddContactOptions(CLI::App* command, ContactOverrides* contact) {
  for (const MethodOption& option : ContactOptions()) {
    AddMethodOption(command, option,
                    [&option, contact](const nlohmann::ordered_json& value) {
                      SetOption(option, value, contact);
                    });
  }
}

void AddOutputOptions(CLI::App* command, RunOptions* options) {
  OutputOptions* outputs = &options->outputs;
  AddOption(command, "--out DIR", &outputs->folder,
            "Write recording.glb, report.json and log.csv into this folder");
  AddPageOptions(command, outputs);
  AddOption(command, "--report FILE.json", &outputs->report,
            "Write the report, as JSON");
  command->add_flag("--profile", outputs->profile, "Print where the time went");
  AddOption(command, "--trace FILE.json", &outputs->trace,
            "Write each attempt at a step and its phases, to look at in "
            "Perfetto or chrome://tracing");
  AddLogOptions(command, outputs);
  AddCheckpointOptions(command, &options->checkpoint);
  command->add_flag("--estimate-error", options->estimate_error,
                    "Report what the poses of the whole run are expected to be "
                    "wrong by, from "
                    "two coarser runs, which take about half as long again");
  command->add_flag(
      "--quiet", options->quiet,
      "Print errors and warnings of what is lost only, no progress");
}

void AddRunOptions(CLI::App* command, RunOptions* options) {
  AddSimulationOptions(command, options);
  AddModelOptions(command, options);
}

}  // namespace tactus::apps
