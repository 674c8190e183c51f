#pragma once

#include <utility>
#include <vector>

#include "tactus/contact/cond/fixed_point.h"
#include "tactus/contact/cond/impulse_iteration.h"
#include "tactus/contact/cond/nodal_problem.h"
#include "tactus/contact/cond/options.h"
#include "tactus/contact/smooth_prediction.h"
#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// How the velocity fixed-point iteration of a problem went.
struct CondReport {
  int failed_clique = -1;  ///< Whose A is not positive definite; -1: none.
  int iterations{};        ///< Of the island that took the most.
  int total_iterations{};
  double residual{};  ///< Of momentum, relative; the worst island's.
  int worst_clique = -1;
  bool converged = true;
};

/// What the solution of a step leaves to that of the next one, by the same
/// points and rows; what is empty leaves nothing.
struct CondStart {
  std::vector<Vector3d> impulses_C;  ///< By point, in its frame [N s].
  std::vector<double> row_impulses;  ///< By constraint row.
  Tightening tightening;
};

/// The last of two solves for one step, with the iterations of both.
inline CondReport AddIterations(const CondReport& before, CondReport report) {
  report.iterations += before.iterations;
  report.total_iterations += before.total_iterations;
  return report;
}

/// Contact by nodalization and diagonalization, COND [Lee22]: rigid contact
/// with Coulomb friction, island by island, by a fixed-point iteration on
/// velocities (contact/cond/fixed_point.h),
///
///     A v^ = b + J' l,   v^ = v0 + th (v1 - v0)
///     A = M + th h D + (th h)^2 K
///     0 <= l_n _|_ u_n >= 0,   |l_t| <= mu l_n,   against u_t where it slides
///
/// In the middle of the step, th = 1/2, touch without overlap would be an
/// elastic impact: steps in which surfaces meet are taken to their end, th = 1.
///
/// with u the velocity of contacts on virtual nodes (contact/cond/
/// nodal_problem.h). What acts along joints, tendons and constraints is a
/// contact of one dimension on virtual nodes of its own, but for springs
/// without slack between bodies, which are part of A (coupled_trees.h).
/// Torsional and rolling friction hold moments up to a multiple of the normal
/// impulse.
///
/// The same problem is solved by the methods that COND is measured against,
/// too: options.method.
class CondSolver {
 public:
  /// @throws std::invalid_argument for options out of range.
  explicit CondSolver(const CondOptions& options);

  /// th of a step of length `h`: that of the options, but where surfaces meet.
  double ChooseTheta(const VelocityProblem& problem, double h) const;

  /// v^ of a step of length `h`. Without A positive definite `v` means nothing.
  /// Iterations start from the impulses of `start`; null: from none. Those on
  /// velocities start from `v`, too, with `starts_at_v`.
  CondReport Solve(const VelocityProblem& problem, double h, VectorXd* v,
                   const CondStart* start = nullptr, bool starts_at_v = false);

  /// What loads may leave of overlap at contacts from then on, by point [m];
  /// empty: whatever they do. Under a normal impulse l contacts come to rest at
  ///
  ///     s = h l sum of 1 / beta / push_out ,
  ///
  /// beta of virtual nodes, by the bodies' masses: a string of grams would let
  /// a load of kilograms through. Where a solution has more, dampers are
  /// tightened and the step is solved again; not by Gauss-Seidel, which then
  /// ends no more, nor with a virtual damping that is given. The next step
  /// starts with these dampers, and loosens those that are not needed.
  void set_largest_overlaps(std::vector<double> overlaps) {
    largest_overlaps_ = std::move(overlaps);
  }
  /// How fast loads may have contacts that stick creep, by the step's length
  /// [m/s^2]. Under a tangential impulse l_t they go on at |l_t| sum of 1 /
  /// beta, and a rope that its friction holds on a drum would run off it. A
  /// step of that does not matter: dampers are tightened for the next step, as
  /// long as it lasts, and none is solved again.
  void set_largest_creep(double acceleration) { largest_creep_ = acceleration; }
  /// By how much they may part rigid constraints, likewise [m or rad], but for
  /// those that hold nodes of elastic bodies.
  void set_largest_error(double error) { largest_error_ = error; }

  /// What the last Solve() leaves.
  const CondStart& next_start() const { return next_; }
  /// th of the last Solve().
  double theta() const { return step_options_.theta; }
  /// The contact forces of the last Solve() on body B, by point, world axes
  /// [N].
  const std::vector<Vector3d>& forces_W() const { return forces_W_; }
  /// What nodes' velocities tell of the same, without their impulses, by the
  /// invertible model (37), l = Project(-u / r): that of COND alone, with a
  /// regularization.
  std::vector<Vector3d> CalcInverseForces(const VelocityProblem& problem,
                                          double h) const;
  /// Its torques there [N m]; empty: no contact has torsional or rolling
  /// friction.
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

 private:
  void Reset(const VelocityProblem& problem, double h_theta);
  CondReport SolveIslands(VectorXd* v);
  void KeepImpulses(const VelocityProblem& problem);
  bool Loosen();
  bool MayTighten() const;
  bool Tighten(const VelocityProblem& problem, double h);
  void TightenNext(const VelocityProblem& problem, double h, const VectorXd& v);
  double CalcOverlapExcess(const PointContact& contact, double h) const;
  double CalcCreepExcess(const PointContact& contact, double h,
                         const VectorXd& v) const;
  double CalcErrorExcess(const VelocityProblem& problem, const RowContact& row,
                         double h) const;
  void CalcForces(const VelocityProblem& problem, double h_theta,
                  const VectorXd& v);
  void SetTieForces(const SpringTie& tie, double h_theta, const VectorXd& v);
  void CalcContactForces(const VelocityProblem& problem, double h_theta);

  CondOptions options_;
  CondOptions step_options_;  ///< With th of the step.
  bool starts_at_v_{};        ///< As Solve() was told.
  double largest_error_ = kInfinity, largest_creep_ = kInfinity;
  std::vector<double> largest_overlaps_;  ///< By point.
  CondStart start_, next_;                ///< Of the next iterations.
  /// What was solved before dampers were tightened.
  Tightening looser_tightening_;
  VectorXd looser_v_;
  SmoothPrediction prediction_;
  NodalProblemBuilder builder_;
  NodalProblem nodal_;
  VelocityFixedPoint iteration_;
  ImpulseIteration impulses_;
  std::vector<VelocityFixedPoint::Report> reports_;  ///< By island.
  std::vector<Vector3d> forces_W_, torques_W_;
  std::vector<double> actuator_forces_, row_forces_, joint_row_forces_;
};

}  // namespace tactus::contact
