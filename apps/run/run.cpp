#include "tactus/apps/run/run.h"

#include <iostream>
#include <new>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/plain_text.h"
#include "tactus/apps/io/refusal.h"
#include "tactus/apps/methods/method_options.h"
#include "tactus/apps/verify/estimate_run_error.h"
#include "tactus/common/output_file.h"
#include "tactus/common/require.h"
#include "tactus/multibody/plant/forces/stored_energy.h"
#include "tactus/systems/periodic_schedule.h"

namespace tactus::apps {
namespace {

using Reason = systems::SimulatorStatus::Reason;

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

}  // namespace

Run::Run(Scenario scenario, IntegratorChoice integrator,
         const solvers::StopRequest& stop)
    : scenario_(std::move(scenario)),
      statistics_(integrator.statistics),
      set_trace_(integrator.set_trace),
      simulator_(*scenario_.scene.diagram, scenario_.scene.context),
      end_(simulator_.context().time() + scenario_.duration),
      initial_energy_(
          multibody::CalcTotalEnergy(plant(), simulator_.context())),
      energy_(*scenario_.scene.plant, integrator),
      inversions_(*scenario_.scene.plant),
      strict_(scenario_, integrator),
      stop_(stop) {
  report_.scenario = scenario_.name;
  report_.integrator = integrator.integrator->name();
  report_.accuracy = integrator.accuracy;
  report_.step = integrator.step;
  report_.settings = integrator.settings;
  const ContactOverrides& contact = scenario_.contact;
  if (contact.modulus || contact.model || contact.quadrature)
    report_.settings.update(MakeSettingsJson(&scenario_.contact));
  report_.threads = integrator.threads;
  if (!integrator.counts_contacts) tally_.emplace(plant());
  simulator_.set_integrator(std::move(integrator.integrator));
}

void Run::Restore(const std::filesystem::path& file, double initial_energy) {
  RestoreFromFile(file, &simulator_);
  const std::string end =
      systems::SameTime(time(), end_)
          ? "where the run ends"
          : fmt::format("after the end of the run at {} s", end_);
  Require(time() < end_, fmt::format("{}: the checkpoint is at {} s, {}; "
                                     "--duration makes it longer",
                                     file.string(), time(), end));
  initial_energy_ = initial_energy;
  is_restored_ = true;
}

void Run::Attach(RunOutputs* outputs, Progress* progress) {
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

void Run::SamplePoses() {
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

void Run::LeaveCheckpoints(const CheckpointOptions& options,
                           RunDescription description) {
  description.initial_energy = initial_energy_;
  checkpoints_ = CheckpointKeeper(options, std::move(description), time());
}

ExitCode Run::Simulate() {
  const double start = time();
  report_.energy_initial =
      multibody::CalcTotalEnergy(plant(), simulator_.context());
  report_.requested_duration = end_ - start;
  inversions_.Add(simulator_.context());
  const SpentTime clock_start = SpentTime::Now();
  const ExitCode code = Advance();
  report_.status = StatusOf(code);
  SpentTime spent;
  spent += SpentTime::Now() - clock_start;
  report_.wall_time = spent.wall - observation_.wall;
  report_.cpu_time = spent.cpu - observation_.cpu;
  report_.duration = time() - start;
  report_.statistics = statistics_();
  if (tally_) tally_->WriteTo(&report_.statistics);
  RecordFinalState();
  RecordEnergyDrift();
  ReportInversions();
  checkpoints_.Finish(simulator_);
  return code;
}

void Run::EstimateError(const IntegratorOptions& options) {
  const auto warn = [this](const std::string& reason) {
    report_.warnings.push_back("no expected error: " + reason);
    std::cerr << "tactus: " << report_.warnings.back() << '\n';
  };
  if (report_.statistics.steps == 0) return warn("there were no steps");
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
  if (!report_.expected_error) warn(reason);
}

ExitCode Run::CheckAssertions() {
  const std::vector<std::string> failures = apps::CheckAssertions(
      scenario_.assertions,
      {.context = simulator_.context(), .initial_energy = initial_energy_});
  for (const std::string& failure : failures) std::cerr << failure << '\n';
  if (failures.empty()) return kDone;
  report_.status = StatusOf(kAssertionFailed);
  return kAssertionFailed;
}

// What cannot be written or was refused ends the program with its own code.
ExitCode Run::Advance() {
  try {
    return AdvanceOrThrow();
  } catch (const solvers::Stopped&) {
    // Inside of a step: a checkpoint continues from the end of the last one.
    checkpoints_.TakeBackStep(&simulator_);
    return ReportInterruption();
  } catch (const OutputError&) {
    throw;
  } catch (const CheckpointError&) {
    throw;
  } catch (const Refusal&) {
    throw;
  } catch (const std::bad_alloc&) {
    return ReportFailure("there is not enough memory");
  } catch (const std::exception& error) {
    return ReportFailure(MakePlain(error.what()));
  }
}

ExitCode Run::AdvanceOrThrow() {
  systems::SimulatorStatus status = InitializeOrRefuse(&simulator_);
  RecordStart();
  if (status.reached_time()) status = simulator_.AdvanceTo(end_);
  if (status.reached_time()) return kDone;
  if (status.reason != Reason::kTerminated) return ReportInterruption();
  std::cerr << fmt::format("tactus: ended at {:.6g} s by {}\n", status.time,
                           status.message);
  return kDone;
}

// Where constraints and limits have moved the start.
void Run::RecordStart() {
  report_.energy_initial =
      multibody::CalcTotalEnergy(plant(), simulator_.context());
  if (is_restored_) return;
  initial_energy_ = report_.energy_initial;
  checkpoints_.set_initial_energy(initial_energy_);
}

ExitCode Run::ReportFailure(const std::string& why) const {
  std::cerr << fmt::format("tactus: the simulation failed at {:.6g} s: {}\n",
                           time(), why);
  return kIntegrationFailed;
}

ExitCode Run::ReportInterruption() const {
  std::cerr << fmt::format("tactus: interrupted at {:.6g} s\n", time());
  return kInterrupted;
}

std::optional<std::string> Run::Monitor(const systems::Context& context) {
  const SpentTime start = SpentTime::Now();
  strict_.Check(context);
  if (tally_) {
    tally_->Add(context);
    energy_.Add(context, *tally_);
  } else {
    energy_.Add(context);
  }
  inversions_.Add(context);
  outputs_->AddFrame(context, statistics_());
  if (progress_ != nullptr) progress_->Update(context.time(), statistics_());
  checkpoints_.AfterStep(simulator_);
  observation_ += SpentTime::Now() - start;
  if (stop_()) return "interrupted";
  return std::nullopt;
}

void Run::RecordFinalState() {
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
  report_.energy_final = multibody::CalcTotalEnergy(plant(), context);
  report_.patches = MakePatchesJson(
      plant().model(),
      multibody::PatchFinder(plant()).Find(
          plant().step_record_output().Eval<multibody::StepRecord>(context)));
}

void Run::RecordEnergyDrift() {
  if (!tally_) energy_.Finish(simulator_.context());
  report_.energy_drift = energy_.drift();
  report_.energy_share = energy_.share();
  report_.energy_moved = energy_.moved();
  report_.depth_ratio = energy_.depth_ratio();
}

void Run::ReportInversions() {
  for (const InversionWatch::Inversion& inversion : inversions_.inversions()) {
    report_.warnings.push_back(Describe(inversion));
    std::cerr << report_.warnings.back() << '\n';
  }
}

}  // namespace tactus::apps
