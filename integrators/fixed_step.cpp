#include "tactus/integrators/icf_fixed_step.h"

#include <cmath>
#include <typeinfo>

#include "tactus/integrators/step_controller.h"
#include "tactus/solvers/require.h"

namespace tactus::integrators {

using systems::Context;
using systems::Diagram;

struct IcfFixedStep::Work {
  Work(const Diagram& which, Statistics* statistics)
      : diagram(&which),
        stepping(which, statistics),
        origin(stepping.plant()) {}

  const Diagram* diagram;
  IcfStepping stepping;
  IcfStepping::Origin origin;
  HybridState next;
  VectorXd x1;
  multibody::ContactResults contacts;
};

IcfFixedStep::IcfFixedStep(IcfFixedStepOptions options) : options_(options) {
  Require(options.step > 0, "the step must be positive");
  Require(options.tolerance > 0, "the tolerance must be positive");
  Require(options.hessian_reuse >= 0, "hessian_reuse must not be negative");
}

IcfFixedStep::~IcfFixedStep() = default;

void IcfFixedStep::Initialize(const Diagram& diagram, Context* context) {
  work_ = std::make_unique<Work>(diagram, &statistics_);
  if (context->integrator_memory().type() != typeid(Memory)) {
    work_->stepping.ProjectStart(context);
    context->integrator_memory() = systems::Value(Memory{});
  }
}

void IcfFixedStep::Step(const Diagram& diagram, double t_limit,
                        Context* context) {
  Work& w = *work_;
  Require(&diagram == w.diagram,
          "IcfFixedStep was initialised for another diagram");
  Memory& memory = context->integrator_memory().get<Memory>();
  const double t0 = context->time();
  const PlannedStep planned = PlanStep(options_.step, t0, t_limit);
  // Steps of equal length to the last bit, whatever the rounding of t, and the
  // event's remainder.
  const bool is_whole =
      std::abs(planned.h - options_.step) <= 1e-9 * options_.step;
  const double h = is_whole ? options_.step : planned.h;

  std::string what;
  w.stepping.Split(context->continuous_state(), &w.origin.x);
  const solvers::ConvexNewtonOptions newton{
      .tolerance = options_.tolerance, .reuse_target = options_.hessian_reuse};
  if (!w.stepping.Prepare(*context, &w.origin, &what) ||
      !w.stepping.Step(newton, h, w.origin.x.v, &w.origin, &memory.icf, context,
                       &w.next, &what)) {
    throw systems::IntegrationError(t0, what);
  }
  const double t1 = planned.ends_at_limit ? t_limit : t0 + h;
  w.stepping.Join(w.next, &w.x1);
  context->SetTimeAndContinuousState(t1, w.x1);
  w.stepping.MakeContactResults(w.origin, h, t1, &w.contacts);
  w.stepping.plant().SetContactResults(context, w.contacts);
  statistics_.AddStep(
      h, planned.shortened ? StepLimit::kEvent : StepLimit::kMaximumStep);
  statistics_.AddContacts(w.origin.problem);
}

}  // namespace tactus::integrators
