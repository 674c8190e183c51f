#include "tactus/apps/run/checkpoint_keeper.h"

#include <cmath>
#include <utility>

namespace tactus::apps {

CheckpointKeeper::CheckpointKeeper(const CheckpointOptions& options,
                                   RunDescription description, double start)
    : options_(options),
      description_(std::move(description)),
      next_(start + options.interval) {}

void CheckpointKeeper::AfterStep(const systems::Simulator& simulator) {
  if (!options_.file) return;
  Keep(simulator.context());
  const double late = simulator.context().time() - next_;
  if (options_.interval <= 0 || late < 0) return;
  WriteCheckpointFile(*options_.file, description_, simulator);
  next_ += (std::floor(late / options_.interval) + 1) * options_.interval;
}

void CheckpointKeeper::TakeBackStep(systems::Simulator* simulator) const {
  if (after_step_) simulator->mutable_context() = *after_step_;
}

void CheckpointKeeper::Finish(const systems::Simulator& simulator) const {
  if (options_.file)
    WriteCheckpointFile(*options_.file, description_, simulator);
}

void CheckpointKeeper::Keep(const systems::Context& context) {
  after_step_ = context;
}

}  // namespace tactus::apps
