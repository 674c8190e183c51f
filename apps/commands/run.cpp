#include "tactus/apps/commands/run.h"

#include <array>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/exit_code.h"
#include "tactus/apps/integrator_factory.h"
#include "tactus/apps/interrupt.h"
#include "tactus/apps/notices.h"
#include "tactus/apps/progress.h"
#include "tactus/apps/run_outputs.h"
#include "tactus/apps/scenario.h"
#include "tactus/solvers/require.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {
namespace {

using Clock = std::chrono::steady_clock;

struct RunOptions {
  ScenarioOptions scenario;
  IntegratorOptions integrator;
  OutputOptions outputs;
  std::string friction;
  int threads = 1;
  bool quiet = false;
};

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// "MU_S" or "MU_S,MU_D".
void ParseFriction(const std::string& text, ContactOverrides* contact) {
  if (text.empty()) return;
  const auto number = [&](std::string_view part) {
    double value{};
    const auto [end, error] =
        std::from_chars(part.data(), part.data() + part.size(), value);
    Require(error == std::errc() && end == part.data() + part.size(),
            fmt::format("--friction is MU_S or MU_S,MU_D, not '{}'", text));
    return value;
  };
  const std::size_t comma = text.find(',');
  contact->static_friction = number(std::string_view(text).substr(0, comma));
  contact->dynamic_friction =
      comma == std::string::npos
          ? contact->static_friction
          : number(std::string_view(text).substr(comma + 1));
}

/// One run, from start to end.
class Run {
 public:
  Run(Scenario scenario, IntegratorChoice integrator, RunOutputs* outputs,
      Progress* progress)
      : scenario_(std::move(scenario)),
        statistics_(integrator.statistics),
        outputs_(*outputs),
        progress_(progress),
        simulator_(*scenario_.scene.diagram, scenario_.scene.context) {
    report_.scenario = scenario_.name;
    report_.integrator = integrator.integrator->name();
    report_.accuracy = integrator.accuracy;
    report_.step = integrator.step;
    report_.threads = integrator.threads;
    simulator_.set_integrator(std::move(integrator.integrator));
    simulator_.set_monitor(
        [this](const systems::Context& context) { return Monitor(context); });
  }

  /// Simulates until the end, an interruption or a failure, which is reported
  /// on standard error.
  ExitCode Simulate() {
    const double start = simulator_.context().time();
    report_.energy_initial = plant().CalcEnergy(simulator_.context());
    const Clock::time_point clock_start = Clock::now();
    const ExitCode code = Advance(start + scenario_.duration);
    report_.wall_time = SecondsSince(clock_start) - monitor_seconds_;
    report_.duration = simulator_.context().time() - start;
    report_.statistics = statistics_();
    RecordFinalState();
    return code;
  }

  const Report& report() const { return report_; }

 private:
  const multibody::MultibodyPlant& plant() const {
    return *scenario_.scene.plant;
  }

  ExitCode Advance(double end) {
    try {
      const systems::SimulatorStatus status = simulator_.AdvanceTo(end);
      if (status.reached_time()) return kDone;
      std::cerr << fmt::format("tactus: interrupted at {:.6g} s\n",
                               status.time);
      return kInterrupted;
    } catch (const OutputError&) {
      throw;
    } catch (const std::exception& error) {
      std::cerr << fmt::format(
          "tactus: the simulation failed at {:.6g} s: {}\n",
          simulator_.context().time(), error.what());
      return kIntegrationFailed;
    }
  }

  std::optional<std::string> Monitor(const systems::Context& context) {
    const Clock::time_point start = Clock::now();
    outputs_.AddFrame(context);
    if (progress_ != nullptr) progress_->Update(context.time(), statistics_());
    monitor_seconds_ += SecondsSince(start);
    if (interrupt_.interrupted()) return "interrupted";
    return std::nullopt;
  }

  void RecordFinalState() {
    const systems::Context& context = simulator_.context();
    const auto& X_WB =
        plant().body_poses_output().Eval<std::vector<RigidTransform>>(context);
    const auto& V_WB =
        plant().body_velocities_output().Eval<std::vector<Vector6d>>(context);
    const auto bodies = plant().model().bodies();
    for (std::size_t i = 1; i < bodies.size(); ++i) {
      if (bodies[i].is_virtual) continue;
      report_.bodies.push_back({bodies[i].name, X_WB[i], V_WB[i]});
    }
    report_.energy_final = plant().CalcEnergy(context);
  }

  Scenario scenario_;
  std::function<const integrators::Statistics&()> statistics_;
  RunOutputs& outputs_;
  Progress* progress_;
  systems::Simulator simulator_;
  InterruptGuard interrupt_;
  double monitor_seconds_{};
  Report report_;
};

void CheckThreads(int threads, const IntegratorOptions& integrator) {
  using solvers::comfree::BackendKind;
  Require(threads >= 1,
          fmt::format("--threads must be at least 1, not {}", threads));
  const bool used = integrator.name == "comfree" &&
                    integrator.comfree.backend == BackendKind::kOpenMp;
  if (threads > 1 && !used) {
    std::cerr << "tactus: warning: one thread is used; more serve "
                 "--integrator comfree --backend openmp\n";
  }
}

int DoRun(RunOptions options) {
  ParseFriction(options.friction, &options.scenario.contact);
  CheckThreads(options.threads, options.integrator);
  options.integrator.comfree.num_threads = options.threads;
  Require(options.outputs.log_rate >= 0,
          fmt::format("--log-rate must not be negative, it is {}",
                      options.outputs.log_rate));
  IntegratorChoice integrator = MakeIntegrator(options.integrator);
  Scenario scenario = MakeScenario(options.scenario);
  if (!options.quiet) PrintNotices(scenario.notices, false, std::cerr);

  const std::string title =
      std::filesystem::path(scenario.name).filename().string();
  RunOutputs outputs(options.outputs, title, scenario.duration,
                     *scenario.scene.plant);
  std::unique_ptr<Progress> progress;
  if (!options.quiet && StderrIsTerminal()) {
    const double start = scenario.scene.context.time();
    progress = std::make_unique<Progress>(start, start + scenario.duration,
                                          &std::cerr);
  }
  Run run(std::move(scenario), std::move(integrator), &outputs, progress.get());
  const ExitCode code = run.Simulate();
  progress.reset();
  outputs.Finish(run.report());
  if (!options.quiet) {
    std::cout << MakeSummary(run.report());
    for (const auto& path : outputs.paths()) {
      std::cout << "  wrote        " << path.string() << '\n';
    }
  }
  return code;
}

void AddSimulationOptions(CLI::App* command, RunOptions* options) {
  command
      ->add_option("target", options->scenario.target,
                   "A model file (MJCF) or the name of a built-in scene")
      ->required()
      ->type_name("MODEL_OR_SCENE");
  command
      ->add_option("--integrator", options->integrator.name,
                   "cenic (the default), icf (the default with --step), "
                   "comfree, rk3")
      ->type_name("NAME");
  command
      ->add_option("--accuracy", options->integrator.accuracy,
                   "Error allowed per step, by cenic and rk3 (0.001)")
      ->type_name("A");
  command
      ->add_option("--step", options->integrator.step,
                   "Fixed step, in seconds, of icf (0.01) and comfree (0.002)")
      ->type_name("H");
  command
      ->add_option("--duration", options->scenario.duration,
                   "Seconds to simulate (the scene's; 5 for a model file)")
      ->type_name("T");
  command->add_option("--threads", options->threads, "Threads to use (1)")
      ->type_name("N");
  command->add_flag("--quiet", options->quiet,
                    "Print errors only, and no progress");
}

solvers::comfree::BackendKind ParseBackend(const std::string& name) {
  using solvers::comfree::BackendKind;
  for (const BackendKind kind :
       {BackendKind::kSerial, BackendKind::kOpenMp, BackendKind::kCuda}) {
    if (to_string(kind) == name) return kind;
  }
  throw std::invalid_argument(
      fmt::format("--backend is serial, openmp or cuda, not '{}'", name));
}

void AddComFreeOptions(CLI::App* command, IntegratorOptions* integrator) {
  contact::ComFreeOptions* own = &integrator->comfree;
  const auto given = [integrator](CLI::Option* option) {
    option->group("Options of comfree")
        ->each([integrator, name = option->get_name()](const std::string&) {
          integrator->comfree_given.push_back(name);
        });
    return option;
  };
  given(command->add_option("--comfree-stiffness", own->stiffness,
                            "k, in 1/s (0.1)"))
      ->type_name("K");
  given(command->add_option("--comfree-damping", own->damping, "d (0.001)"))
      ->type_name("D");
  given(command->add_option_function<std::array<double, 5>>(
            "--comfree-impedance",
            [own](const std::array<double, 5>& x) {
              own->impedance = {.r_min = x[0],
                                .r_max = x[1],
                                .width = x[2],
                                .midpoint = x[3],
                                .power = x[4]};
            },
            "As MuJoCo's solimp (0.9 0.95 0.001 0.5 2)"))
      ->type_name("R_MIN R_MAX WIDTH MIDPOINT POWER");
  given(command->add_option("--margin", own->margin,
                            "Contacts act below this distance, in m (0)"))
      ->type_name("M");
  given(command->add_option("--refinement", own->refinement_iterations,
                            "Sweeps beyond the first; less creep (0)"))
      ->type_name("L");
  given(command->add_flag("--mass-splitting", own->mass_splitting,
                          "Bound the gains where many contacts meet"));
  given(
      command->add_option_function<std::string>(
          "--backend",
          [own](const std::string& name) { own->backend = ParseBackend(name); },
          "Where contacts are resolved (serial)"))
      ->type_name("serial|openmp|cuda");
  given(command->add_flag("--single-precision", own->single_precision,
                          "Resolve contacts in fp32"));
}

void AddModelOptions(CLI::App* command, RunOptions* options) {
  ScenarioOptions* scenario = &options->scenario;
  command
      ->add_option("--keyframe", scenario->keyframe,
                   "Start from this keyframe of the model file")
      ->type_name("NAME");
  command->add_flag("--ground", scenario->file.ground,
                    "Add the half-space below z = 0");
  command->add_flag("--strict", scenario->file.strict,
                    "Refuse a model file whose physics is not taken as it is");
  command
      ->add_option("--contact-stiffness", scenario->contact.stiffness,
                   "Stiffness of every contact, in N/m")
      ->type_name("K");
  command
      ->add_option("--contact-dissipation", scenario->contact.dissipation,
                   "Hunt-Crossley dissipation of every contact, in s/m")
      ->type_name("D");
  command
      ->add_option("--friction", options->friction,
                   "Static and dynamic friction of every contact")
      ->type_name("MU_S[,MU_D]");
  command
      ->add_option("--stiction-velocity", scenario->contact.stiction_velocity,
                   "Slip that counts as sticking, in m/s")
      ->type_name("V");
}

void AddOutputOptions(CLI::App* command, OutputOptions* outputs) {
  command
      ->add_option("--out", outputs->folder,
                   "Write recording.glb, report.json and log.csv into this "
                   "folder")
      ->type_name("DIR");
  command
      ->add_option("--html", outputs->html_file,
                   "Write the recording as a page to look at in a browser "
                   "(recording.html)")
      ->type_name("[FILE]")
      ->expected(0, 1);
  command->add_option("--report", outputs->report, "Write the report, as JSON")
      ->type_name("FILE.json");
  command->add_option("--log", outputs->log, "Write body poses over time")
      ->type_name("FILE.csv");
  command
      ->add_option("--log-rate", outputs->log_rate,
                   "Rows of the log per simulated second (one per step)")
      ->type_name("HZ");
}

}  // namespace

void AddRunCommand(CLI::App* app, int* exit_code) {
  CLI::App* command =
      app->add_subcommand("run", "Simulate a model or a built-in scene");
  auto options = std::make_shared<RunOptions>();
  AddSimulationOptions(command, options.get());
  AddComFreeOptions(command, &options->integrator);
  AddModelOptions(command, options.get());
  AddOutputOptions(command, &options->outputs);
  command->callback([command, options, exit_code] {
    OutputOptions& outputs = options->outputs;
    outputs.html = command->count("--html") > 0;
    if (outputs.html_file && outputs.html_file->empty()) {
      outputs.html_file.reset();
    }
    *exit_code = DoRun(*options);
  });
}

}  // namespace tactus::apps
