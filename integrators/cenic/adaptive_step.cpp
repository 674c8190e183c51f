#include "tactus/integrators/cenic/adaptive_step.h"

#include <algorithm>
#include <stdexcept>
#include <typeinfo>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/integrators/cenic/doubled_step.h"
#include "tactus/integrators/diagram/find_plant.h"

namespace tactus::integrators {

using systems::Context;
using systems::Diagram;

// Scratch of one Step(); nothing in it outlives the step it was filled in.
struct AdaptiveStep::Work {
  Work(const Diagram& which, const AdaptiveStep& owner, Statistics* statistics)
      : stepping(which, statistics, owner.external_),
        at_start(stepping.plant(), owner.first_.get()),
        scheme(&stepping, owner.second_.get(),
               owner.scheme_ == Scheme::kExtrapolated) {}

  DiagramStepping stepping;
  StepOrigin at_start;
  DoubledStep scheme;
  VectorXd x0, x1, x_fine, x_hat;
};

AdaptiveStep::AdaptiveStep(const MakeFunction& make,
                           const AdaptiveStepOptions& options)
    : ErrorControlledIntegrator(
          options.control,
          {.remembers_rejections = options.scheme != Scheme::kStepDoubling}),
      scheme_(options.scheme),
      external_(options.external),
      first_(make()),
      second_(make()) {
  Require(first_ != nullptr && second_ != nullptr,
          "AdaptiveStep needs step functions");
  Require(first_->is_of_first_order(),
          std::string(first_->name()) +
              " cannot be put under error control by step doubling: it is not "
              "a one-step method of first order");
  for (StepFunction* function : {first_.get(), second_.get()})
    function->set_profile(&mutable_statistics().profile);
}

AdaptiveStep::~AdaptiveStep() = default;

void AdaptiveStep::Initialize(const Diagram& diagram, Context* context) {
  RequireTaken(FindPlant(diagram).model(), *first_, name());
  SetDiagram(diagram);
  work_ = std::make_unique<Work>(diagram, *this, &mutable_statistics());
  systems::Value& memory = context->integrator_memory();
  if (memory.type() != typeid(Memory) ||
      memory.get<Memory>().method != name()) {
    work_->stepping.ProjectStart(context);
    memory = systems::Value(
        Memory{.method = std::string(name()),
               .size = {},
               .scheme = {first_->MakeMemory(), second_->MakeMemory()}});
  }
  memory.get<Memory>().size.Check();
  for (const systems::Value* own : {&memory.get<Memory>().scheme.first,
                                    &memory.get<Memory>().scheme.second}) {
    CheckMemory(*first_, *own);
  }
}

StepSize* AdaptiveStep::FindStepSize(Context* context) const {
  return &context->integrator_memory().get<Memory>().size;
}

ErrorControlledIntegrator::LatestEnd AdaptiveStep::BeginStep(double t_limit,
                                                             double,
                                                             Context* context) {
  Work& w = *work_;
  w.x0 = context->continuous_state();
  w.stepping.Split(w.x0, &w.at_start.x);
  return {.t = t_limit, .why = StepLimit::kEvent};
}

void AdaptiveStep::PrepareAttempts(double h_longest, Context* context) {
  Work& w = *work_;
  if (auto failure = w.stepping.Prepare(*context, h_longest, &w.at_start))
    Fail(h_longest, *failure, context);
}

// The error is | x_fine - x_hat |, or what all steps share; a rejection names
// the joint or state with the largest one.
Attempt AdaptiveStep::MakeAttempt(double h, Context* context) {
  Work& w = *work_;
  const double accuracy = error_control().accuracy;
  Attempt attempt;
  attempt.failure = w.scheme.Attempt(
      h, &w.at_start, &context->integrator_memory().get<Memory>().scheme,
      context);
  if (attempt.failure) {
    // Whatever failed, a tenth of the step follows (adaptive_step.h).
    attempt.outcome = Attempt::Outcome::kNotFinite;
    return attempt;
  }
  w.stepping.Join(w.scheme.refined(), &w.x_fine);
  w.stepping.Join(w.scheme.comparison(), &w.x_hat);
  const DiagramError error = norm().Calc(w.x_hat, w.x_fine);
  attempt.error = error.error;
  if (error.error > accuracy) attempt.failure = Blame(error);
  const double shared =
      w.scheme.CalcSharedError() / error_control().length_scale;
  if (shared > accuracy && !(error.error > shared))
    attempt.failure = {.kind = StepFailure::Kind::kImpactNotResolved};
  const double turn = w.scheme.CalcTurnError();
  if (turn > accuracy && turn > std::max(error.error, shared))
    attempt.failure = {.kind = StepFailure::Kind::kTurnNotResolved};
  attempt.error = std::max({attempt.error, shared, turn});
  return attempt;
}

void AdaptiveStep::FinishStep(double t1, Context* context) {
  Work& w = *work_;
  w.stepping.Join(w.scheme.solution(), &w.x1);
  context->SetTimeAndContinuousState(t1, w.x1);
  w.scheme.Record(t0(), t1, context);
  mutable_statistics().AddContacts(w.at_start.problem);
}

void AdaptiveStep::Fail(double, const StepFailure& failure, Context* context) {
  context->SetTimeAndContinuousState(t0(), work_->x0);
  throw StepError(t0(), failure,
                  fmt::format(" (accuracy {:g})", error_control().accuracy));
}

void AdaptiveStep::CalcSlopes(const Diagram&, Context*,
                              systems::DenseOutput* step) const {
  work_->stepping.CalcSlopes(work_->at_start, step);
}

void AdaptiveStep::ProjectInside(const Diagram&,
                                 const systems::DenseOutput& step,
                                 VectorXd* x) const {
  work_->stepping.ProjectInside(step, x);
}

}  // namespace tactus::integrators
