#pragma once

#include "tactus/contact/cond/solver.h"
#include "tactus/integrators/step_function.h"

namespace tactus::integrators {

/// Rigid contact with Coulomb friction by a velocity fixed-point iteration,
/// COND ([Lee22]; contact/cond/solver.h). Positions advance by q1 = q0 + h
/// N(q0) v^, v^ = v0 + theta (v1 - v0). A solve that does not reach its
/// residual fails, unless the number of iterations is fixed.
class CondStep final : public StepFunction {
 public:
  /// @throws std::invalid_argument for options out of range.
  explicit CondStep(const contact::CondOptions& options = {});

  std::string_view name() const override { return "cond"; }
  bool looks_ahead() const override { return true; }
  bool takes_elastic_bodies() const override { return true; }
  int num_threads() const override { return options_.num_threads; }
  void set_profile(Profile* profile) override { profile_ = profile; }
  /// The report's iterations are those of the fixed point.
  void Step(const StepProblem& problem, systems::Value* memory,
            StepResult* result) override;

  const contact::CondOptions& options() const { return options_; }

 private:
  contact::CondOptions options_;
  contact::CondSolver solver_;
  VectorXd v_hat_, scratch_;
  Profile* profile_{};
};

}  // namespace tactus::integrators
