#pragma once

#include <memory>
#include <string>

#include "tactus/integrators/step_size/error_norm.h"
#include "tactus/integrators/step_size/statistics.h"
#include "tactus/integrators/step_size/step_attempts.h"
#include "tactus/systems/integrator.h"

namespace tactus::integrators {

/// An integrator that chooses its steps: Algorithm 1 of [Kurtz25], whatever the
/// method. One Step() from (t0, x0), with h the ideal step so far,
///
///     begin      BeginStep()           what x0 alone decides; a latest end
///     prepare    PrepareAttempts()     what serves all attempts from x0
///     repeat
///       plan     StepAttempts::Plan()  h, or what is left to the latest end
///       attempt  MakeAttempt()         two solutions at t0 + h
///       estimate DiagramErrorNorm      how far they are apart
///       decide   StepAttempts::Accepts()  error <= accuracy; the next h
///     until accepted; below h_min, Fail()
///     record     FinishStep()          the solution, and what acted on the way
class ErrorControlledIntegrator : public systems::Integrator {
 public:
  void Step(const systems::Diagram& diagram, double t_limit,
            systems::Context* context) final;
  void UndoStep() override { statistics_.UndoStep(before_step_); }

  const Statistics& statistics() const { return statistics_; }
  /// Where to leave spans; null: nowhere.
  void set_trace(Trace* trace) { statistics_.profile.trace = trace; }

 protected:
  /// @throws std::invalid_argument for options out of range.
  ErrorControlledIntegrator(const ErrorControlOptions& options,
                            const StepSizeController& rule);

  /// The diagram of the Step()s to come; Initialize() is to call it.
  void SetDiagram(const systems::Diagram& diagram);

  /// Where a step ends at the latest, and why.
  struct LatestEnd {
    double t{};  ///< [s]
    StepLimit why = StepLimit::kEvent;
  };

  /// What the integrator remembers of its step, in the Context.
  virtual StepSize* FindStepSize(systems::Context* context) const = 0;
  /// A step starts at what `context` holds, and ends at `t_limit` or before.
  /// @param h_ideal  what the errors so far would have it be [s].
  virtual LatestEnd BeginStep(double t_limit, double h_ideal,
                              systems::Context* context) = 0;
  /// Attempts of at most `h_longest` [s] follow.
  virtual void PrepareAttempts(double h_longest, systems::Context* context) {
    static_cast<void>(h_longest), static_cast<void>(context);
  }
  /// From the start of the step, by h. May leave `context` at another state.
  virtual Attempt MakeAttempt(double h, systems::Context* context) = 0;
  /// The last attempt is the step: moves `context` to its end.
  virtual void FinishStep(double t1, systems::Context* context) = 0;
  /// No attempt is allowed after the last, which was of h and failed. Leaves
  /// `context` at the start of the step.
  /// @throws StepError
  [[noreturn]] virtual void Fail(double h, const StepFailure& failure,
                                 systems::Context* context) = 0;

  const systems::Diagram& diagram() const { return *diagram_; }
  const ErrorControlOptions& error_control() const {
    return attempts_.options();
  }
  DiagramErrorNorm& norm() { return *norm_; }
  double t0() const { return t0_; }  ///< Of the step.
  /// An error that is too large.
  StepFailure Blame(const DiagramError& error) const;
  Statistics& mutable_statistics() { return statistics_; }

 private:
  double CalcFirstStep(systems::Context* context) const;

  StepAttempts attempts_;
  Statistics statistics_, before_step_;
  const systems::Diagram* diagram_{};
  std::unique_ptr<DiagramErrorNorm> norm_;
  double t0_{};
};

}  // namespace tactus::integrators
