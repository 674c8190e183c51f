#pragma once

#include <vector>

#include "tactus/common/disjoint_sets.h"
#include "tactus/contact/comfree/tree_rows.h"
#include "tactus/contact/smooth_prediction.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/solvers/hessian_factor.h"

namespace tactus::contact {

/// What acts along joints and tendons and between bodies by a stiffness, a
/// damping or a greatest force of its own, which ComFree's gains (joint_rows.h)
/// know nothing of: springs and dampers, actuators on tendons, dry friction.
/// They push with
///
///     lambda(s) = clamp(b - c s, lower, upper),     s = G v,
///
///     spring, damper  c = d + h k, b = -k (g0 - rest)
///     actuator        those of its law, and its limits
///     dry friction    b = 0, c = 1e6 / (h w), limits +-f: it stops what it can
///                     stop up to a millionth;  w = G M^-1 G'
///
/// at the end of the step, whatever acts beside them: of a velocity v* that
/// they would change, v is where
///
///     F(v) = 1/2 (v - v*)' A (v - v*) + h sum of the potentials of -lambda
///
/// is least,
///
///   symbol   meaning                                            unit
///   A        of SmoothPrediction, one block per tree            kg, kg m^2
///   s        rate of the row                                    m/s, rad/s
///   lambda   its force                                          N, N m
///   k, d     stiffness and damping of the row                   N/m, N s/m
///   g0       its position at the start, rest where it is slack  m, rad
///   f        dry friction                                       N, N m
///
/// F is made of quadratic pieces, and strictly convex: Newton's method with an
/// exact line search ends at its minimum when a step leaves all rows on their
/// pieces; no more than 200 steps are made, which has_minimum() tells of. It
/// begins as if no row were at a limit, and in later calls of a step
/// on the pieces where the last one ended. Trees that rows couple, directly or
/// by way of others, are solved together, others by themselves. No paper has
/// this: [Borse26] puts all rows under its own law, or into A.
class ComFreeImplicitRows {
 public:
  /// Finds the rows.
  void Reset(const VelocityProblem& problem, const SmoothPrediction& prediction,
             double h);

  bool empty() const { return rows_.empty(); }

  /// v <- the minimum of F for v* = v. The second one in a step, of a velocity
  /// near the first one's, mostly needs no factorization.
  void Solve(VectorXd* v);

  /// Whether each Solve() since Reset() came to its minimum, or where forces
  /// are those of the rates up to a millionth of the largest impulse.
  bool has_minimum() const { return has_minimum_; }
  /// How many of Newton's steps a Solve() may make.
  void set_most_steps(int n) { most_steps_ = n; }

  /// The forces of the last Solve(), into their places [N or N m].
  void GetConstraintForces(std::vector<double>* forces) const;
  void GetJointForces(std::vector<double>* forces) const;
  void GetTendonEfforts(std::vector<double>* efforts) const;

 private:
  struct Row {
    double b{}, c{}, lower{}, upper{};
    double s{}, ds{};  ///< G v, and along the step.
    int piece{};       ///< PieceAt(s); 0 at first, wherever it is.
    double CalcForce(double rate) const;
    double CalcForceOnPiece() const;
    /// -1 and 1 at the lower and upper limit, 0 between them.
    int PieceAt(double rate) const;
  };
  /// The row here of a joint's or a constraint's row, or of an actuator.
  struct Source {
    int index{}, row{};
  };
  /// A tree's velocities among all, and in its group.
  struct Part {
    int clique{}, v_start{}, nv{}, start{};
    MatrixXd A, diagonal;  ///< Of the Hessian.
  };
  /// Trees that rows couple.
  struct Group {
    std::vector<Part> parts;
    int num_parts{};  ///< In use.
    std::vector<int> rows;
    std::vector<int> sizes;
    std::vector<std::pair<int, int>> edges;
    solvers::HessianFactor H;
    bool is_factorized = false;  ///< With the pieces that rows are on.
    VectorXd v_star, moved, A_moved, step, A_step, gradient;
  };

  void AddJointRows();
  void AddConstraint(const BodyConstraint& constraint);
  void AddTendonActuators();
  void AddLaw(const RowLaw& law);
  void AddSmooth(double b, double c);
  void FindGroups();
  void AddPart(int clique, Group* group);
  void Analyze(Group* group);
  int PositionOf(int clique) const { return position_of_clique_[clique]; }
  bool FactorizeHessian(Group* group);
  void AddProduct(double weight, const TreeRows::Side& a,
                  const TreeRows::Side& b, const Group& group,
                  Eigen::Ref<MatrixXd> block) const;
  bool Minimize(Group* group, VectorXd* v);
  bool IsBalanced(Group* group) const;
  void CalcGradient(Group* group) const;
  void ApplyA(const Group& group, const VectorXd& x, VectorXd* product) const;
  void CalcStep(Group* group, VectorXd* v_step);
  bool KeepsPieces(const Group& group) const;
  double CalcRise(const Group& group, double t, double* steepness) const;
  double FindLineMinimum(const Group& group) const;
  bool Advance(double t, Group* group, VectorXd* v);

  const VelocityProblem* problem_{};
  const SmoothPrediction* prediction_{};
  double h_{};
  int most_steps_ = 200;
  bool has_minimum_ = true;
  TreeRows tree_rows_;
  std::vector<Row> rows_;
  std::vector<Source> joint_sources_, constraint_sources_, actuator_sources_;
  DisjointSets sets_;
  std::vector<int> group_of_root_, position_of_clique_;
  std::vector<Group> groups_;
  int num_groups_{};
  VectorXd v_step_;
  MatrixXd block_;  ///< As large as any.
};

}  // namespace tactus::contact
