#include "tactus/integrators/error_controlled.h"

#include <algorithm>
#include <limits>
#include <sstream>
#include <typeinfo>

#include "tactus/common/archive.h"
#include "tactus/common/require.h"
#include "tactus/integrators/attempt_span.h"
#include "tactus/integrators/find_plant.h"
#include "tactus/integrators/first_step.h"
#include "tactus/integrators/project_start.h"

namespace tactus::integrators {
using systems::Context;
using systems::Diagram;

ErrorControlled::ErrorControlled(const ErrorControlOptions& options,
                                 int error_order)
    : controller_(options, {.order = error_order}) {}

void ErrorControlled::Memory::Check(int num_states) const {
  size.Check();
  const bool fits = jacobian == nullptr || (jacobian->rows() == num_states &&
                                            jacobian->cols() == num_states);
  if (!fits || !(eta >= 0)) {
    throw CheckpointError(
        "the checkpoint is damaged: its derivatives are of another state");
  }
}

void ErrorControlled::Initialize(const Diagram& diagram, Context* context) {
  diagram_ = &diagram;
  norm_ = std::make_unique<DiagramErrorNorm>(diagram, options().error_norm,
                                             options().length_scale);
  state_norm_ = std::make_unique<DiagramErrorNorm>(diagram, ErrorNorm::kState,
                                                   options().length_scale);
  contact_limits_.clear();
  for (const systems::LeafSystem* leaf : diagram.leaves()) {
    const auto* plant = dynamic_cast<const multibody::MultibodyPlant*>(leaf);
    if (plant == nullptr) continue;
    RequireIsotropicFriction(plant->model(), name());
    if (plant->num_continuous_states() > 0)
      contact_limits_.emplace_back(*plant);
  }
  systems::Value& memory = context->integrator_memory();
  if (memory.type() == typeid(Memory) && memory.get<Memory>().method == name())
    return memory.get<Memory>().Check(diagram.num_continuous_states());
  for (const systems::LeafSystem* leaf : diagram.leaves()) {
    const auto* plant = dynamic_cast<const multibody::MultibodyPlant*>(leaf);
    if (plant != nullptr) ProjectStart(*plant, context);
  }
  memory = systems::Value(Memory{
      .method = std::string(name()), .size = {}, .jacobian = {}, .slope = {}});
}

void ErrorControlled::Step(const Diagram& diagram, double t_limit,
                           Context* context) {
  Require(&diagram == diagram_,
          std::string(name()) + " was initialised for another diagram");
  Memory& memory = context->integrator_memory().get<Memory>();
  before_step_ = statistics_;
  if (memory.size.h_ideal == 0) {
    memory.size.h_ideal = CalcFirstStep(options(), controller_.rule().order,
                                        diagram, *norm_, context);
  }
  context_ = context;
  t0_ = context->time();
  x0_ = context->continuous_state();
  Eval(t0_, x0_, &xdot0_);
  Begin(&memory);
  const double t_contact =
      FindTimeOfContact(std::min(memory.size.h_ideal, options().h_max));
  controller_.BeginStep(
      t0_, std::min(t_limit, t_contact),
      t_contact < t_limit ? StepLimit::kContact : StepLimit::kEvent,
      &memory.size);
  while (true) {
    const PlannedStep planned = controller_.Plan();
    const AttemptSpan span(t0_, planned.h, &statistics_);
    const Attempt attempt = MakeAttempt(planned.h, &memory);
    if (controller_.Accepts(planned, attempt, &statistics_))
      return Advance(controller_.end_of(planned), &memory);
    if (controller_.is_below_minimum()) Fail(planned.h, attempt.what);
  }
}

Attempt ErrorControlled::MakeAttempt(double h, Memory* memory) {
  const Outcome outcome = xdot0_.allFinite() ? Solve(h, memory, &x1_, &x1_low_)
                                             : Outcome::kNotFinite;
  switch (outcome) {
    case Outcome::kNotConverged:
      ++statistics_.failed_solves;
      return {.outcome = outcome, .what = "Newton's method does not converge"};
    case Outcome::kNotFinite:
      return {.outcome = outcome, .what = "a time derivative is not finite"};
    case Outcome::kSolved:
      break;
  }
  const DiagramError error = norm_->Calc(x1_low_, x1_);
  Attempt attempt = {.error = error.error};
  if (!(error.error <= options().accuracy))
    attempt.what = "the error of " + norm_->Describe(error) + " is too large";
  return attempt;
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

void ErrorControlled::Advance(double t1, Memory* memory) {
  Accept(memory);
  diagram_->ProjectContinuousState(&x1_);
  context_->SetTimeAndContinuousState(t1, x1_);
}

// Looks from the last good state, at its time and a step later: a stage
// computed from a NaN would put the blame on whoever received it.
void ErrorControlled::Fail(double h, const std::string& what) {
  std::ostringstream text;
  text << what << " at the minimum step (accuracy " << options().accuracy
       << ")";
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
  solvers::ThrowIfStopped(options().stop);
  ScopedTimer timer(&statistics_.profile, phase);
  context_->SetTimeAndContinuousState(t, x);
  diagram_->CalcTimeDerivatives(*context_, xdot);
  ++statistics_.derivative_evaluations;
}

}  // namespace tactus::integrators
