#include "tactus/integrators/cenic/cenic.h"

#include <algorithm>
#include <sstream>
#include <typeinfo>

#include "tactus/common/require.h"
#include "tactus/integrators/attempt_span.h"
#include "tactus/integrators/cenic/doubled_step.h"
#include "tactus/integrators/cenic/trapezoid_step.h"
#include "tactus/integrators/find_plant.h"
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

ErrorControlOptions ErrorControlOf(const CenicOptions& options) {
  return {.accuracy = options.accuracy,
          .h_max = options.h_max,
          .h_min = options.h_min,
          .first_step = options.first_step,
          .error_norm = options.error_norm,
          .length_scale = options.length_scale};
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
    stepping.set_num_threads(options.num_threads);
  }

  const Diagram* diagram;
  IcfStepping stepping;
  DiagramErrorNorm norm;
  IcfStepping::Origin at_start;
  std::unique_ptr<ConvexStep> attempt;
  VectorXd x0, x1, x_fine, x_hat;
};

Cenic::Cenic(CenicOptions options)
    : options_(options),
      controller_(
          ErrorControlOf(options),
          {.remembers_rejections = options.scheme != Scheme::kStepDoubling}) {
  Require(options.kappa > 0, "kappa must be positive");
  Require(options.hessian_reuse >= 0, "hessian_reuse must not be negative");
  Require(options.num_threads >= 1, "num_threads must be at least 1");
  newton_.reuse_target = options.hessian_reuse;
  newton_.line_search_start = options.line_search_start;
  newton_.stop = options.stop;
  // (34), but for the floor, the paper's 1e-8: what every solve leaves adds up,
  // and where steps are many and of second order it would be all of the error.
  newton_.tolerance = options.adaptive_tolerance
                          ? std::max(options.kappa * options.accuracy, 1e-12)
                          : 1e-8;
}

Cenic::~Cenic() = default;

void Cenic::Initialize(const Diagram& diagram, Context* context) {
  RequireNoElasticBodies(FindPlant(diagram).model(), "cenic");
  RequireIsotropicFriction(FindPlant(diagram).model(), "cenic");
  work_ = std::make_unique<Work>(diagram, options_, &statistics_);
  if (options_.scheme == Scheme::kTrapezoid) RequireSupported(context);
  if (context->integrator_memory().type() != typeid(Memory)) {
    work_->stepping.ProjectStart(context);
    context->integrator_memory() =
        systems::Value(Memory{.size = {}, .solves = {}});
  }
  context->integrator_memory().get<Memory>().size.Check();
}

// A start that is not finite is left to the first step, which names it.
void Cenic::RequireSupported(Context* context) {
  Work& w = *work_;
  std::string what;
  w.stepping.Split(context->continuous_state(), &w.at_start.x);
  if (w.stepping.Prepare(*context, 0, &w.at_start, &what))
    w.attempt->RequireSupported(w.at_start.problem);
}

void Cenic::Step(const Diagram& diagram, double t_limit, Context* context) {
  Work& w = *work_;
  Require(&diagram == w.diagram, "Cenic was initialised for another diagram");
  Memory& memory = context->integrator_memory().get<Memory>();

  before_step_ = statistics_;
  if (memory.size.h_ideal == 0) {
    memory.size.h_ideal = CalcFirstStep(options_, controller_.rule().order,
                                        diagram, w.norm, context);
  }
  const double t0 = context->time();
  w.x0 = context->continuous_state();
  w.stepping.Split(w.x0, &w.at_start.x);
  controller_.BeginStep(t0, t_limit, StepLimit::kEvent, &memory.size);
  const double h_longest = controller_.Plan().h;
  std::string what;
  if (!w.stepping.Prepare(*context, h_longest, &w.at_start, &what))
    Fail(t0, what, context);
  w.attempt->Begin(w.at_start);
  while (true) {
    const PlannedStep planned = controller_.Plan();
    const AttemptSpan span(t0, planned.h, &statistics_);
    const Attempt attempt = MakeAttempt(planned.h, &memory, context);
    if (controller_.Accepts(planned, attempt, &statistics_))
      return Accept(t0, controller_.end_of(planned), context);
    if (controller_.is_below_minimum()) Fail(t0, attempt.what, context);
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

// The error is | x_fine - x_hat |, or what all solves share; a rejection names
// the joint or state with the largest one.
Attempt Cenic::MakeAttempt(double h, Memory* memory, Context* context) {
  Work& w = *work_;
  Attempt attempt;
  if (!w.attempt->Attempt(newton_, h, &w.at_start, &memory->solves, context,
                          &attempt.what)) {
    attempt.outcome = Attempt::Outcome::kNotFinite;
    return attempt;
  }
  w.stepping.Join(w.attempt->refined(), &w.x_fine);
  w.stepping.Join(w.attempt->comparison(), &w.x_hat);
  const DiagramError error = w.norm.Calc(w.x_hat, w.x_fine);
  attempt.error = error.error;
  if (error.error > options_.accuracy)
    attempt.what = "the error of " + w.norm.Describe(error) + " is too large";
  const double shared =
      w.attempt->CalcSharedError(w.at_start) / options_.length_scale;
  if (shared > options_.accuracy && !(error.error > shared))
    attempt.what = "an impact is not resolved";
  if (shared > attempt.error) attempt.error = shared;
  return attempt;
}

void Cenic::Fail(double t0, const std::string& why, Context* context) const {
  context->SetTimeAndContinuousState(t0, work_->x0);
  std::ostringstream text;
  text << why << " (accuracy " << options_.accuracy << ")";
  throw systems::IntegrationError(t0, text.str());
}

}  // namespace tactus::integrators
