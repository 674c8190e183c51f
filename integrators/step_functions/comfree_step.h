#pragma once

#include "tactus/contact/comfree/solver.h"
#include "tactus/integrators/step_functions/step_function.h"

namespace tactus::integrators {

/// Complementarity-free contact, one closed-form pass per step ([Borse26];
/// contact/comfree/solver.h). Positions advance by q1 = q0 + h N(q0) v1.
class ComFreeStep final : public StepFunction {
 public:
  /// @throws std::invalid_argument for options out of range.
  /// @throws std::runtime_error for a backend that is not there.
  explicit ComFreeStep(const contact::ComFreeOptions& options = {});

  std::string_view name() const override { return "comfree"; }
  bool takes_cables() const override { return false; }
  bool looks_ahead() const override { return true; }
  std::optional<double> contact_margin(const multibody::Model&, const VectorXd&,
                                       const VectorXd&, double) override {
    return options_.margin;
  }
  void set_profile(Profile* profile) override { profile_ = profile; }
  void Step(const StepProblem& problem, systems::Value* memory,
            StepResult* result) override;

  const contact::ComFreeOptions& options() const { return options_; }

 private:
  contact::ComFreeOptions options_;
  contact::ComFreeSolver solver_;
  VectorXd scratch_;
  Profile* profile_{};
};

}  // namespace tactus::integrators
