#include "tactus/apps/run/simulate.h"

#include <cmath>
#include <functional>
#include <iostream>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/interrupt.h"
#include "tactus/apps/io/notices.h"
#include "tactus/apps/io/plain_text.h"
#include "tactus/apps/io/refusal.h"
#include "tactus/apps/run/energy_watch.h"
#include "tactus/apps/run/profile_output.h"
#include "tactus/apps/run/progress.h"
#include "tactus/apps/scenario/contact_tally.h"
#include "tactus/apps/scenario/method_options.h"
#include "tactus/apps/scenario/strict_contact.h"
#include "tactus/apps/verify/estimate_run_error.h"
#include "tactus/common/output_file.h"
#include "tactus/common/require.h"
#include "tactus/common/spent_time.h"
#include "tactus/recording/verify/sampler.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {
namespace {

const char* StatusOf(ExitCode code) {
  switch (code) {
    case kDone:
      return "done";
    case kInterrupted:
      return "interrupted";
    case kAssertionFailed:
      return "assertion failed";
    default:
      return "failed";
  }
}

/// One run, from start to end.
class Run {
 public:
  /// @param stop  asked after each step; outlives the run.
  Run(Scenario scenario, IntegratorChoice integrator,
      const solvers::StopRequest& stop)
      : scenario_(std::move(scenario)),
        statistics_(integrator.statistics),
        set_trace_(integrator.set_trace),
        simulator_(*scenario_.scene.diagram, scenario_.scene.context),
        end_(simulator_.context().time() + scenario_.duration),
        energy_(*scenario_.scene.plant, integrator),
        strict_(scenario_, integrator),
        stop_(stop) {
    report_.scenario = scenario_.name;
    report_.integrator = integrator.integrator->name();
    report_.accuracy = integrator.accuracy;
    report_.step = integrator.step;
    report_.settings = integrator.settings;
    if (scenario_.contact.modulus || scenario_.contact.model)
      report_.settings.update(MakeSettingsJson(&scenario_.contact));
    report_.threads = integrator.threads;
    if (!integrator.counts_contacts) tally_.emplace(plant());
    simulator_.set_integrator(std::move(integrator.integrator));
  }

  /// Continues from a checkpoint of this run.
  void Restore(const std::filesystem::path& file) {
    RestoreFromFile(file, &simulator_);
    Require(simulator_.context().time() < end_,
            fmt::format("{}: the checkpoint is at {} s, where the run ends; "
                        "--duration makes it longer",
                        file.string(), simulator_.context().time()));
  }

  /// Where frames and samples go. Both must outlive the run.
  void Attach(RunOutputs* outputs, Progress* progress) {
    outputs_ = outputs;
    set_trace_(outputs->trace());
    progress_ = progress;
    for (LogFile& log : outputs->logs()) {
      simulator_.Observe(log.period(),
                         [this, &log](const systems::Context& context) {
                           const SpentTime start = SpentTime::Now();
                           log.Add(context);
                           observation_ += SpentTime::Now() - start;
                         });
    }
    simulator_.set_monitor(
        [this](const systems::Context& context) { return Monitor(context); });
  }

  /// Takes samples for EstimateError(), some a thousandth of the run apart.
  void SamplePoses() {
    constexpr int kSamples = 1000;
    const std::vector<std::string> all = {"body/*/pose"};
    sample_period_ = scenario_.duration / kSamples;
    poses_.emplace(*scenario_.scene.diagram, all);
    sampler_.emplace(*poses_, sample_period_);
    simulator_.Observe(sample_period_, [this](const systems::Context& context) {
      const SpentTime start = SpentTime::Now();
      sampler_->Take(context);
      observation_ += SpentTime::Now() - start;
    });
  }

  /// After the run, made with `options`: says why, where it cannot.
  void EstimateError(const IntegratorOptions& options) {
    Trajectory run;
    sampler_->Finish(&run);
    run.accuracy = report_.accuracy;
    run.step = report_.step;
    run.longest_step = report_.statistics.step_max;
    run.mean_step =
        report_.duration / static_cast<double>(report_.statistics.steps);
    std::string reason;
    report_.expected_error =
        EstimateRunError(scenario_, options, *poses_, run,
                         {.period = sample_period_, .stop = stop_}, &reason);
    if (report_.expected_error) return;
    report_.warnings.push_back("no expected error: " + reason);
    std::cerr << "tactus: " << report_.warnings.back() << '\n';
  }

  /// Leaves checkpoints on the way, and one at the end. A run that starts is
  /// where its energy is counted from.
  void LeaveCheckpoints(const CheckpointOptions& options,
                        RunDescription description) {
    checkpoint_ = options;
    description_ = std::move(description);
    next_checkpoint_ = simulator_.context().time() + options.interval;
  }

  /// Simulates until the end, an interruption or a failure, which is reported
  /// on standard error.
  ExitCode Simulate(std::optional<double> initial_energy) {
    const double start = simulator_.context().time();
    report_.energy_initial = plant().CalcEnergy(simulator_.context());
    description_.initial_energy =
        initial_energy.value_or(report_.energy_initial);
    const SpentTime clock_start = SpentTime::Now();
    report_.requested_duration = end_ - start;
    const ExitCode code = Advance();
    report_.status = StatusOf(code);
    SpentTime spent;
    spent += SpentTime::Now() - clock_start;
    report_.wall_time = spent.wall - observation_.wall;
    report_.cpu_time = spent.cpu - observation_.cpu;
    report_.duration = simulator_.context().time() - start;
    report_.statistics = statistics_();
    if (tally_) tally_->WriteTo(&report_.statistics);
    RecordFinalState();
    RecordEnergyDrift();
    if (checkpoint_.file) WriteCheckpoint();
    return code;
  }

  const Report& report() const { return report_; }
  void AddWarnings(std::vector<std::string> warnings) {
    report_.warnings = std::move(warnings);
  }
  const Scenario& scenario() const { return scenario_; }
  double time() const { return simulator_.context().time(); }
  double end() const { return end_; }

  /// Says which assertions do not hold on standard error.
  ExitCode CheckAssertions() {
    const std::vector<std::string> failures = apps::CheckAssertions(
        scenario_.assertions, {.context = simulator_.context(),
                               .initial_energy = description_.initial_energy});
    for (const std::string& failure : failures) std::cerr << failure << '\n';
    if (failures.empty()) return kDone;
    report_.status = StatusOf(kAssertionFailed);
    return kAssertionFailed;
  }

 private:
  using Reason = systems::SimulatorStatus::Reason;

  const multibody::MultibodyPlant& plant() const {
    return *scenario_.scene.plant;
  }

  ExitCode Advance() {
    try {
      systems::SimulatorStatus status = InitializeOrRefuse(&simulator_);
      if (status.reached_time()) status = simulator_.AdvanceTo(end_);
      if (status.reached_time()) return kDone;
      if (status.reason == Reason::kTerminated) {
        std::cerr << fmt::format("tactus: ended at {:.6g} s by {}\n",
                                 status.time, status.message);
        return kDone;
      }
      return SayInterrupted();
    } catch (const solvers::Stopped&) {
      return TakeBackStep();
    } catch (const OutputError&) {
      throw;
    } catch (const CheckpointError&) {
      throw;
    } catch (const Refusal&) {
      throw;
    } catch (const std::bad_alloc&) {
      std::cerr << fmt::format(
          "tactus: the simulation failed at {:.6g} s: there is not enough "
          "memory\n",
          time());
      return kIntegrationFailed;
    } catch (const std::exception& error) {
      std::cerr << fmt::format(
          "tactus: the simulation failed at {:.6g} s: {}\n", time(),
          MakePlain(error.what()));
      return kIntegrationFailed;
    }
  }

  ExitCode SayInterrupted() const {
    std::cerr << fmt::format("tactus: interrupted at {:.6g} s\n", time());
    return kInterrupted;
  }

  // Inside of a step: a checkpoint continues from the end of the last one.
  ExitCode TakeBackStep() {
    if (after_step_)
      simulator_.mutable_context().AssignExceptRecords(*after_step_);
    return SayInterrupted();
  }

  void KeepForCheckpoint(const systems::Context& context) {
    if (!checkpoint_.file) return;
    if (after_step_) return after_step_->AssignExceptRecords(context);
    after_step_ = context;
  }

  std::optional<std::string> Monitor(const systems::Context& context) {
    const SpentTime start = SpentTime::Now();
    KeepForCheckpoint(context);
    strict_.Check(context);
    if (tally_) {
      tally_->Add(context);
      energy_.Add(context, *tally_);
    } else {
      energy_.Add(context);
    }
    outputs_->AddFrame(context, statistics_());
    if (progress_ != nullptr) progress_->Update(context.time(), statistics_());
    if (checkpoint_.file && checkpoint_.interval > 0 &&
        context.time() >= next_checkpoint_) {
      WriteCheckpoint();
      const double missed = std::floor((context.time() - next_checkpoint_) /
                                       checkpoint_.interval);
      next_checkpoint_ += (missed + 1) * checkpoint_.interval;
    }
    observation_ += SpentTime::Now() - start;
    if (stop_()) return "interrupted";
    return std::nullopt;
  }

  void WriteCheckpoint() const {
    WriteCheckpointFile(*checkpoint_.file, description_, simulator_);
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
    report_.patches = MakePatchesJson(
        plant().model(),
        multibody::PatchFinder(plant()).Find(
            plant().step_record_output().Eval<multibody::StepRecord>(context)));
  }

  void RecordEnergyDrift() {
    if (!tally_) energy_.Finish(simulator_.context());
    report_.energy_drift = energy_.drift();
    report_.energy_share = energy_.share();
    report_.energy_moved = energy_.moved();
    report_.depth_ratio = energy_.depth_ratio();
  }

  Scenario scenario_;
  std::function<const integrators::Statistics&()> statistics_;
  std::function<void(Trace*)> set_trace_;
  systems::Simulator simulator_;
  double end_;  // [s]
  std::optional<ContactTally> tally_;
  EnergyWatch energy_;
  StrictContact strict_;
  RunOutputs* outputs_{};
  Progress* progress_{};
  CheckpointOptions checkpoint_;
  RunDescription description_;
  double next_checkpoint_{};
  const solvers::StopRequest& stop_;
  std::optional<systems::Context> after_step_;
  std::optional<QuantityList> poses_;
  std::optional<recording::Sampler> sampler_;
  double sample_period_{};  // [s]
  SpentTime observation_;
  Report report_;
};

void CheckOutputs(const OutputOptions& outputs) {
  Require(outputs.log_rate >= 0,
          fmt::format("--log-rate must not be negative, it is {}",
                      outputs.log_rate));
  const bool logs = outputs.log || outputs.folder;
  Require(outputs.log_signals.empty() || logs,
          "--log-signals needs a file, --log or --out");
  Require(outputs.log_rate == 0 || logs,
          "--log-rate needs a file, --log or --out");
}

// On standard error: where the time went, and whether the trace has it all.
void PrintEffort(const OutputOptions& options, const Report& report,
                 const Trace* trace) {
  if (options.profile) {
    std::cerr << MakeProfileTable(report.statistics.profile, report.wall_time);
  }
  if (trace != nullptr && trace->num_left_out() > 0) {
    std::cerr << fmt::format(
        "tactus: warning: the trace holds the first {} spans; {} more are left "
        "out\n",
        trace->spans().size(), trace->num_left_out());
  }
}

void PrintDrift(const Report& report) {
  for (const std::string& text :
       {DescribeDrift(report.energy_drift, report.energy_share,
                      report.energy_moved),
        DescribeDepth(report.depth_ratio)}) {
    if (!text.empty()) std::cerr << text << '\n';
  }
}

// The logs that a scenario asks for, in the folder for what a run leaves.
void AddScenarioLogs(const Scenario& scenario, OutputOptions* outputs) {
  for (LogOptions log : scenario.logs) {
    if (outputs->folder) log.file = *outputs->folder / log.file;
    outputs->more_logs.push_back(std::move(log));
  }
}

std::vector<std::string> SplitLines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

void CheckCheckpoint(const CheckpointOptions& checkpoint) {
  Require(checkpoint.interval >= 0,
          fmt::format("--checkpoint-interval must not be negative, it is {}",
                      checkpoint.interval));
  Require(checkpoint.file || checkpoint.interval == 0,
          "--checkpoint-interval needs a file, --checkpoint");
}

}  // namespace

ExitCode Simulate(RunOptions options, RunDescription description,
                  const std::optional<std::filesystem::path>& from) {
  CheckOutputs(options.outputs);
  CheckCheckpoint(options.checkpoint);
  Scenario scenario = MakeScenario(options.scenario);
  options.integrator.num_threads = options.threads;
  const InterruptGuard interrupt;
  const solvers::StopRequest stop = [&] {
    return interrupt.interrupted();
  };
  options.integrator.stop = &stop;
  options.integrator = Merge(scenario.integrator, options.integrator);
  IntegratorChoice integrator = MakeIntegrator(options.integrator);
  AddScenarioLogs(scenario, &options.outputs);
  options.outputs.inputs = scenario.files;
  if (options.checkpoint.file) {
    RequireNoInput(*options.checkpoint.file, scenario.files);
    for (const std::filesystem::path& file : scenario.files) {
      Require(std::filesystem::is_regular_file(file),
              "--checkpoint needs a file to resume from; " + file.string() +
                  " is a stream");
    }
    // An unwritable place is found before the run.
    OutputFile(*options.checkpoint.file);
  }
  if (from) options.outputs.inputs.push_back(*from);
  // What is lost is said to everybody.
  std::ostringstream warnings;
  WarnOfThreads(options.threads, integrator.threads, warnings);
  PrintNotices(scenario.notices, false, warnings);
  WarnOfSoftJoints(scenario.scene.plant->model(), integrator.integrator->name(),
                   warnings);
  WarnOfPatches(scenario.scene.plant->model(), integrator.integrator->name(),
                warnings);
  std::cerr << warnings.str();

  Run run(std::move(scenario), std::move(integrator), stop);
  run.AddWarnings(SplitLines(warnings.str()));
  std::optional<double> initial_energy;
  if (from) {
    initial_energy = description.initial_energy;
    run.Restore(*from);
  }
  const std::string title =
      std::filesystem::path(run.scenario().name).filename().string();
  RunOutputs outputs(options.outputs, title, run.end() - run.time(),
                     *run.scenario().scene.diagram,
                     *run.scenario().scene.plant);
  std::unique_ptr<Progress> progress;
  if (!options.quiet && StderrIsTerminal()) {
    progress = std::make_unique<Progress>(run.time(), run.end(), &std::cerr);
  }
  run.Attach(&outputs, progress.get());
  if (options.estimate_error) run.SamplePoses();
  run.LeaveCheckpoints(options.checkpoint, std::move(description));
  ExitCode code = run.Simulate(initial_energy);
  progress.reset();
  if (code == kDone && options.estimate_error)
    run.EstimateError(options.integrator);
  if (code == kDone) code = run.CheckAssertions();
  outputs.Finish(run.report());
  PrintEffort(options.outputs, run.report(), outputs.trace());
  if (!options.quiet) PrintDrift(run.report());
  if (!options.quiet) {
    std::cout << MakeSummary(run.report());
    for (const auto& path : outputs.paths()) {
      std::cout << "  wrote        " << path.string() << '\n';
    }
  }
  return code;
}

}  // namespace tactus::apps
