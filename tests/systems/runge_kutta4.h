#pragma once

#include <algorithm>

#include "tactus/systems/integrator.h"

namespace tactus::systems::test {

/// The classic fourth-order method with a fixed step, for testing the
/// Simulator. Its memory is the number of steps taken.
class RungeKutta4 final : public Integrator {
 public:
  explicit RungeKutta4(double h) : h_(h) {}

  std::string_view name() const override { return "runge_kutta4"; }

  void Initialize(const Diagram&, Context* context) override {
    if (!context->integrator_memory().has_value()) {
      context->integrator_memory() = Value(0);
    }
    ++num_initializations;
  }

  void Step(const Diagram& diagram, double t_limit, Context* context) override {
    const double t = context->time();
    const bool reaches_limit = t + h_ >= t_limit;
    const double h = reaches_limit ? t_limit - t : h_;
    x_ = context->continuous_state();
    diagram.CalcTimeDerivatives(*context, &k1_);
    EvalAt(diagram, t + h / 2, h / 2, k1_, context, &k2_);
    EvalAt(diagram, t + h / 2, h / 2, k2_, context, &k3_);
    EvalAt(diagram, t + h, h, k3_, context, &k4_);
    x_ += h / 6 * (k1_ + 2 * k2_ + 2 * k3_ + k4_);
    context->SetTimeAndContinuousState(reaches_limit ? t_limit : t + h, x_);
    ++context->integrator_memory().get<int>();
  }

  int num_initializations{0};

 private:
  void EvalAt(const Diagram& diagram, double t, double h, const VectorXd& k,
              Context* context, VectorXd* k_next) {
    x_stage_ = x_ + h * k;
    context->SetTimeAndContinuousState(t, x_stage_);
    diagram.CalcTimeDerivatives(*context, k_next);
  }

  double h_;
  VectorXd x_, x_stage_, k1_, k2_, k3_, k4_;
};

}  // namespace tactus::systems::test
