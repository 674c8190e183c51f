#include "tactus/integrators/cenic/cenic.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <typeinfo>

#include "tactus/common/require.h"
#include "tactus/integrators/attempt_span.h"
#include "tactus/integrators/cenic/doubled_step.h"
#include "tactus/integrators/cenic/trapezoid_step.h"
#include "tactus/integrators/check_memory.h"
#include "tactus/integrators/first_step.h"

namespace tactus::integrators {

using systems::Context;
using systems::Diagram;

namespace {

std::unique_ptr<ConvexStep> MakeConvexStep(Scheme scheme,
                                           IcfStepping* stepping) {
  switch (scheme) {
    case Scheme::kStepDoubling:
      return std::make_unique<DoubledStep>(stepping, false);
    case Scheme::kTrapezoid:
      return std::make_unique<TrapezoidStep>(stepping);
    case Scheme::kExtrapolated:
      return std::make_unique<DoubledStep>(stepping, true);
  }
  throw std::invalid_argument("there is no such scheme");
}

}  // namespace

// Scratch of one Step(); nothing in it outlives the step it was filled in.
struct Cenic::Work {
  Work(const Diagram& which, const CenicOptions& options,
       Statistics* statistics)
      : diagram(&which),
        stepping(which, statistics, options.external),
        norm(which, options.error_norm, options.length_scale),
        at_start(stepping.plant()),
        attempt(MakeConvexStep(options.scheme, &stepping)) {
    stepping.set_factor_method(options.factor_method);
    stepping.set_free_motion_at_midpoint(options.scheme ==
                                         Scheme::kStepDoubling);
    stepping.set_num_threads(options.num_threads);
  }

  const Diagram* diagram;
  IcfStepping stepping;
  DiagramErrorNorm norm;
  IcfStepping::Origin at_start;
  std::unique_ptr<ConvexStep> attempt;
  VectorXd x0, x1, x_fine, x_hat;
};

Cenic::Cenic(CenicOptions options) : options_(options) {
  Require(options.accuracy > 0, "the accuracy must be positive");
  Require(
      options.h_max > 0 && options.h_min > 0 && options.h_min < options.h_max,
      "steps must satisfy 0 < h_min < h_max");
  Require(options.length_scale > 0, "the length scale must be positive");
  Require(!options.first_step ||
              (*options.first_step > 0 && *options.first_step <= 1),
          "the first step must be a fraction of h_max, in (0, 1]");
  Require(options.kappa > 0, "kappa must be positive");
  Require(options.hessian_reuse >= 0, "hessian_reuse must not be negative");
  Require(options.num_threads >= 1, "num_threads must be at least 1");
  controller_.remembers_rejections = options.scheme != Scheme::kStepDoubling;
  newton_.reuse_target = options.hessian_reuse;
  newton_.line_search_start = options.line_search_start;
  // (34), but for the floor, the paper's 1e-8: what every solve leaves adds up,
  // and where steps are many and of second order it would be all of the error.
  newton_.tolerance = options.adaptive_tolerance
                          ? std::max(options.kappa * options.accuracy, 1e-12)
                          : 1e-8;
}

Cenic::~Cenic() = default;

void Cenic::Initialize(const Diagram& diagram, Context* context) {
  work_ = std::make_unique<Work>(diagram, options_, &statistics_);
  if (options_.scheme == Scheme::kTrapezoid) RequireSuits(context);
  if (context->integrator_memory().type() != typeid(Memory)) {
    work_->stepping.ProjectStart(context);
    context->integrator_memory() =
        systems::Value(Memory{.h_ideal = 0, .solves = {}});
  }
  const auto& memory = context->integrator_memory().get<Memory>();
  CheckMemory(memory.h_ideal, memory.limited_by);
}

// What is not finite at the start is the first step's to tell of.
void Cenic::RequireSuits(Context* context) {
  Work& w = *work_;
  std::string what;
  w.stepping.Split(context->continuous_state(), &w.at_start.x);
  if (w.stepping.Prepare(*context, 0, &w.at_start, &what))
    w.attempt->RequireSuits(w.at_start.problem);
}

void Cenic::Step(const Diagram& diagram, double t_limit, Context* context) {
  Work& w = *work_;
  Require(&diagram == w.diagram, "Cenic was initialised for another diagram");
  Memory& memory = context->integrator_memory().get<Memory>();

  before_step_ = statistics_;
  if (memory.h_ideal == 0) {
    memory.h_ideal =
        CalcFirstStep(options_, controller_.order, diagram, w.norm, context);
  }
  const double t0 = context->time();
  w.x0 = context->continuous_state();
  w.stepping.Split(w.x0, &w.at_start.x);
  std::string what;
  const double h_longest =
      PlanStep(std::min(memory.h_ideal, options_.h_max), t0, t_limit).h;
  if (!w.stepping.Prepare(*context, h_longest, &w.at_start, &what))
    Fail(t0, what, context);
  w.attempt->Begin(w.at_start);

  std::optional<RejectedAttempt> rejected;
  while (true) {
    const PlannedStep planned =
        PlanStep(std::min(memory.h_ideal, options_.h_max), t0, t_limit);
    const double h = planned.h;
    const AttemptSpan span(t0, h, &statistics_);
    const bool solved = w.attempt->Attempt(newton_, h, &w.at_start,
                                           &memory.solves, context, &what);
    const double error =
        solved ? CalcError(&what) : std::numeric_limits<double>::quiet_NaN();
    const StepDecision decision =
        Decide(controller_, h, error, options_.accuracy, rejected);
    if (decision.accepted) {
      statistics_.AddStep(
          h, planned.shortened ? StepLimit::kEvent : memory.limited_by);
      Accept(t0, planned.ends_at_limit ? t_limit : t0 + h, context);
      if (!planned.shortened || decision.h_next > memory.h_ideal) {
        memory.h_ideal = std::min(decision.h_next, options_.h_max);
        memory.limited_by = memory.h_ideal == options_.h_max
                                ? StepLimit::kMaximumStep
                                : StepLimit::kAccuracy;
      }
      return;
    }
    ++statistics_.rejected_steps;
    rejected = {.h = h, .error = error};
    memory.h_ideal = decision.h_next;
    memory.limited_by = solved ? StepLimit::kAccuracy : StepLimit::kSolver;
    if (memory.h_ideal < options_.h_min) Fail(t0, what, context);
  }
}

void Cenic::CalcSlopes(const Diagram&, Context*,
                       systems::DenseOutput* step) const {
  work_->stepping.CalcSlopes(step);
}

void Cenic::ProjectInside(const Diagram&, const systems::DenseOutput& step,
                          VectorXd* x) const {
  work_->stepping.ProjectInside(step, x);
}

void Cenic::Accept(double t0, double t1, Context* context) {
  Work& w = *work_;
  w.stepping.Join(w.attempt->solution(), &w.x1);
  context->SetTimeAndContinuousState(t1, w.x1);
  w.attempt->Record(t0, t1, context);
  statistics_.AddContacts(w.at_start.problem);
}

// | x_fine - x_hat |; names the joint or state with the largest error.
double Cenic::CalcError(std::string* worst) {
  Work& w = *work_;
  w.stepping.Join(w.attempt->refined(), &w.x_fine);
  w.stepping.Join(w.attempt->comparison(), &w.x_hat);
  const DiagramError error = w.norm.Calc(w.x_hat, w.x_fine);
  if (error.error > options_.accuracy)
    *worst = "the error of " + w.norm.Describe(error) + " is too large";
  const double shared =
      w.attempt->CalcSharedError(w.at_start) / options_.length_scale;
  if (shared > options_.accuracy && !(error.error > shared))
    *worst = "an impact is not resolved";
  return std::isnan(error.error) ? error.error : std::max(error.error, shared);
}

void Cenic::Fail(double t0, const std::string& why, Context* context) const {
  context->SetTimeAndContinuousState(t0, work_->x0);
  std::ostringstream text;
  text << why << " (accuracy " << options_.accuracy << ")";
  throw systems::IntegrationError(t0, text.str());
}

}  // namespace tactus::integrators
