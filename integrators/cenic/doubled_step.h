#pragma once

#include <vector>

#include "tactus/integrators/cenic/cenic_scheme.h"
#include "tactus/integrators/cenic/extrapolation.h"
#include "tactus/integrators/cenic/gravity_share.h"
#include "tactus/integrators/cenic/kink_error.h"
#include "tactus/integrators/cenic/spring_share.h"
#include "tactus/integrators/cenic/turn_error.h"
#include "tactus/integrators/diagram/diagram_stepping.h"

namespace tactus::integrators {

/// Step doubling, section V-A of [Kurtz25]: a full step and two half steps,
///
///     x_hat   = step(x0; h)                                  (24)
///     x_half  = step(x0; h/2),  x_two = step(x_half; h/2)    (22), (23)
///
/// by any step function of first order, of which x_two is the solution, of
/// first order, too; or, extrapolated (extrapolation.h), x1, of second order.
/// Nothing is solved or queried for that which step doubling does without; the
/// error estimate, |x_two - x_hat|, is the same, and on the safe side.
///
/// A free body turns without an error to see (free_turn.h), however far:
/// turn_error.h keeps steps short enough for the paths between their ends. What
/// all three steps miss at impacts and kinks, impact_error.h and kink_error.h
/// tell.
///
///   symbol   code
///   x_hat    comparison()
///   x1       solution()       or x_two, if not extrapolated
///   x_two    refined()        what the error compares with x_hat
class DoubledStep {
 public:
  /// `function` makes the second half step; the start's makes the others.
  DoubledStep(DiagramStepping* stepping, StepFunction* function,
              bool extrapolate);

  /// From `start`, which was just prepared, or attempted from, by h. Fails when
  /// a step does or something is not finite. May leave `context` at another
  /// time and state.
  [[nodiscard]] std::optional<StepFailure> Attempt(double h, StepOrigin* start,
                                                   SchemeMemory* memory,
                                                   systems::Context* context);

  const HybridState& solution() const { return solution_; }
  const HybridState& comparison() const { return comparison_; }
  const HybridState& refined() const { return refined_; }

  /// What the last Attempt() may have missed beside |x_two - x_hat| [m]:
  /// errors that all of its steps share.
  double CalcSharedError();

  /// How far off paths between the ends of the last Attempt() are, which logs
  /// and the search for contacts ask for, where their turns are no error of the
  /// method: of what flies alone [rad].
  double CalcTurnError();

  /// Writes into `context` what acted in the last Attempt(), at its end, on
  /// behalf of all of the step `t_start` to `t_end`.
  void Record(double t_start, double t_end, systems::Context* context);

 private:
  /// One of the three steps, and what is kept of it.
  struct Part {
    double h{};
    const VectorXd* v_guess{};
    systems::Value* memory{};
    DiagramStepping::Work* work{};  ///< Null: not asked for.
  };
  std::optional<StepFailure> TakePart(const Part& part, StepOrigin* origin,
                                      systems::Context* context,
                                      HybridState* next);
  std::optional<StepFailure> MoveToHalf(systems::Context* context);
  void FindFlying(double h, StepOrigin* origin) const;
  void SetShares(double h, StepOrigin* start);
  bool HasSoftGravity() const;
  void MakeSolution();
  double CalcWork() const;
  double CalcKinkError();

  DiagramStepping* stepping_;
  bool extrapolate_;
  StepOrigin at_half_;
  TurnError turn_error_;
  Extrapolation extrapolation_;
  KinkStep kinks_;
  HybridState solution_, comparison_, refined_;
  const StepOrigin* start_{};
  double h_half_{};
  /// What the inputs do in the full step and in the halves.
  DiagramStepping::Work work_hat_, work_first_, work_second_;

  VectorXd x_half_, v_guess_;
  SpringRates springs_;
  SoftGravity gravity_;
};

}  // namespace tactus::integrators
