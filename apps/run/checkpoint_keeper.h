#pragma once

#include <optional>

#include "tactus/apps/io/checkpoint_file.h"
#include "tactus/apps/run/run_options.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {

/// Leaves checkpoints of a run: some on the way, and one at the end. Made
/// without a file, it leaves none.
class CheckpointKeeper {
 public:
  CheckpointKeeper() = default;
  /// @param description  of the run, for all of them.
  /// @param start  where the run begins [s]: the first one is due after an
  /// interval.
  CheckpointKeeper(const CheckpointOptions& options, RunDescription description,
                   double start);

  /// The energy at the run's start, when that is known [J].
  void set_initial_energy(double energy) {
    description_.initial_energy = energy;
  }

  /// After the start and after each accepted step: writes the checkpoint that
  /// is due. Of several intervals in one step there is one.
  /// @throws OutputError, CheckpointError
  void AfterStep(const systems::Simulator& simulator);
  /// Puts a simulator that was stopped inside of a step where the last step
  /// ended, so that the run goes on from there.
  void TakeBackStep(systems::Simulator* simulator) const;
  /// @throws OutputError, CheckpointError
  void Finish(const systems::Simulator& simulator) const;

 private:
  void Keep(const systems::Context& context);

  CheckpointOptions options_;
  RunDescription description_;
  double next_{};  ///< [s]
  std::optional<systems::Context> after_step_;
};

}  // namespace tactus::apps
