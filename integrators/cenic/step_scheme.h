#pragma once

#include <optional>

#include "tactus/integrators/diagram/diagram_stepping.h"

namespace tactus::integrators {

/// What a scheme's steps leave for the next attempt's, as their function has
/// it; part of the simulation's state.
struct SchemeMemory {
  systems::Value first, second;

  template <class Archive>
  void Serialize(Archive* a) {
    a->Visit(&first, &second);
  }
};

/// One attempt at a step, as Algorithm 1 of [Kurtz25] asks for it: from x0 and
/// h to
///
///     x1             the solution to go on from
///     x_fine, x_hat  two more, to tell the error of first order by
///
/// all from steps of one function. Holds no state beside the last attempt.
class StepScheme {
 public:
  virtual ~StepScheme() = default;

  /// From `start`, which was just prepared, or attempted from, by h. Fails when
  /// a step does or something is not finite. May leave `context` at another
  /// time and state.
  [[nodiscard]] virtual std::optional<StepFailure> Attempt(
      double h, StepOrigin* start, SchemeMemory* memory,
      systems::Context* context) = 0;

  const HybridState& solution() const { return solution_; }      ///< x1
  const HybridState& comparison() const { return comparison_; }  ///< x_hat
  /// x_fine; x1 itself unless a scheme has another one.
  virtual const HybridState& refined() const { return solution_; }

  /// What the last Attempt() may have missed beside |x_fine - x_hat| [m]:
  /// errors that all of its steps share.
  virtual double CalcSharedError(const StepOrigin& start) {
    static_cast<void>(start);
    return 0;
  }

  /// How far off paths between the ends of the last Attempt() are, which logs
  /// and the search for contacts ask for, where their turns are no error of the
  /// method: of what flies alone [rad].
  virtual double CalcTurnError(const StepOrigin& start) {
    static_cast<void>(start);
    return 0;
  }

  /// Writes into `context` what acted in the last Attempt(), at its end, on
  /// behalf of all of the step `t_start` to `t_end`.
  virtual void Record(double t_start, double t_end,
                      systems::Context* context) = 0;

 protected:
  HybridState solution_, comparison_;
};

}  // namespace tactus::integrators
