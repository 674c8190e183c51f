#pragma once

#include "tactus/contact/icf/solver.h"
#include "tactus/integrators/step_functions/rigid_row_work.h"
#include "tactus/integrators/step_functions/step_function.h"
#include "tactus/multibody/rigid_rows.h"

namespace tactus::integrators {

struct IcfStepOptions {
  double tolerance = 1e-8;  ///< Newton's.
  int hessian_reuse = 10;   ///< N of eq. (35), [Kurtz25]; 0: none.
  solvers::LineSearchStart line_search_start = solvers::LineSearchStart::kCubic;
  solvers::FactorMethod factor_method = solvers::FactorMethod::kAuto;
  int num_threads = 1;  ///< For islands and collision queries.
  /// Asked in every iteration of Newton's method; Step() throws
  /// solvers::Stopped where it asks to stop.
  const solvers::StopRequest* stop = nullptr;
  bool operator==(const IcfStepOptions&) const = default;
};

/// Irrotational contact fields, eqs. (11), (12) and (21) of [Kurtz25],
///
///     v1 = argmin l(v; x0, h)          one convex solve, contact/icf/solver.h
///     q1 = q0 + h N(q0) v1, quaternions normalised
///
/// solved again where rigid constraints would be off at q1 (rigid_rows.h), and
/// q1 brought back to them and to the limits (position_projection.h). Fails
/// where Newton's method does. Islands are found once for all steps from a
/// start; factorizations outlive a step, in its memory.
class IcfStep final : public StepFunction {
 public:
  /// @throws std::invalid_argument for options out of range.
  explicit IcfStep(const IcfStepOptions& options = {});

  std::string_view name() const override { return "icf"; }
  bool looks_ahead() const override { return true; }
  bool takes_patches() const override { return true; }
  bool takes_dampers() const override { return true; }
  /// VelocityProblem::spring_shares, and the least of all, if below 1, for what
  /// is slow.
  SpringShares spring_shares(const contact::VelocityProblem& problem,
                             double h) const override;
  int num_threads() const override { return num_threads_; }
  systems::Value MakeMemory() const override;
  void set_profile(Profile* profile) override;
  void Prepare(const StepProblem& problem) override;
  /// @pre Prepare() for a problem that refers to the same objects.
  void Step(const StepProblem& problem, systems::Value* memory,
            StepResult* result) override;

 private:
  bool Solve(const StepProblem& problem, systems::Value* memory,
             StepResult* result);
  void FindIslands(const contact::VelocityProblem& problem);
  bool Aim(const StepProblem& problem, StepResult* result);
  void Project(const StepProblem& problem, StepResult* result);

  int num_threads_;
  solvers::ConvexNewtonOptions newton_;
  contact::IcfSolver solver_;
  multibody::RigidRows rigid_rows_;
  RigidRowWork row_work_;
  VectorXd scratch_, q_solved_, moved_;
  const contact::VelocityProblem* prepared_{};
  bool found_dampers_ = false;  ///< By the last FindIslands().
};

}  // namespace tactus::integrators
