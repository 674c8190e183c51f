#pragma once

#include "tactus/contact/icf/solver.h"
#include "tactus/integrators/step_function.h"
#include "tactus/multibody/rigid_rows.h"

namespace tactus::integrators {

struct IcfStepOptions {
  double tolerance = 1e-8;  ///< Newton's.
  int hessian_reuse = 10;   ///< N of eq. (35), [Kurtz25]; 0: none.
  solvers::FactorMethod factor_method = solvers::FactorMethod::kAuto;
  int num_threads = 1;  ///< For islands and collision queries.
  /// Asked in every iteration of Newton's method; Step() throws
  /// solvers::Stopped where it asks to stop.
  const solvers::StopRequest* stop = nullptr;
  bool operator==(const IcfStepOptions&) const = default;
};

/// Irrotational contact fields, one convex solve per step; eqs. (11), (12) and
/// (21) of [Kurtz25]. More where rigid constraints would be off at the end of
/// the step (multibody/rigid_rows.h). Fails where Newton's method does.
class IcfStep final : public StepFunction {
 public:
  /// @throws std::invalid_argument for options out of range.
  explicit IcfStep(const IcfStepOptions& options = {});

  std::string_view name() const override { return "icf"; }
  bool looks_ahead() const override { return true; }
  bool takes_patches() const override { return true; }
  int num_threads() const override { return options_.num_threads; }
  systems::Value MakeMemory() const override;
  void set_profile(Profile* profile) override;
  void Step(const StepProblem& problem, systems::Value* memory,
            StepResult* result) override;

 private:
  bool Solve(const contact::VelocityProblem& velocity,
             const StepProblem& problem, systems::Value* memory,
             StepResult* result);

  IcfStepOptions options_;
  contact::IcfSolver solver_;
  multibody::RigidRows rigid_rows_;
  VectorXd scratch_;
  contact::VelocityProblem aimed_;  ///< With other errors than the caller's.
};

}  // namespace tactus::integrators
