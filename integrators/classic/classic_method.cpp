#include "tactus/integrators/classic/classic_method.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <typeinfo>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/archive.h"
#include "tactus/integrators/diagram/find_plant.h"
#include "tactus/integrators/diagram/project_start.h"

namespace tactus::integrators {
using systems::Context;
using systems::Diagram;

ClassicMethod::ClassicMethod(const ErrorControlOptions& options,
                             int error_order)
    : ErrorControlledIntegrator(options, {.order = error_order}) {}

void ClassicMethod::Memory::Check(int num_states) const {
  size.Check();
  const bool fits = jacobian == nullptr || (jacobian->rows() == num_states &&
                                            jacobian->cols() == num_states);
  if (!fits || !(eta >= 0)) {
    throw CheckpointError(
        "the checkpoint is damaged: its derivatives are of another state");
  }
}

void ClassicMethod::Initialize(const Diagram& diagram, Context* context) {
  SetDiagram(diagram);
  state_norm_ = std::make_unique<DiagramErrorNorm>(diagram, ErrorNorm::kState,
                                                   options().length_scale);
  contact_limits_.clear();
  for (const systems::LeafSystem* leaf : diagram.leaves()) {
    const auto* plant = dynamic_cast<const multibody::MultibodyPlant*>(leaf);
    if (plant == nullptr) continue;
    RequireIsotropicFriction(plant->model(), name());
    RequireNoRestitution(plant->model(), name());
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

StepSize* ClassicMethod::FindStepSize(Context* context) const {
  return &context->integrator_memory().get<Memory>().size;
}

ClassicMethod::LatestEnd ClassicMethod::BeginStep(double t_limit,
                                                  double h_ideal,
                                                  Context* context) {
  context_ = context;
  memory_ = &context->integrator_memory().get<Memory>();
  x0_ = context->continuous_state();
  Eval(t0(), x0_, &xdot0_);
  Begin(memory_);
  const double t_contact = FindTimeOfContact(h_ideal);
  if (t_contact < t_limit) return {.t = t_contact, .why = StepLimit::kContact};
  return {.t = t_limit, .why = StepLimit::kEvent};
}

Attempt ClassicMethod::MakeAttempt(double h, Context*) {
  const Outcome outcome = xdot0_.allFinite() ? Solve(h, memory_, &x1_, &x1_low_)
                                             : Outcome::kNotFinite;
  switch (outcome) {
    case Outcome::kNotConverged:
      ++mutable_statistics().failed_solves;
      return {.outcome = outcome,
              .failure = StepFailure{.kind = StepFailure::Kind::kNotConverged}};
    case Outcome::kNotFinite:
      return {.outcome = outcome,
              .failure =
                  StepFailure{.kind = StepFailure::Kind::kDerivativeNotFinite}};
    case Outcome::kSolved:
      break;
  }
  const DiagramError error = norm().Calc(x1_low_, x1_);
  Attempt attempt = {.error = error.error};
  if (!(error.error <= options().accuracy)) attempt.failure = Blame(error);
  return attempt;
}

// Until when the next contact may begin, if within `h_ideal`.
double ClassicMethod::FindTimeOfContact(double h_ideal) {
  double t = std::numeric_limits<double>::infinity();
  if (contact_limits_.empty() || !x0_.allFinite()) return t;
  context_->SetTimeAndContinuousState(t0(), x0_);
  for (ContactStepLimit& limit : contact_limits_) {
    const double h = limit.Calc(h_ideal, *context_);
    if (h < h_ideal) t = std::min(t, t0() + h);
  }
  return t;
}

void ClassicMethod::FinishStep(double t1, Context* context) {
  Accept(memory_);
  diagram().ProjectContinuousState(&x1_);
  context->SetTimeAndContinuousState(t1, x1_);
}

// Looks from the last good state, at its time and a step later: a stage
// computed from a NaN would put the blame on whoever received it.
void ClassicMethod::Fail(double h, const StepFailure& failure,
                         Context* context) {
  std::optional<std::string> culprit;
  for (const double t : {t0(), t0() + h}) {
    if (culprit) break;
    Eval(t, x0_, &xdot0_);
    culprit = diagram().FindNonFinite(*context, xdot0_);
  }
  context->SetTimeAndContinuousState(t0(), x0_);
  if (culprit) {
    throw StepError(t0(), {.kind = StepFailure::Kind::kDerivativeNotFinite,
                           .details = *culprit});
  }
  throw StepError(
      t0(), failure,
      fmt::format(" at the minimum step (accuracy {:g})", options().accuracy));
}

void ClassicMethod::Eval(double t, const VectorXd& x, VectorXd* xdot,
                         Phase phase) {
  solvers::ThrowIfStopped(options().stop);
  ScopedTimer timer(&mutable_statistics().profile, phase);
  context_->SetTimeAndContinuousState(t, x);
  diagram().CalcTimeDerivatives(*context_, xdot);
  ++mutable_statistics().derivative_evaluations;
}

}  // namespace tactus::integrators
