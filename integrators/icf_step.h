#pragma once

#include "tactus/contact/icf_solver.h"
#include "tactus/integrators/step_function.h"

namespace tactus::integrators {

struct IcfStepOptions {
  double tolerance = 1e-8;  ///< Newton's.
  int hessian_reuse = 10;   ///< N of eq. (35), [Kurtz25]; 0: none.
  solvers::FactorMethod factor_method = solvers::FactorMethod::kAuto;
  int num_threads = 1;  ///< For islands and collision queries.
  bool operator==(const IcfStepOptions&) const = default;
};

/// Irrotational contact fields, one convex solve per step; eqs. (11), (12) and
/// (21) of [Kurtz25]. Fails where Newton's method does.
class IcfStep final : public StepFunction {
 public:
  /// @throws std::invalid_argument for options out of range.
  explicit IcfStep(const IcfStepOptions& options = {});

  std::string_view name() const override { return "icf"; }
  int num_threads() const override { return options_.num_threads; }
  systems::Value MakeMemory() const override;
  void set_profile(solvers::Profile* profile) override;
  void Step(const StepProblem& problem, systems::Value* memory,
            StepResult* result) override;

 private:
  IcfStepOptions options_;
  contact::IcfSolver solver_;
};

}  // namespace tactus::integrators
