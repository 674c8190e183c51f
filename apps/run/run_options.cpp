#include "tactus/apps/run/run_options.h"

#include <cstdint>
#include <functional>
#include <utility>

#include <spdlog/fmt/fmt.h>

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
  command
      ->add_option(
          "target", options->scenario.target,
          "A model file (MJCF, URDF, SDF, a neutral scene in JSON), a scenario "
          "(YAML) or the name of a built-in scene")
      ->required()
      ->type_name("MODEL_OR_SCENARIO");
  command
      ->add_option("--integrator", options->integrator.name,
                   "cenic (the default), icf (the default with --step), or "
                   "another one of: " +
                       IntegratorNames())
      ->type_name("NAME");
  command
      ->add_option(
          "--accuracy", options->integrator.accuracy,
          "Error allowed per step, by methods that choose theirs (0.001)")
      ->type_name("A");
  command
      ->add_option(
          "--step", options->integrator.step,
          "Fixed step, in seconds, of icf and dojo (0.01), comfree and "
          "cond (0.002)")
      ->type_name("H");
  command
      ->add_option("--duration", options->scenario.duration,
                   "Seconds to simulate (the scenario's; 5 for a file)")
      ->type_name("T");
  AddMethodOptions(command, &options->integrator);
  command->add_option("--threads", options->threads, "Threads to use (1)")
      ->type_name("N");
}

// What is said of every contact, in place of what the file says.
void AddContactOverrides(CLI::App* command, ContactOverrides* contact) {
  command
      ->add_option("--contact-stiffness", contact->stiffness,
                   "Stiffness of every contact, in N/m")
      ->type_name("K");
  command
      ->add_option("--contact-dissipation", contact->dissipation,
                   "Hunt-Crossley dissipation of every contact, in s/m")
      ->type_name("D");
  command
      ->add_option_function<std::string>(
          "--friction",
          [contact](const std::string& text) { ParseFriction(text, contact); },
          "Static and dynamic friction of every contact")
      ->type_name("MU_S[,MU_D]");
  command
      ->add_option("--stiction-velocity", contact->stiction_velocity,
                   "Slip that counts as sticking, in m/s")
      ->type_name("V");
  command
      ->add_option("--restitution", contact->restitution,
                   "Coefficient of restitution of every contact, which cond, "
                   "pgs and apgd take")
      ->type_name("E");
  AddContactOptions(command, contact);
}

void AddModelOptions(CLI::App* command, RunOptions* options) {
  ScenarioOptions* scenario = &options->scenario;
  command
      ->add_option("--keyframe", scenario->keyframe,
                   "Start from this keyframe of the file")
      ->type_name("NAME");
  command
      ->add_option_function<std::vector<std::string>>(
          "--set",
          [scenario](const std::vector<std::string>& words) {
            for (const std::string& word : words)
              scenario->settings.push_back(ParseSetting(word));
          },
          "Set a parameter of a built-in scene that has some: "
          "'tactus scenes' tells; may be repeated")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->take_all();
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
  command
      ->add_option("--html", outputs->html_file,
                   "Write the recording as a page to look at in a browser "
                   "(recording.html)")
      ->type_name("[FILE]")
      ->expected(0, 1);
  command->parse_complete_callback([command, outputs] {
    outputs->html = command->count("--html") > 0;
    if (outputs->html_file && outputs->html_file->empty()) {
      outputs->html_file.reset();
    }
  });
}

void AddLogOptions(CLI::App* command, OutputOptions* outputs) {
  command
      ->add_option("--log", outputs->log,
                   "Write signals over time: as CSV, or for NumPy")
      ->type_name("FILE.csv|FILE.npz");
  command
      ->add_option("--log-signals", outputs->log_signals,
                   "What goes into the log, such as 'joint/*', energy/total or "
                   "BLOCK/PORT; may be repeated (the poses of all bodies)")
      ->type_name("PATTERN")
      ->expected(1)
      ->take_all();
  command
      ->add_option("--log-rate", outputs->log_rate,
                   "Samples of the log per simulated second (one per step)")
      ->type_name("HZ");
}

void AddCheckpointOptions(CLI::App* command, CheckpointOptions* checkpoint) {
  command
      ->add_option("--checkpoint", checkpoint->file,
                   "Write what 'tactus resume' continues from")
      ->type_name("FILE");
  command
      ->add_option("--checkpoint-interval", checkpoint->interval,
                   "Simulated seconds between checkpoints (one, at the end)")
      ->type_name("T");
}

}  // namespace

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
  command
      ->add_option("--out", outputs->folder,
                   "Write recording.glb, report.json and log.csv into this "
                   "folder")
      ->type_name("DIR");
  AddPageOptions(command, outputs);
  command->add_option("--report", outputs->report, "Write the report, as JSON")
      ->type_name("FILE.json");
  command->add_flag("--profile", outputs->profile, "Print where the time went");
  command
      ->add_option("--trace", outputs->trace,
                   "Write each attempt at a step and its phases, to look at in "
                   "Perfetto or chrome://tracing")
      ->type_name("FILE.json");
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
