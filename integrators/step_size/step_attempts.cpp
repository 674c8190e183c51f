#include "tactus/integrators/step_size/step_attempts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tactus/common/archive.h"

namespace tactus::integrators {

void StepSize::Check() const {
  if (!std::isfinite(h_ideal) || h_ideal < 0) {
    throw CheckpointError("the checkpoint is damaged: there is no such step");
  }
  if (limited_by < StepLimit::kAccuracy || limited_by > StepLimit::kContact) {
    throw CheckpointError(
        "the checkpoint is damaged: nothing like that limits a step");
  }
}

StepAttempts::StepAttempts(const ErrorControlOptions& options,
                           const StepSizeController& rule)
    : options_(options), h_max_(options.h_max), rule_(rule) {
  CheckErrorControlOptions(options);
}

void StepAttempts::LimitSteps(double longest) {
  h_max_ = std::min(options_.h_max, std::max(longest, 10 * options_.h_min));
}

void StepAttempts::BeginStep(double t0, double t_end, StepLimit ended_by,
                             StepSize* size) {
  t0_ = t0;
  t_end_ = t_end;
  ended_by_ = ended_by;
  size_ = size;
  rejected_.reset();
}

PlannedStep StepAttempts::Plan() const {
  return PlanStep(std::min(size_->h_ideal, h_max_), t0_, t_end_);
}

bool StepAttempts::Accepts(const PlannedStep& planned, const Attempt& attempt,
                           Statistics* statistics) {
  const StepDecision decision = DecideOn(planned, attempt);
  if (!decision.accepted) {
    ++statistics->rejected_steps;
    size_->h_ideal = decision.h_next;
    size_->limited_by = attempt.outcome == Attempt::Outcome::kSolved
                            ? StepLimit::kAccuracy
                            : StepLimit::kSolver;
    return false;
  }
  statistics->AddStep(planned.h,
                      planned.shortened ? ended_by_ : size_->limited_by);
  // A step that was cut short says nothing against the one that was ideal.
  if (planned.shortened && decision.h_next <= size_->h_ideal) return true;
  size_->h_ideal = std::min(decision.h_next, h_max_);
  size_->limited_by =
      size_->h_ideal == h_max_ ? StepLimit::kMaximumStep : StepLimit::kAccuracy;
  return true;
}

StepDecision StepAttempts::DecideOn(const PlannedStep& planned,
                                    const Attempt& attempt) {
  const std::optional<RejectedAttempt> before = rejected_;
  rejected_ = {.h = planned.h,
               .error = std::numeric_limits<double>::infinity()};
  switch (attempt.outcome) {
    case Attempt::Outcome::kNotConverged:
      return {.accepted = false, .h_next = planned.h / 2};
    case Attempt::Outcome::kNotFinite:
      return {.accepted = false, .h_next = rule_.min_factor * planned.h};
    case Attempt::Outcome::kSolved:
      break;
  }
  rejected_->error = attempt.error;
  return Decide(rule_, planned.h, attempt.error, options_.accuracy, before);
}

}  // namespace tactus::integrators
