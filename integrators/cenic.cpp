#include "tactus/integrators/cenic.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <typeinfo>

#include "tactus/integrators/error_norm.h"
#include "tactus/solvers/require.h"

namespace tactus::integrators {

using systems::Context;
using systems::Diagram;

// Scratch of one Step(); nothing in it outlives the step it was filled in.
struct Cenic::Work {
  Work(const Diagram& which, ExternalScheme scheme, Statistics* statistics)
      : diagram(&which),
        stepping(which, statistics, scheme),
        at_start(stepping.plant()),
        at_half(stepping.plant()) {}

  const Diagram* diagram;
  IcfStepping stepping;
  IcfStepping::Origin at_start, at_half;
  HybridState full, end;
  VectorXd x0, x_half, x1, v_guess;
  VectorXd difference;
};

Cenic::Cenic(CenicOptions options) : options_(options) {
  Require(options.accuracy > 0, "the accuracy must be positive");
  Require(
      options.h_max > 0 && options.h_min > 0 && options.h_min < options.h_max,
      "steps must satisfy 0 < h_min < h_max");
  Require(options.length_scale > 0, "the length scale must be positive");
  Require(options.first_step > 0 && options.first_step <= 1,
          "the first step must be a fraction of h_max, in (0, 1]");
  Require(options.kappa > 0, "kappa must be positive");
  Require(options.hessian_reuse >= 0, "hessian_reuse must not be negative");
  newton_.reuse_target = options.hessian_reuse;
  // (34)
  newton_.tolerance = options.adaptive_tolerance
                          ? std::max(options.kappa * options.accuracy, 1e-8)
                          : 1e-8;
}

Cenic::~Cenic() = default;

void Cenic::Initialize(const Diagram& diagram, Context* context) {
  work_ = std::make_unique<Work>(diagram, options_.external, &statistics_);
  if (context->integrator_memory().type() != typeid(Memory)) {
    work_->stepping.ProjectStart(context);
    context->integrator_memory() =
        systems::Value(Memory{.h_ideal = options_.first_step * options_.h_max,
                              .full = {},
                              .half = {}});
  }
}

void Cenic::Step(const Diagram& diagram, double t_limit, Context* context) {
  Work& w = *work_;
  Require(&diagram == w.diagram, "Cenic was initialised for another diagram");
  Memory& memory = context->integrator_memory().get<Memory>();

  before_step_ = statistics_;
  const double t0 = context->time();
  w.x0 = context->continuous_state();
  w.stepping.Split(w.x0, &w.at_start.x);
  std::string what;
  if (!w.stepping.Prepare(*context, &w.at_start, &what))
    Fail(t0, what, context);

  while (true) {
    const PlannedStep planned =
        PlanStep(std::min(memory.h_ideal, options_.h_max), t0, t_limit);
    const double h = planned.h;
    const bool solved = Attempt(t0, h, &memory, context, &what);
    const double error =
        solved ? CalcError(&what) : std::numeric_limits<double>::quiet_NaN();
    const StepDecision decision =
        Decide(controller_, h, error, options_.accuracy);
    if (decision.accepted) {
      statistics_.AddStep(
          h, planned.shortened ? StepLimit::kEvent : memory.limited_by);
      Accept(planned.ends_at_limit ? t_limit : t0 + h, h, context);
      if (!planned.shortened || decision.h_next > memory.h_ideal) {
        memory.h_ideal = std::min(decision.h_next, options_.h_max);
        memory.limited_by = memory.h_ideal == options_.h_max
                                ? StepLimit::kMaximumStep
                                : StepLimit::kAccuracy;
      }
      return;
    }
    ++statistics_.rejected_steps;
    memory.h_ideal = decision.h_next;
    memory.limited_by = solved ? StepLimit::kAccuracy : StepLimit::kSolver;
    if (memory.h_ideal < options_.h_min) Fail(t0, what, context);
  }
}

void Cenic::CalcSlopes(const Diagram&, Context*,
                       systems::DenseOutput* step) const {
  work_->stepping.CalcSlopes(step);
}

// The full step and both half steps; warm starts as in [Kurtz25], section VI-A.
bool Cenic::Attempt(double t0, double h, Memory* memory, Context* context,
                    std::string* what) {
  Work& w = *work_;
  IcfStepping& icf = w.stepping;
  HybridState& start = w.at_start.x;
  HybridState& half = w.at_half.x;
  if (!icf.Step(newton_, h, start.v, &w.at_start, &memory->full, context,
                &w.full, what)) {
    return false;
  }
  w.v_guess = (start.v + w.full.v) / 2;
  if (!icf.Step(newton_, h / 2, w.v_guess, &w.at_start, &memory->half, context,
                &half, what)) {
    return false;
  }
  icf.Join(half, &w.x_half);
  context->SetTimeAndContinuousState(t0 + h / 2, w.x_half);
  return icf.Prepare(*context, &w.at_half, what) &&
         icf.Step(newton_, h / 2, w.full.v, &w.at_half, &memory->half, context,
                  &w.end, what);
}

void Cenic::Accept(double t1, double h, Context* context) {
  Work& w = *work_;
  w.stepping.Join(w.end, &w.x1);
  context->SetTimeAndContinuousState(t1, w.x1);
  w.stepping.RecordLast(w.at_half, h / 2, w.end.v, w.at_start.t0, t1, context);
  statistics_.AddContacts(w.at_start.problem);
}

// | S (q1 - q_hat) |_inf with z, relative to max(scale, |z|), beside it. Names
// the joint or state with the largest error.
double Cenic::CalcError(std::string* worst) {
  Work& w = *work_;
  const multibody::Model& model = w.stepping.model();
  const PositionError position = CalcPositionError(
      model, w.full.q, w.end.q, options_.length_scale, &w.difference);
  double error = position.error;
  int worst_z = -1;
  for (int i = 0; i < w.end.z.size(); ++i) {
    const double scale =
        std::max(w.stepping.z_scales()[i], std::abs(w.end.z[i]));
    const double error_z = std::abs(w.end.z[i] - w.full.z[i]) / scale;
    if (error_z <= error) continue;
    error = error_z;
    worst_z = i;
  }
  if (error > options_.accuracy) {
    *worst =
        "the error of " +
        (worst_z >= 0 ? w.stepping.DescribeZ(worst_z)
                      : "joint '" + model.joints()[position.joint].name + "'") +
        " is too large";
  }
  return error;
}

void Cenic::Fail(double t0, const std::string& why, Context* context) const {
  context->SetTimeAndContinuousState(t0, work_->x0);
  std::ostringstream text;
  text << why << " (accuracy " << options_.accuracy << ")";
  throw systems::IntegrationError(t0, text.str());
}

}  // namespace tactus::integrators
