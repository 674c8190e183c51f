#include "tactus/integrators/runge_kutta3.h"

#include <algorithm>
#include <typeinfo>

#include "tactus/solvers/require.h"
#include "tactus/systems/diagram.h"

namespace tactus::integrators {
using systems::Context;
using systems::Diagram;

RungeKutta3::RungeKutta3(RungeKutta3Options options) : options_(options) {
  Require(options.accuracy > 0, "the accuracy must be positive");
  Require(
      options.h_max > 0 && options.h_min > 0 && options.h_min < options.h_max,
      "steps must satisfy 0 < h_min < h_max");
}

void RungeKutta3::Initialize(const Diagram& diagram, Context* context) {
  const int n = diagram.num_continuous_states();
  for (VectorXd* k : {&x1_, &k1_, &k2_, &k3_, &k4_}) k->resize(n);
  if (context->integrator_memory().type() != typeid(Memory)) {
    context->integrator_memory() =
        systems::Value(Memory{.h_ideal = 0.1 * options_.h_max});
  }
}

void RungeKutta3::Step(const Diagram& diagram, double t_limit,
                       Context* context) {
  Memory& memory = context->integrator_memory().get<Memory>();
  before_step_ = statistics_;
  const double t0 = context->time();
  x0_ = context->continuous_state();
  diagram.CalcTimeDerivatives(*context, &k1_);
  ++statistics_.derivative_evaluations;
  while (true) {
    const PlannedStep planned = PlanStep(memory.h_ideal, t0, t_limit);
    const double error = Attempt(diagram, t0, planned.h, context);
    const StepDecision decision =
        Decide(controller_, planned.h, error, options_.accuracy);
    if (decision.accepted) {
      diagram.ProjectContinuousState(&x1_);
      context->SetTimeAndContinuousState(
          planned.ends_at_limit ? t_limit : t0 + planned.h, x1_);
      statistics_.AddStep(planned.h, planned.shortened ? StepLimit::kEvent
                                                       : StepLimit::kAccuracy);
      if (!planned.shortened || decision.h_next > memory.h_ideal)
        memory.h_ideal = std::min(decision.h_next, options_.h_max);
      return;
    }
    ++statistics_.rejected_steps;
    memory.h_ideal = decision.h_next;
    if (memory.h_ideal >= options_.h_min) continue;
    const std::string what = Diagnose(diagram, t0, planned.h, context);
    context->SetTimeAndContinuousState(t0, x0_);
    throw systems::IntegrationError(t0, what);
  }
}

// Looks from the last good state, now and a step later: a stage computed from a
// NaN would put the blame on whoever received it.
std::string RungeKutta3::Diagnose(const Diagram& diagram, double t0, double h,
                                  Context* context) {
  for (double t : {t0, t0 + h}) {
    context->SetTimeAndContinuousState(t, x0_);
    diagram.CalcTimeDerivatives(*context, &k1_);
    if (auto culprit = diagram.FindNonFinite(*context, k1_)) return *culprit;
  }
  return "the error stays above the accuracy at the minimum step";
}

double RungeKutta3::Attempt(const Diagram& diagram, double t0, double h,
                            Context* context) {
  const auto eval = [&](double t, const VectorXd& x, VectorXd* k) {
    context->SetTimeAndContinuousState(t, x);
    diagram.CalcTimeDerivatives(*context, k);
    ++statistics_.derivative_evaluations;
  };
  x1_ = x0_ + h / 2 * k1_;
  eval(t0 + h / 2, x1_, &k2_);
  x1_ = x0_ + 3 * h / 4 * k2_;
  eval(t0 + 3 * h / 4, x1_, &k3_);
  x1_ = x0_ + h / 9 * (2 * k1_ + 3 * k2_ + 4 * k3_);
  eval(t0 + h, x1_, &k4_);
  const auto error = h / 72 * (-5 * k1_ + 6 * k2_ + 8 * k3_ - 9 * k4_);
  // The maximum, but NaN wins over everything.
  const VectorXd scaled = error.cwiseAbs().cwiseQuotient(
      x1_.cwiseAbs().cwiseMax(diagram.error_scales()));
  return scaled.allFinite() ? scaled.maxCoeff()
                            : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace tactus::integrators
