#include "tactus/integrators/fixed_step.h"

#include <cmath>
#include <typeinfo>

#include "tactus/common/require.h"
#include "tactus/integrators/attempt_span.h"
#include "tactus/integrators/diagram_stepping.h"
#include "tactus/integrators/find_plant.h"
#include "tactus/integrators/step_controller.h"

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
  VectorXd x1;
};

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
  double h = is_whole ? step_ : planned.h;
  const double h_planned = h;
  const AttemptSpan span(t0, h, &statistics_);

  const auto fail = [&](const std::string& why) {
    context->SetTimeAndContinuousState(t0, w.origin.x_all);
    throw systems::IntegrationError(t0, why);
  };
  std::string what;
  w.stepping.Split(context->continuous_state(), &w.origin.x);
  if (!w.stepping.Prepare(*context, h, &w.origin, &what)) fail(what);
  TakeFreeMotion(*function_, h, &w.origin.builder, &w.origin.problem);
  for (int halvings = 0;; ++halvings, h /= 2) {
    if (w.stepping.Step({.h = h, .memory = &memory.own}, &w.origin, context,
                        &w.next, &what))
      break;
    const bool may_halve =
        function_->allows_shorter_steps() && w.origin.result.report.failure;
    if (!may_halve || halvings == kMostHalvings) fail(what);
    ++statistics_.rejected_steps;
  }

  const bool is_shorter = h < h_planned;
  const double t1 = planned.ends_at_limit && !is_shorter ? t_limit : t0 + h;
  w.stepping.Join(w.next, &w.x1);
  context->SetTimeAndContinuousState(t1, w.x1);
  w.stepping.Record(w.origin, h, t0, t1, context);
  statistics_.AddStep(h, is_shorter          ? StepLimit::kSolver
                         : planned.shortened ? StepLimit::kEvent
                                             : StepLimit::kMaximumStep);
  statistics_.AddContacts(w.origin.problem);
}

void FixedStep::CalcSlopes(const Diagram&, Context*,
                           systems::DenseOutput* step) const {
  work_->stepping.CalcSlopes(step);
}

void FixedStep::ProjectInside(const Diagram&, const systems::DenseOutput& step,
                              VectorXd* x) const {
  work_->stepping.ProjectInside(step, x);
}

}  // namespace tactus::integrators
