#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "tactus/examples/optimization/policy_search.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/step_functions/differentiable_step.h"
#include "tactus/multibody/model.h"

namespace tactus::examples {

/// By the state at the end of a step, positions along velocities, and the
/// controls.
struct RewardSlopes {
  VectorXd by_q, by_v, by_u;
};

/// A model that is to be moved by a static linear policy,
///
///     u = Theta o,    o = (entries of (q - q0, v), each over its unit, 1),
///
/// with generalized forces B u, for `horizon` steps or until it is not alive.
/// Its return is the sum of rewards. q - q0 is CalcPositionDifference(),
/// rotation vectors for quaternions.
struct PolicyTask {
  std::shared_ptr<const multibody::Model> model;
  double step = 0.05;  ///< [s]
  int horizon = 100;
  integrators::DojoOptions method = {};
  VectorXd q0, v0;
  MatrixXd input;             ///< B, nv x controls [N or N m per unit].
  std::vector<int> observed;  ///< Of the 2 nv entries of (q - q0, v).
  VectorXd units = {};        ///< Of those observed; empty: ones.
  /// Of a step, by where it ends and its controls. Slopes where they are asked
  /// for, which come as zeros.
  std::function<double(const VectorXd& q, const VectorXd& v, const VectorXd& u,
                       RewardSlopes* slopes)>
      reward;
  /// Of where a step ends; a step that ends elsewhere has no reward and is the
  /// last. Empty: everywhere.
  std::function<bool(const VectorXd& q)> is_alive = {};

  int num_controls() const { return static_cast<int>(input.cols()); }
  int num_observations() const { return static_cast<int>(observed.size()) + 1; }
};

/// A task as a function of Theta, its columns one after the other: many
/// policies side by side in a BatchSimulator, or one with its gradient through
/// the derivatives of Dojo's steps.
class LinearPolicyProblem final : public PolicyProblem {
 public:
  /// @param num_threads  0: OpenMP's own choice.
  explicit LinearPolicyProblem(PolicyTask task, int num_threads = 1);

  int num_parameters() const override {
    return task_.num_controls() * task_.num_observations();
  }
  VectorXd CalcReturns(const MatrixXd& policies, long* num_steps) override;
  /// Ends where a step is not found: without shorter ones.
  double CalcGradient(const VectorXd& policy, VectorXd* gradient,
                      long* num_steps) override;

 private:
  /// A step that was made, and its derivatives.
  struct Stage {
    VectorXd o, u;
    MatrixXd o_by_q;  ///< Of q - q0 by q.
    integrators::StepDerivatives step;
    RewardSlopes reward;
  };

  VectorXd Observe(const VectorXd& q, const VectorXd& v) const;
  MatrixXd CalcDifferenceRates(const VectorXd& q) const;
  VectorXd GoBack(const MatrixXd& Theta,
                  const std::vector<Stage>& stages) const;
  bool IsAlive(const VectorXd& q) const {
    return !task_.is_alive || task_.is_alive(q);
  }

  PolicyTask task_;
  int num_threads_;
};

}  // namespace tactus::examples
