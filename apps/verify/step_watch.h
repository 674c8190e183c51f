#pragma once

#include <functional>
#include <optional>

#include "tactus/apps/methods/contact_tally.h"
#include "tactus/apps/verify/trajectory.h"

namespace tactus::apps {

/// What the steps of a run are like: how long, what chose their lengths, and
/// how many contacts there are.
class StepWatch {
 public:
  /// Watches a run by `choice` that starts as `scenario` does; the plant must
  /// outlive this.
  StepWatch(const Scenario& scenario, const IntegratorChoice& choice);

  /// At the start, and after each step.
  void Add(const systems::Context& context);

  /// Sets what steps are told by, and takes the time that was spent here out of
  /// the wall time.
  void Finish(Trajectory* trajectory) const;

 private:
  std::function<const integrators::Statistics&()> statistics_;
  std::optional<ContactTally> tally_;
  double t_start_, t_;                         // [s]
  double longest_step_ = 0, by_accuracy_ = 0;  // [s]
  double seconds_ = 0;                         // Of wall time.
};

}  // namespace tactus::apps
