#pragma once

#include <memory>
#include <vector>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/multibody/model.h"

namespace tactus::examples {

/// Where to go in a number of steps, by generalized forces B u, at least cost
///
///     sum over k < N of  e_k' Q e_k / 2 + u_k' R u_k / 2
///     + e_N' Q_N e_N / 2,
///
/// with e the difference of state k from its target, positions along
/// velocities, then velocities.
struct PlanningProblem {
  std::shared_ptr<const multibody::Model> model;
  double step = 0.05;  ///< [s]
  integrators::DojoOptions method = {};
  VectorXd q0, v0;
  MatrixXd input;  ///< B, nv x controls [N or N m per unit].
  struct Target {
    VectorXd q, v;
  };
  /// Of states 0 ... N; the first state counts as well.
  std::vector<Target> targets;
  VectorXd Q, Q_N;  ///< Diagonals, 2 nv.
  VectorXd R;       ///< Diagonal, by control.
  /// Bounds of controls; empty: none.
  VectorXd lower, upper;
  /// Entries of e_N that must vanish, up to goal_tolerance; empty: none.
  std::vector<int> goal;
  double goal_tolerance = 5e-3;

  int num_steps() const { return static_cast<int>(targets.size()) - 1; }
};

struct PlanningOptions {
  int max_iterations = 100;  ///< Of each pass over the constraints.
  int max_passes = 10;
  /// A pass ends when an iteration lowers the cost by a smaller share.
  double tolerance = 1e-4;
};

struct Plan {
  std::vector<VectorXd> u;     ///< By step.
  std::vector<VectorXd> q, v;  ///< One more than steps.
  double cost{};               ///< Without multipliers.
  double violation{};          ///< Largest of the goal's entries.
  int iterations{};            ///< Of all passes: backward recursions.
  bool reaches_goal{};
};

/// Iterative LQR over Dojo's steps: Riccati recursion on the derivatives of
/// each step, line search, bounds of controls by projection, the goal by an
/// augmented Lagrangian.
/// @param guess  controls by step.
/// @throws std::runtime_error where the guess leads to a step that fails.
Plan MakePlan(const PlanningProblem& problem, std::vector<VectorXd> guess,
              const PlanningOptions& options = {});

}  // namespace tactus::examples
