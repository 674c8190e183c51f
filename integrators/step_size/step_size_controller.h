#pragma once

#include <optional>
#include <string_view>

namespace tactus::integrators {

/// The integral controller of step sizes ([HairerNorsettWanner93], II.4): the
/// estimated error stays just below the accuracy,
///
///     h_new = safety h (accuracy / error)^(1 / order)
///
/// kept between min_factor h and max_factor h, and left at h inside the dead
/// band
///
///     hysteresis_low h < h_new < hysteresis_high h
///
/// ([Kurtz25], section V-F; [HairerWanner96], IV.8). An accepted step never
/// shrinks the next one.
///
/// An error that does not fall as h^order, like that of an impact, would be
/// rejected many times. After a second rejection the order is what was seen,
///
///     p = log(error_before / error) / log(h_before / h),   1/2 <= p <= order,
///
/// and a step that was accepted after a rejection does not grow the next one
/// ([HairerWanner96], IV.8).
struct StepSizeController {
  int order = 2;  ///< Of the error estimate in h.
  double safety = 0.9;
  double max_factor = 5;
  double min_factor = 0.1;
  double hysteresis_low = 0.9;
  double hysteresis_high = 1.2;
  bool remembers_rejections = true;  ///< False: as in [Kurtz25].
};

struct StepDecision {
  bool accepted{};
  double h_next{};
};

/// A longer attempt at the same step that was rejected.
struct RejectedAttempt {
  double h{};
  double error{};  ///< Not finite if there is none.
};

/// After a step `h` with `error` (same units as `accuracy`), `before` which
/// another was rejected or none. An error that is NaN or infinite rejects and
/// shrinks by min_factor; a zero error grows by max_factor.
StepDecision Decide(const StepSizeController& controller, double h,
                    double error, double accuracy,
                    const std::optional<RejectedAttempt>& before = {});

/// What bounds the step that was taken.
enum class StepLimit {
  kAccuracy,
  kMaximumStep,
  kEvent,
  kSolver,
  kFirstStep,
  kContact  ///< That may begin (contact_step_limit.h).
};
std::string_view to_string(StepLimit limit);

/// The step to attempt from `t` when the next event is at `t_limit`: an event
/// nearer than 0.95 h_ideal is stepped to, one up to 1.001 h_ideal is snapped
/// to.
struct PlannedStep {
  double h{};
  bool ends_at_limit{};  ///< Set time to t_limit itself, not t + h.
  bool shortened{};      ///< For the event: keep the ideal step afterwards.
};
PlannedStep PlanStep(double h_ideal, double t, double t_limit);

}  // namespace tactus::integrators
