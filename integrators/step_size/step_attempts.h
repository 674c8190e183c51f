#pragma once

#include <optional>

#include "tactus/integrators/step_functions/step_failure.h"
#include "tactus/integrators/step_size/error_control_options.h"
#include "tactus/integrators/step_size/statistics.h"
#include "tactus/integrators/step_size/step_size_controller.h"

namespace tactus::integrators {

/// What an integrator remembers of its step; part of the simulation's state.
struct StepSize {
  double h_ideal{};  ///< Of the next step [s]; 0 before the first.
  StepLimit limited_by = StepLimit::kFirstStep;  ///< Why it is no longer.

  template <class Archive>
  void Serialize(Archive* a) {
    a->Visit(&h_ideal, &limited_by);
  }
  /// @throws CheckpointError if a checkpoint brought what cannot be.
  void Check() const;
};

/// What came of an attempt at a step.
struct Attempt {
  enum class Outcome {
    kSolved,        ///< There are two solutions, `error` apart.
    kNotConverged,  ///< Its equations could not be solved.
    kNotFinite,     ///< A derivative, or something else, is not finite.
  };
  Outcome outcome = Outcome::kSolved;
  double error{};  ///< In the error norm; NaN when an entry is.
  std::optional<StepFailure> failure = {};  ///< Why it will be rejected.
};

/// The attempts of an integrator with error control at its steps: plans them,
/// decides on them (step_size_controller.h), and keeps the books.
///
///     attempts.BeginStep(t0, t_end, StepLimit::kEvent, &size);
///     while (true) {
///       const PlannedStep planned = attempts.Plan();
///       if (attempts.Accepts(planned, attempt by planned.h, &statistics))
///         -> the state at attempts.end_of(planned), and done
///       if (attempts.is_below_minimum()) -> the run fails, as the attempt did
///     }
///
/// An attempt with something that is not finite is repeated at a tenth of the
/// step; one whose equations could not be solved, at half
/// ([HairerWanner96], IV.8).
class StepAttempts {
 public:
  /// @throws std::invalid_argument for options out of range.
  StepAttempts(const ErrorControlOptions& options,
               const StepSizeController& rule);

  const ErrorControlOptions& options() const { return options_; }
  const StepSizeController& rule() const { return rule_; }

  /// Steps are no longer than this [s], beside what the options say, but never
  /// held below ten of the least.
  void LimitSteps(double longest);
  double h_max() const { return h_max_; }

  /// A step from `t0`, until `t_end` at most, where `ended_by` is why. `size`
  /// must outlive the step.
  void BeginStep(double t0, double t_end, StepLimit ended_by, StepSize* size);
  /// The next attempt.
  PlannedStep Plan() const;
  /// Whether the attempt is the step. Counts it, and writes what follows from
  /// it into the step's size.
  bool Accepts(const PlannedStep& planned, const Attempt& attempt,
               Statistics* statistics);
  /// Where a planned step ends [s].
  double end_of(const PlannedStep& planned) const {
    return planned.ends_at_limit ? t_end_ : t0_ + planned.h;
  }
  /// The last attempt was rejected, and a shorter one is not allowed.
  bool is_below_minimum() const { return size_->h_ideal < options_.h_min; }

 private:
  StepDecision DecideOn(const PlannedStep& planned, const Attempt& attempt);

  ErrorControlOptions options_;
  double h_max_;
  StepSizeController rule_;
  double t0_{}, t_end_{};
  StepLimit ended_by_ = StepLimit::kEvent;
  StepSize* size_{};
  std::optional<RejectedAttempt> rejected_;
};

}  // namespace tactus::integrators
