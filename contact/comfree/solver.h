#pragma once

#include <memory>
#include <vector>

#include "tactus/contact/comfree/approach_limit.h"
#include "tactus/contact/comfree/contact_rows.h"
#include "tactus/contact/comfree/gains.h"
#include "tactus/contact/comfree/implicit_rows.h"
#include "tactus/contact/comfree/joint_rows.h"
#include "tactus/contact/comfree/options.h"
#include "tactus/contact/smooth_prediction.h"
#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// Complementarity-free contact, the closed-form step of [Borse26],
/// Algorithm 1:
///
///     v_s      = A^-1 (M v0 - h (k0 + ...))              predict, eq. (2)
///     s_j      = Jt_j v_s                                facets, eq. (7)
///     lambda_j = max(0, -(m/h) [(k h + d) s_j + k phi])  eq. (8)
///     v1       = v_s + h A^-1 sum_j Jt_j' lambda_j       correct, eq. (9)
///
///   symbol  code          meaning                                     unit
///   A       prediction    M + h D + h^2 K, the same both times
///   Jt_j    -             J_n +- mu J_j of MuJoCo's friction pyramid
///   m       gains         constraint-space mass, eqs. (11)-(13)       kg
///   k, d    options       the user's impedance                        1/s, -
///   lambda  contacts      step-averaged force of a facet              N
///
/// Jt is never formed: each body's velocity goes in and its wrench comes out,
/// so that the cost is one pass over the contacts (solvers/comfree).
///
/// Refinement (beyond the paper). With W = diag(m (k h + d)), lambda above is
/// the first iterate, from zero, of the projected Jacobi iteration
///
///     lambda <- max(0, lambda - W/h (Jt v(lambda) + k phi / (k h + d)))
///
/// whose fixed point is rigid contact with Jt v >= -k phi / (k h + d): more
/// sweeps creep less and penetrate less. `refinement_iterations` of them follow
/// the first, with Nesterov's momentum ([Mazhar15]; solvers/comfree/law.h): sweep
/// i evaluates v at y = lambda_i + i / (i + 3) (lambda_i - lambda_{i-1}),
/// braked. Since sweeps diverge where W Jt A^-1 Jt' has an eigenvalue beyond
/// 4/3, refinement always splits masses (gains.h).
///
/// Where thin bodies approach faster than this law stops them, v_s is kept
/// within a limit first (approach_limit.h); slower contact is the paper's.
///
/// Limits and what holds rigidly take part by rows of their own (joint_rows.h).
/// Springs, dampers, actuators on tendons and dry friction do not share the
/// paper's law: v is where they leave v_s, and v_s + h A^-1 sum_j Jt_j'
/// lambda_j (implicit_rows.h). What they take from a velocity is less than A's
/// mobility lets it change by, so sweeps converge as they do without.
///
/// There is nothing to converge, and no failure but that of a mass matrix.
/// Results depend on the arguments alone; members are options and work space.
class ComFreeSolver {
 public:
  /// @throws std::invalid_argument for options out of range.
  /// @throws std::runtime_error for a backend that is not there.
  explicit ComFreeSolver(const ComFreeOptions& options);

  /// The velocity at t0 + h. Returns -1, or a clique whose A is not positive
  /// definite, and then `v` means nothing.
  /// @throws solvers::Stopped where the options' `stop` asks for it.
  int Solve(const VelocityProblem& problem, double h, VectorXd* v);

  /// What the contacts of the last Solve() do to body B, by point, world axes
  /// [N, N m].
  const std::vector<Vector3d>& forces_W() const { return forces_W_; }
  const std::vector<Vector3d>& torques_W() const { return torques_W_; }
  /// Its forces of actuators on their velocities, by actuator [N or N m].
  const std::vector<double>& actuator_forces() const {
    return actuator_forces_;
  }
  /// Its forces along constraint rows, in the problem's order [N or N m].
  const std::vector<double>& row_forces() const { return row_forces_; }
  /// Its forces along joint rows, likewise [N or N m].
  const std::vector<double>& joint_row_forces() const {
    return joint_row_forces_;
  }
  /// Whether it found where springs, dampers, actuators on tendons and dry
  /// friction balance what moves.
  bool has_balance() const { return implicit_.has_minimum(); }
  /// What the springs in its contacts, limits and rigid rows held at t0 [J].
  double CalcStoredEnergy() const {
    return gains_.CalcStoredEnergy() + joints_.CalcStoredEnergy();
  }

 private:
  void RunSweeps(const VelocityProblem& problem, double h, VectorXd* v);
  void CalcGains(const VelocityProblem& problem, double h);
  void Sweep(const VelocityProblem& problem, double h, bool is_first,
             double momentum, VectorXd* v);

  ComFreeOptions options_;
  SmoothPrediction prediction_;
  ComFreeGains gains_;
  ComFreeJointRows joints_;
  ComFreeImplicitRows implicit_;
  ComFreeApproachLimit approach_limit_;
  std::unique_ptr<ComFreeContactRows> contacts_;
  std::vector<double> load_of_clique_;
  std::vector<Vector6d> V_, F_;  ///< By the problem's bodies.
  VectorXd v_start_;             ///< v_s within the approach limit.
  VectorXd p_;
  std::vector<Vector3d> forces_W_, torques_W_;
  std::vector<double> actuator_forces_, row_forces_, joint_row_forces_;
};

}  // namespace tactus::contact
