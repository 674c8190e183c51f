#include "tactus/integrators/fixed_step.h"

#include <cmath>
#include <typeinfo>

#include <fmt/format.h>

#include "tactus/common/log.h"
#include "tactus/common/require.h"
#include "tactus/integrators/diagram/diagram_stepping.h"
#include "tactus/integrators/diagram/find_plant.h"
#include "tactus/integrators/step_functions/step_or_halve.h"
#include "tactus/integrators/step_size/attempt_span.h"
#include "tactus/integrators/step_size/step_size_controller.h"

namespace tactus::integrators {

using systems::Context;
using systems::Diagram;

struct FixedStep::Work {
  Work(const Diagram& which, ExternalScheme scheme, StepFunction* function,
       Statistics* statistics)
      : diagram(&which),
        stepping(which, statistics, scheme),
        origin(stepping.plant(), function) {}

  const Diagram* diagram;
  DiagramStepping stepping;
  StepOrigin origin;
  HybridState next;
  DiagramStepping::Work work;
  VectorXd x1;
  bool has_told_of_turns = false, has_told_of_function = false;

  /// The step of the origin's function by `h_whole`, or by a half, a quarter,
  /// ... of it, if it lets that; `next` is where it leads.
  HalvedStep TakeStep(double h_whole, systems::Value* memory, Context* context);

  /// Writes into `context`, at t1, what the step of `h` from t0 did.
  void Record(double h, double t0, double t1, Context* context);

  /// Once, what the function tells of its step.
  void TellOfFunction();

  /// Once, of feedback that turns velocities too far in a step of `h` [s].
  void TellOfTurns(double h);
};

HalvedStep FixedStep::Work::TakeStep(double h_whole, systems::Value* memory,
                                     Context* context) {
  StepFunction& function = *origin.function;
  TakeFreeMotion(function, h_whole, &origin.builder, &origin.problem);
  return StepOrHalve(function, h_whole, [&](double length) {
    if (length < h_whole) {
      stepping.ResetInputs(&origin);
      TakeFreeMotion(function, length, &origin.builder, &origin.problem);
    }
    return stepping.Step({.h = length, .memory = memory}, &origin, context,
                         &next);
  });
}

void FixedStep::Work::Record(double h, double t0, double t1, Context* context) {
  stepping.Join(next, &x1);
  context->SetTimeAndContinuousState(t1, x1);
  stepping.Record(origin, h, t0, t1, context);
  TellOfTurns(h);
  TellOfFunction();
  stepping.CalcWork(origin, h, &work);
  stepping.RecordEnergy(origin, work.sum(), context);
}

void FixedStep::Work::TellOfTurns(double h) {
  constexpr double kFar = 1, kFollowed = 0.3;  // [rad]: 7 %, 0.7 % too slow
  const SkewFeedback& skew = origin.external.skew;
  if (has_told_of_turns || !(skew.turn() > kFar)) return;
  has_told_of_turns = true;
  LogWarning(fmt::format(
      "feedback turns velocities of '{}' by {:.2g} rad in a step of {:.3g} s, "
      "which are late by more than 7 %; steps of {:.2g} s would follow it",
      NameFirstBody(stepping.model(), skew.clique()), skew.turn(), h,
      kFollowed / skew.turn() * h));
}

void FixedStep::Work::TellOfFunction() {
  const std::string& warning = origin.result.report.warning;
  if (has_told_of_function || warning.empty()) return;
  has_told_of_function = true;
  LogWarning(warning);
}

FixedStep::FixedStep(std::unique_ptr<StepFunction> function, double step,
                     ExternalScheme scheme)
    : function_(std::move(function)), step_(step), scheme_(scheme) {
  Require(function_ != nullptr, "FixedStep needs a step function");
  Require(step > 0 && std::isfinite(step), "the step must be positive");
}

FixedStep::~FixedStep() = default;

void FixedStep::Initialize(const Diagram& diagram, Context* context) {
  RequireTaken(FindPlant(diagram).model(), *function_);
  work_ =
      std::make_unique<Work>(diagram, scheme_, function_.get(), &statistics_);
  function_->set_profile(&statistics_.profile);
  systems::Value& memory = context->integrator_memory();
  if (memory.type() != typeid(Memory) ||
      memory.get<Memory>().method != function_->name()) {
    work_->stepping.ProjectStart(context);
    memory = systems::Value(Memory{.method = std::string(function_->name()),
                                   .own = function_->MakeMemory()});
  }
  CheckMemory(*function_, memory.get<Memory>().own);
}

void FixedStep::Step(const Diagram& diagram, double t_limit, Context* context) {
  Work& w = *work_;
  Require(&diagram == w.diagram,
          "FixedStep was initialised for another diagram");
  Memory& memory = context->integrator_memory().get<Memory>();
  before_step_ = statistics_;
  const double t0 = context->time();
  const PlannedStep planned = PlanStep(step_, t0, t_limit);
  // Steps of equal length to the last bit, whatever the rounding of t, and the
  // event's remainder.
  const bool is_whole = std::abs(planned.h - step_) <= 1e-9 * step_;
  const double h_whole = is_whole ? step_ : planned.h;
  const AttemptSpan span(t0, h_whole, &statistics_);

  const auto require_none = [&](const std::optional<StepFailure>& failure) {
    if (!failure) return;
    context->SetTimeAndContinuousState(t0, w.origin.x_all);
    throw StepError(t0, *failure);
  };
  w.stepping.Split(context->continuous_state(), &w.origin.x);
  require_none(w.stepping.Prepare(*context, h_whole, &w.origin));
  const auto [h, num_halvings, failure] =
      w.TakeStep(h_whole, &memory.own, context);
  statistics_.rejected_steps += num_halvings;
  require_none(failure);

  const bool is_shorter = num_halvings > 0;
  const double t1 = planned.ends_at_limit && !is_shorter ? t_limit : t0 + h;
  w.Record(h, t0, t1, context);
  statistics_.AddStep(h, is_shorter          ? StepLimit::kSolver
                         : planned.shortened ? StepLimit::kEvent
                                             : StepLimit::kMaximumStep);
  statistics_.AddContacts(w.origin.problem);
}

void FixedStep::CalcSlopes(const Diagram&, Context*,
                           systems::DenseOutput* step) const {
  work_->stepping.CalcSlopes(work_->origin, step);
}

void FixedStep::ProjectInside(const Diagram&, const systems::DenseOutput& step,
                              VectorXd* x) const {
  work_->stepping.ProjectInside(step, x);
}

}  // namespace tactus::integrators
