#include "tactus/apps/run/simulate.h"

#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/interrupt.h"
#include "tactus/apps/io/notices.h"
#include "tactus/apps/run/profile_output.h"
#include "tactus/apps/run/run.h"
#include "tactus/common/output_file.h"
#include "tactus/common/require.h"

namespace tactus::apps {
namespace {

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

std::vector<std::string> ListDrift(const Report& report) {
  std::vector<std::string> lines = {
      DescribeDrift(report.energy_drift, report.energy_share,
                    report.energy_moved),
      DescribeDepth(report.depth_ratio)};
  std::erase(lines, "");
  return lines;
}

// The logs that a scenario asks for, in the folder for what a run leaves.
void AddScenarioLogs(const Scenario& scenario, OutputOptions* outputs) {
  for (LogOptions log : scenario.logs) {
    if (outputs->folder) log.file = *outputs->folder / log.file;
    outputs->more_logs.push_back(std::move(log));
  }
}

// A run that goes on from a checkpoint has but the rest of a log, and keeps
// those that it was not told by name to overwrite.
void RequireNewLogs(const OutputOptions& outputs) {
  std::vector<std::filesystem::path> logs;
  if (outputs.folder && !outputs.log)
    logs.push_back(*outputs.folder / kLogInFolder);
  for (const LogOptions& log : outputs.more_logs) logs.push_back(log.file);
  for (const std::filesystem::path& log : logs) {
    Require(!std::filesystem::is_regular_file(log),
            fmt::format("the log {} is there, and what follows the checkpoint "
                        "would overwrite it; --out puts it into another folder",
                        log.string()));
  }
}

std::vector<std::string> SplitLines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

void PrintSummary(const Report& report, const RunOutputs& outputs) {
  std::cout << MakeSummary(report);
  for (const auto& path : outputs.paths())
    std::cout << "  wrote        " << path.string() << '\n';
}

void CheckCheckpoint(const CheckpointOptions& checkpoint) {
  Require(checkpoint.interval >= 0,
          fmt::format("--checkpoint-interval must not be negative, it is {}",
                      checkpoint.interval));
  Require(checkpoint.file || checkpoint.interval == 0,
          "--checkpoint-interval needs a file, --checkpoint");
}

// An unwritable place is found before the run, and what cannot be resumed.
void CheckCheckpointFile(const std::filesystem::path& file,
                         const std::vector<std::filesystem::path>& inputs) {
  RequireNoInput(file, inputs);
  for (const std::filesystem::path& input : inputs) {
    Require(std::filesystem::is_regular_file(input),
            "--checkpoint needs a file to resume from; " + input.string() +
                " is a stream");
  }
  OutputFile place(file);
}

// What is lost is told to everybody, and in the report.
std::vector<std::string> Warn(const Scenario& scenario, int threads,
                              const IntegratorChoice& integrator) {
  std::ostringstream warnings;
  const multibody::Model& model = scenario.scene.plant->model();
  const std::string_view method = integrator.integrator->name();
  WarnOfThreads(threads, integrator.threads, warnings);
  PrintNotices(scenario.notices, false, warnings);
  WarnOfSoftJoints(model, method, warnings);
  WarnOfPatches(model, method, warnings);
  WarnOfIdleOverrides(scenario.contact, method, warnings);
  WarnOfWorld(model, warnings);
  std::cerr << warnings.str();
  return SplitLines(warnings.str());
}

std::unique_ptr<Progress> MakeProgress(bool quiet, const Run& run) {
  if (quiet || !StderrIsTerminal()) return nullptr;
  return std::make_unique<Progress>(run.time(), run.end(), &std::cerr);
}

// Runs to the end and looks back. Progress is gone before anything else is
// said.
ExitCode SimulateAndCheck(const RunOptions& options, Run* run,
                          RunOutputs* outputs) {
  std::unique_ptr<Progress> progress = MakeProgress(options.quiet, *run);
  run->Attach(outputs, progress.get());
  if (options.estimate_error) run->SamplePoses();
  const ExitCode code = run->Simulate();
  progress.reset();
  if (code != kDone) return code;
  if (options.estimate_error) run->EstimateError(options.integrator);
  return run->CheckAssertions();
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
  if (options.checkpoint.file)
    CheckCheckpointFile(*options.checkpoint.file, scenario.files);
  options.outputs.checkpoint = options.checkpoint.file;
  if (from) options.outputs.inputs.push_back(*from);
  const std::vector<std::string> warnings =
      Warn(scenario, options.threads, integrator);

  Run run(std::move(scenario), std::move(integrator), stop);
  run.AddWarnings(warnings);
  if (from) {
    run.Restore(*from, description.initial_energy);
    RequireNewLogs(options.outputs);
  }
  run.LeaveCheckpoints(options.checkpoint, std::move(description));
  const std::string title =
      std::filesystem::path(run.scenario().name).filename().string();
  RunOutputs outputs(options.outputs, title, run.end() - run.time(),
                     *run.scenario().scene.diagram,
                     *run.scenario().scene.plant);
  const ExitCode code = SimulateAndCheck(options, &run, &outputs);
  const std::vector<std::string> drift = ListDrift(run.report());
  run.AddWarnings(drift);
  outputs.Finish(run.report());
  PrintEffort(options.outputs, run.report(), outputs.trace());
  if (options.quiet) return code;
  for (const std::string& line : drift) std::cerr << line << '\n';
  PrintSummary(run.report(), outputs);
  return code;
}

}  // namespace tactus::apps
