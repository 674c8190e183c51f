#include "tactus/integrators/error_controlled.h"

#include <algorithm>
#include <limits>
#include <sstream>
#include <typeinfo>

#include "tactus/common/archive.h"
#include "tactus/common/require.h"
#include "tactus/integrators/attempt_span.h"
#include "tactus/integrators/check_memory.h"
#include "tactus/integrators/first_step.h"
#include "tactus/integrators/project_start.h"

namespace tactus::integrators {
using systems::Context;
using systems::Diagram;

void CheckErrorControlOptions(const ErrorControlOptions& options) {
  Require(options.accuracy > 0, "the accuracy must be positive");
  Require(
      options.h_max > 0 && options.h_min > 0 && options.h_min < options.h_max,
      "steps must satisfy 0 < h_min < h_max");
  Require(!options.first_step ||
              (*options.first_step > 0 && *options.first_step <= 1),
          "the first step must be a fraction of h_max, in (0, 1]");
  Require(options.length_scale > 0, "the length scale must be positive");
}

ErrorControlled::ErrorControlled(const ErrorControlOptions& options,
                                 int error_order)
    : options_(options), controller_{.order = error_order} {
  CheckErrorControlOptions(options);
}

void ErrorControlled::Memory::Check(int num_states) const {
  CheckMemory(h_ideal, limited_by);
  const bool fits = jacobian == nullptr || (jacobian->rows() == num_states &&
                                            jacobian->cols() == num_states);
  if (!fits || !(eta >= 0)) {
    throw CheckpointError(
        "the checkpoint is damaged: its derivatives are of another state");
  }
}

void ErrorControlled::Initialize(const Diagram& diagram, Context* context) {
  diagram_ = &diagram;
  norm_ = std::make_unique<DiagramErrorNorm>(diagram, options_.error_norm,
                                             options_.length_scale);
  state_norm_ = std::make_unique<DiagramErrorNorm>(diagram, ErrorNorm::kState,
                                                   options_.length_scale);
  contact_limits_.clear();
  for (const systems::LeafSystem* leaf : diagram.leaves()) {
    const auto* plant = dynamic_cast<const multibody::MultibodyPlant*>(leaf);
    if (plant != nullptr && plant->num_continuous_states() > 0)
      contact_limits_.emplace_back(*plant);
  }
  systems::Value& memory = context->integrator_memory();
  if (memory.type() == typeid(Memory) && memory.get<Memory>().method == name())
    return memory.get<Memory>().Check(diagram.num_continuous_states());
  for (const systems::LeafSystem* leaf : diagram.leaves()) {
    const auto* plant = dynamic_cast<const multibody::MultibodyPlant*>(leaf);
    if (plant != nullptr) ProjectStart(*plant, context);
  }
  memory = systems::Value(Memory{.method = std::string(name()),
                                 .h_ideal = 0,
                                 .jacobian = {},
                                 .slope = {}});
}

void ErrorControlled::Step(const Diagram& diagram, double t_limit,
                           Context* context) {
  Require(&diagram == diagram_,
          std::string(name()) + " was initialised for another diagram");
  Memory& memory = context->integrator_memory().get<Memory>();
  before_step_ = statistics_;
  if (memory.h_ideal == 0) {
    memory.h_ideal =
        CalcFirstStep(options_, controller_.order, diagram, *norm_, context);
  }
  context_ = context;
  t0_ = context->time();
  x0_ = context->continuous_state();
  Eval(t0_, x0_, &xdot0_);
  Begin(&memory);
  std::string what;
  const double t_contact =
      FindTimeOfContact(std::min(memory.h_ideal, options_.h_max));
  const double t_end = std::min(t_limit, t_contact);
  const StepLimit shortened_by =
      t_contact < t_limit ? StepLimit::kContact : StepLimit::kEvent;
  std::optional<RejectedAttempt> rejected;
  while (true) {
    const PlannedStep planned =
        PlanStep(std::min(memory.h_ideal, options_.h_max), t0_, t_end);
    const AttemptSpan span(t0_, planned.h, &statistics_);
    const Outcome outcome = xdot0_.allFinite()
                                ? Attempt(planned.h, &memory, &x1_, &x1_low_)
                                : Outcome::kNotFinite;
    const StepDecision decision = Judge(outcome, planned.h, &rejected, &what);
    if (decision.accepted)
      return Advance(planned, t_end, shortened_by, decision.h_next, &memory);
    ++statistics_.rejected_steps;
    memory.h_ideal = decision.h_next;
    memory.limited_by =
        outcome == Outcome::kSolved ? StepLimit::kAccuracy : StepLimit::kSolver;
    if (memory.h_ideal < options_.h_min) Fail(planned.h, what);
  }
}

StepDecision ErrorControlled::Judge(Outcome outcome, double h,
                                    std::optional<RejectedAttempt>* rejected,
                                    std::string* what) {
  const std::optional<RejectedAttempt> before = *rejected;
  *rejected = {.h = h, .error = std::numeric_limits<double>::infinity()};
  if (outcome == Outcome::kNotConverged) {
    ++statistics_.failed_solves;
    *what = "Newton's method does not converge";
    return {.accepted = false, .h_next = h / 2};
  }
  if (outcome == Outcome::kNotFinite) {
    *what = "a time derivative is not finite";
    return {.accepted = false, .h_next = controller_.min_factor * h};
  }
  const DiagramError error = norm_->Calc(x1_low_, x1_);
  const StepDecision decision =
      Decide(controller_, h, error.error, options_.accuracy, before);
  (*rejected)->error = error.error;
  if (!decision.accepted)
    *what = "the error of " + norm_->Describe(error) + " is too large";
  return decision;
}

// Until when the next contact may begin, if within `h_ideal`.
double ErrorControlled::FindTimeOfContact(double h_ideal) {
  double t = std::numeric_limits<double>::infinity();
  if (contact_limits_.empty() || !x0_.allFinite()) return t;
  context_->SetTimeAndContinuousState(t0_, x0_);
  for (ContactStepLimit& limit : contact_limits_) {
    const double h = limit.Calc(h_ideal, *context_);
    if (h < h_ideal) t = std::min(t, t0_ + h);
  }
  return t;
}

void ErrorControlled::Advance(const PlannedStep& planned, double t_end,
                              StepLimit shortened_by, double h_next,
                              Memory* memory) {
  Accept(memory);
  diagram_->ProjectContinuousState(&x1_);
  context_->SetTimeAndContinuousState(
      planned.ends_at_limit ? t_end : t0_ + planned.h, x1_);
  statistics_.AddStep(planned.h,
                      planned.shortened ? shortened_by : memory->limited_by);
  if (planned.shortened && h_next <= memory->h_ideal) return;
  memory->h_ideal = std::min(h_next, options_.h_max);
  memory->limited_by = memory->h_ideal == options_.h_max
                           ? StepLimit::kMaximumStep
                           : StepLimit::kAccuracy;
}

// Looks from the last good state, at its time and a step later: a stage
// computed from a NaN would put the blame on whoever received it.
void ErrorControlled::Fail(double h, const std::string& what) {
  std::ostringstream text;
  text << what << " at the minimum step (accuracy " << options_.accuracy << ")";
  std::string why = text.str();
  for (const double t : {t0_, t0_ + h}) {
    Eval(t, x0_, &xdot0_);
    const auto culprit = diagram_->FindNonFinite(*context_, xdot0_);
    if (!culprit) continue;
    why = *culprit;
    break;
  }
  context_->SetTimeAndContinuousState(t0_, x0_);
  throw systems::IntegrationError(t0_, why);
}

void ErrorControlled::Eval(double t, const VectorXd& x, VectorXd* xdot,
                           Phase phase) {
  ScopedTimer timer(&statistics_.profile, phase);
  context_->SetTimeAndContinuousState(t, x);
  diagram_->CalcTimeDerivatives(*context_, xdot);
  ++statistics_.derivative_evaluations;
}

}  // namespace tactus::integrators
