#include "tactus/integrators/cenic/doubled_step.h"

#include <algorithm>

#include "tactus/integrators/cenic/impact_error.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/free_motion.h"

namespace tactus::integrators {

DoubledStep::DoubledStep(DiagramStepping* stepping, StepFunction* function,
                         bool extrapolate)
    : stepping_(stepping),
      extrapolate_(extrapolate),
      at_half_(stepping->plant(), function),
      turn_error_(stepping->model()),
      extrapolation_(stepping->model()),
      gravity_(stepping->model()) {}

// Warm starts as in [Kurtz25], section VI-A.
std::optional<StepFailure> DoubledStep::Attempt(double h, StepOrigin* start,
                                                SchemeMemory* memory,
                                                systems::Context* context) {
  h_half_ = h / 2;
  start_ = start;
  extrapolation_.Reset(*start);
  // What an attempt before this one has made of inputs lets nothing fly or not.
  stepping_->ResetInputs(start);
  FindFlying(h, start);
  if (extrapolate_) SetShares(h, start);
  // x_hat = step(x0; h)  (24)
  const Part full{.h = h,
                  .v_guess = &start->x.v,
                  .memory = &memory->first,
                  .work = extrapolate_ ? &work_hat_ : nullptr};
  if (auto failure = TakePart(full, start, context, &comparison_))
    return failure;
  // x_half = step(x0; h/2)  (22)
  v_guess_ = (start->x.v + comparison_.v) / 2;
  Part half{.h = h_half_,
            .v_guess = &v_guess_,
            .memory = &memory->second,
            .work = &work_first_};
  if (auto failure = TakePart(half, start, context, &at_half_.x))
    return failure;
  if (auto failure = MoveToHalf(context)) return failure;
  // x_two = step(x_half; h/2)  (23)
  half.v_guess = &comparison_.v;
  half.work = &work_second_;
  if (auto failure = TakePart(half, &at_half_, context, &refined_))
    return failure;
  MakeSolution();
  return std::nullopt;
}

std::optional<StepFailure> DoubledStep::TakePart(const Part& part,
                                                 StepOrigin* origin,
                                                 systems::Context* context,
                                                 HybridState* next) {
  TakeMotionAtMidpoint(*origin->function, part.h, &origin->builder,
                       &origin->problem);
  if (auto failure = stepping_->Step({.h = part.h,
                                      .v_guess = part.v_guess,
                                      .memory = part.memory,
                                      .is_half = part.h < 2 * h_half_,
                                      .is_compared = true},
                                     origin, context, next))
    return failure;
  if (part.work != nullptr) stepping_->CalcWork(*origin, part.h, part.work);
  if (extrapolate_) extrapolation_.AddStep(*origin, part.h, next->v);
  return std::nullopt;
}

// The second half step begins where the first one has ended.
std::optional<StepFailure> DoubledStep::MoveToHalf(systems::Context* context) {
  stepping_->Join(at_half_.x, &x_half_);
  context->SetTimeAndContinuousState(start_->t0 + h_half_, x_half_);
  if (auto failure = stepping_->Prepare(*context, h_half_, &at_half_))
    return failure;
  FindFlying(h_half_, &at_half_);
  if (!extrapolate_) return std::nullopt;
  // The full step's in the halves, too, for extrapolation to cancel.
  SetSpringShares(springs_, 2 * h_half_, &at_half_.problem);
  if (HasSoftGravity())
    gravity_.Continue(at_half_.builder.position(), h_half_, &at_half_.problem);
  return std::nullopt;
}

// Where the step feels springs and gravity.
void DoubledStep::SetShares(double h, StepOrigin* start) {
  CalcSpringRates(start->problem, &springs_);
  SetSpringShares(springs_, h, &start->problem);
  if (HasSoftGravity())
    gravity_.Begin(start->builder.position(), h, &start->problem);
}

// Controls that follow the state may hold against gravity, where it is felt at
// the start.
bool DoubledStep::HasSoftGravity() const {
  return !stepping_->controls_feed_back();
}

// The same cliques in all steps: what does not fly in the full step does not
// in its halves. What is extrapolated flies if its error is all of second
// order.
void DoubledStep::FindFlying(double h, StepOrigin* origin) const {
  if (!origin->function->looks_ahead()) return;
  integrators::FindFlying(*origin->function, h, &origin->builder,
                          &origin->problem);
  if (extrapolate_) origin->builder.GroundDriven(&origin->problem);
  for (std::size_t c = 0; c < origin->problem.cliques.size(); ++c) {
    if (!start_->problem.cliques[c].flies)
      origin->problem.cliques[c].flies = false;
  }
}

void DoubledStep::MakeSolution() {
  if (!extrapolate_) {
    solution_ = refined_;
    return;
  }
  extrapolation_.Calc({.h_half = h_half_,
                       .start = start_,
                       .half = &at_half_,
                       .hat = &comparison_,
                       .two = &refined_},
                      &solution_);
}

double DoubledStep::CalcSharedError() {
  const VectorXd difference = refined_.v - comparison_.v;
  return std::max(
      {CalcLostRebound(*start_, h_half_), CalcLostRebound(at_half_, h_half_),
       CalcTouchError(start_->problem, h_half_, at_half_.x.v, difference),
       CalcTouchError(at_half_.problem, h_half_, refined_.v, difference),
       CalcKinkError()});
}

double DoubledStep::CalcKinkError() {
  if (!HasKinks(start_->problem)) return 0;
  const auto set = [&](const HybridState& x, KinkStep::Point* point) {
    multibody::CalcPositionDifference(stepping_->model(), start_->x.q, x.q,
                                      &point->motion);
    point->v = x.v;
  };
  kinks_.h = 2 * h_half_;
  set(comparison_, &kinks_.hat);
  set(at_half_.x, &kinks_.half);
  set(refined_, &kinks_.two);
  set(solution_, &kinks_.end);
  kinks_.theta = extrapolate_ ? extrapolation_.theta()
                              : VectorXd::Zero(start_->x.v.size());
  return integrators::CalcKinkError(start_->problem, kinks_);
}

double DoubledStep::CalcTurnError() {
  return turn_error_.Calc(start_->problem, start_->x.q, start_->x.v,
                          2 * h_half_);
}

void DoubledStep::Record(double t_start, double t_end,
                         systems::Context* context) {
  stepping_->Record(at_half_, h_half_, t_start, t_end, context);
  stepping_->RecordEnergy(*start_, CalcWork(), context);
}

// Extrapolated as v is, velocity by velocity, W_two + theta (W_two - W_hat);
// of belts by the mean theta.
double DoubledStep::CalcWork() const {
  const auto two = work_first_.by_velocity + work_second_.by_velocity;
  const double belts = work_first_.by_belts + work_second_.by_belts;
  if (!extrapolate_) return two.sum() + belts;
  const VectorXd& theta = extrapolation_.theta();
  return two.sum() + theta.dot(two - work_hat_.by_velocity) + belts +
         theta.mean() * (belts - work_hat_.by_belts);
}

}  // namespace tactus::integrators
