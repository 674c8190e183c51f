#pragma once

#include <optional>

#include "tactus/integrators/error_norm.h"
#include "tactus/integrators/statistics.h"
#include "tactus/integrators/step_controller.h"
#include "tactus/integrators/step_failure.h"
#include "tactus/solvers/stop.h"

namespace tactus::integrators {

/// What methods with error control are told.
struct ErrorControlOptions {
  double accuracy = 1e-3;  ///< Per step, in units of the error norm.
  double h_max = 0.1;      ///< [s]
  double h_min = 1e-12;    ///< Below this the run fails [s].
  /// The first step as a fraction of h_max; nothing: from the derivatives
  /// (first_step.h).
  std::optional<double> first_step{};
  ErrorNorm error_norm = ErrorNorm::kState;
  /// Metres that weigh as much as one radian in the error norm.
  double length_scale = 1;
  /// Asked at every attempt and every evaluation of derivatives; Step() throws
  /// solvers::Stopped where it asks to stop.
  const solvers::StopRequest* stop = nullptr;
  bool operator==(const ErrorControlOptions&) const = default;
};

/// @throws std::invalid_argument for options out of range.
void CheckErrorControlOptions(const ErrorControlOptions& options);

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

/// Error control of one integrator: plans attempts at a step, decides on them
/// (step_controller.h), and keeps the books.
///
///     controller.BeginStep(t0, t_end, StepLimit::kEvent, &size);
///     while (true) {
///       const PlannedStep planned = controller.Plan();
///       if (controller.Accepts(planned, attempt by planned.h, &statistics))
///         -> the state at controller.end_of(planned), and done
///       if (controller.is_below_minimum()) -> the run fails, by the attempt's
///       failure
///     }
///
/// An attempt with something that is not finite is repeated at a tenth of the
/// step; one whose equations could not be solved, at half
/// ([HairerWanner96], IV.8).
class ErrorController {
 public:
  /// @throws std::invalid_argument for options out of range.
  ErrorController(const ErrorControlOptions& options,
                  const StepController& rule);

  const ErrorControlOptions& options() const { return options_; }
  const StepController& rule() const { return rule_; }

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
  StepController rule_;
  double t0_{}, t_end_{};
  StepLimit ended_by_ = StepLimit::kEvent;
  StepSize* size_{};
  std::optional<RejectedAttempt> rejected_;
};

}  // namespace tactus::integrators
