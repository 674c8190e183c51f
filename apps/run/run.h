#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tactus/apps/io/checkpoint_file.h"
#include "tactus/apps/io/exit_code.h"
#include "tactus/apps/methods/contact_tally.h"
#include "tactus/apps/methods/integrator_factory.h"
#include "tactus/apps/run/checkpoint_keeper.h"
#include "tactus/apps/run/energy_watch.h"
#include "tactus/apps/run/inversion_watch.h"
#include "tactus/apps/run/progress.h"
#include "tactus/apps/run/report.h"
#include "tactus/apps/run/run_outputs.h"
#include "tactus/apps/scenario/scenario.h"
#include "tactus/apps/scenario/strict_contact.h"
#include "tactus/common/spent_time.h"
#include "tactus/recording/verify/sampler.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {

/// One run of a scenario, from its start to its report. What watches it on the
/// way is not in its times.
class Run {
 public:
  /// @param stop  asked after each step; outlives the run.
  Run(Scenario scenario, IntegratorChoice integrator,
      const solvers::StopRequest& stop);

  /// Continues from a checkpoint of this run, whose energy is counted from
  /// `initial_energy` [J].
  /// @throws std::invalid_argument for one at the run's end or beyond.
  void Restore(const std::filesystem::path& file, double initial_energy);
  /// Where frames and samples go. Both outlive the run; `progress` may be null.
  void Attach(RunOutputs* outputs, Progress* progress);
  /// Takes samples for EstimateError(), some a thousandth of the run apart.
  void SamplePoses();
  /// Leaves checkpoints with this description, and the energy that the run's is
  /// counted from.
  void LeaveCheckpoints(const CheckpointOptions& options,
                        RunDescription description);

  /// Simulates until the end, an interruption or a failure, which is told on
  /// standard error, as are elements that were inverted on the way.
  /// @pre outputs are attached.
  ExitCode Simulate();
  /// After the run, made with `options`: says why, where it cannot.
  void EstimateError(const IntegratorOptions& options);
  /// Says which assertions do not hold on standard error.
  ExitCode CheckAssertions();

  const Report& report() const { return report_; }
  void AddWarnings(const std::vector<std::string>& warnings) {
    report_.warnings.insert(report_.warnings.end(), warnings.begin(),
                            warnings.end());
  }
  const Scenario& scenario() const { return scenario_; }
  double time() const { return simulator_.context().time(); }  ///< [s]
  double end() const { return end_; }                          ///< [s]

 private:
  const multibody::MultibodyPlant& plant() const {
    return *scenario_.scene.plant;
  }
  ExitCode Advance();
  ExitCode AdvanceOrThrow();
  ExitCode ReportFailure(const std::string& why) const;
  ExitCode ReportInterruption() const;
  std::optional<std::string> Monitor(const systems::Context& context);
  void RecordStart();
  void RecordFinalState();
  void RecordEnergyDrift();
  void ReportInversions();

  Scenario scenario_;
  std::function<const integrators::Statistics&()> statistics_;
  std::function<void(Trace*)> set_trace_;
  systems::Simulator simulator_;
  double end_;             // [s]
  double initial_energy_;  // [J]
  bool is_restored_ = false;
  std::optional<ContactTally> tally_;
  EnergyWatch energy_;
  InversionWatch inversions_;
  StrictContact strict_;
  RunOutputs* outputs_{};
  Progress* progress_{};
  CheckpointKeeper checkpoints_;
  const solvers::StopRequest& stop_;
  std::optional<recording::QuantityList> poses_;
  std::optional<recording::Sampler> sampler_;
  double sample_period_{};  // [s]
  SpentTime observation_;
  Report report_;
};

}  // namespace tactus::apps
