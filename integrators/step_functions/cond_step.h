#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tactus/contact/cond/solver.h"
#include "tactus/integrators/step_functions/step_function.h"
#include "tactus/multibody/plant/elastic_turns.h"

namespace tactus::integrators {

/// Rigid contact with Coulomb friction by a velocity fixed-point iteration,
/// COND ([Lee22]; contact/cond/solver.h). Positions advance by q1 = q0 + h
/// N(q0) v^, v^ = v0 + theta (v1 - v0). A solve that does not reach its
/// residual fails, unless the number of iterations is fixed; a shorter step may
/// do better, since elastic bodies are softer in it.
///
/// Elements of elastic bodies turn with the velocity of the step (multibody/
/// plant/elastic_turns.h): it is solved again until they turn by no more than
/// 1e-3 otherwise, mostly once, twice where a body is set spinning or rings,
/// and fails after eight times.
class CondStep : public StepFunction {
 public:
  /// @throws std::invalid_argument for options out of range.
  explicit CondStep(const contact::CondOptions& options = {});

  /// That of the method: "cond", "pgs" or "apgd".
  std::string_view name() const override;
  /// Where there are elastic bodies, the thickest of their skins. A node of
  /// milligrams that is pressed on a surface touches it with round-off for a
  /// gap and no speed, and gravity may not press it on: looking ahead alone
  /// loses it, and its body throws it millimetres far within a step.
  std::optional<double> contact_margin(const multibody::Model& model,
                                       const VectorXd& q, const VectorXd& v,
                                       double h) override;
  bool looks_ahead() const override { return true; }
  bool allows_shorter_steps() const override { return true; }
  bool is_of_first_order() const override { return options_.theta == 1; }
  bool takes_elastic_bodies() const override { return true; }
  bool takes_dampers() const override { return true; }
  /// The nearest point of a cone with an elliptic section is not known here.
  bool takes_anisotropic_friction() const override {
    return options_.projection == contact::ConeProjection::kStrict;
  }
  bool takes_restitution() const override { return true; }
  /// theta.
  SpringShares spring_shares(const contact::VelocityProblem& problem,
                             double h) const override;
  int num_threads() const override { return options_.num_threads; }
  void set_profile(Profile* profile) override { profile_ = profile; }
  /// The impulses that contacts start from, and their dampers.
  systems::Value MakeMemory() const override;
  /// The report's iterations are those of the fixed point, or on impulses.
  void Step(const StepProblem& problem, systems::Value* memory,
            StepResult* result) override;

  const contact::CondOptions& options() const { return options_; }

 private:
  contact::CondReport Solve(const StepProblem& problem,
                            const contact::CondStart* start);
  contact::CondReport SolveAtEnd(const StepProblem& problem,
                                 const contact::CondStart* start);
  contact::CondReport SolveInMiddle(const StepProblem& problem,
                                    const contact::CondStart* start);
  void FailToTurn(const std::string& how_far);

  contact::CondOptions options_;
  contact::CondSolver solver_;
  multibody::ElasticTurns turns_;
  std::string turn_failure_;  ///< Of the last step; empty: none.
  VectorXd v_hat_, scratch_;
  contact::CondStart start_;
  Profile* profile_{};
};

/// Projected Gauss-Seidel on the same problem, and accelerated projected
/// gradient descent (contact/cond/impulse_iteration.h): what COND is measured
/// against. Both start from the last step's impulses.
class PgsStep final : public CondStep {
 public:
  explicit PgsStep(contact::CondOptions options = {});
};
class ApgdStep final : public CondStep {
 public:
  explicit ApgdStep(contact::CondOptions options = {});
};

}  // namespace tactus::integrators
