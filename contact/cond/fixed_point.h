#pragma once

#include <functional>
#include <span>
#include <vector>

#include <Eigen/Cholesky>

#include "tactus/contact/cond/acceleration.h"
#include "tactus/contact/cond/nodal_problem.h"

namespace tactus::contact {

/// The velocity fixed-point iteration, V-FPI [Lee22], on a nodal problem:
///
///     v  = (A + J' beta J)^-1 (b + J' beta y)      tree by tree
///     w~ = J v                                     (20)
///     l  = Project(-(w~ + phi) / sum of 1 / beta)  contact by contact (23)
///     w  = w~ + l / beta                           (24)
///     y  = accelerate(w)
///
/// It descends a function whose Hessian is beta (1 - J (A + J' beta J)^-1 J'
/// beta) < beta: 1 / beta needs no guard, which the step by Frobenius' norm
/// of the paper does. The contacts' laws hold at w in every iterate; what is
/// missing is the momentum
///
///     r = |J' beta (y - w)| / max(|b|, |A v|),  in the norm of A^-1.
///
/// Nodes of elastic bodies take steps 1 / D instead of a solution of their own
/// (elastic_operator.h), without a factorization,
///
///     w~ = y - (A y - b) / D                       (21), (22)
///
/// with D for beta, and the norm of M^-1.
///
/// Elastic bodies that nothing touches or holds are a linear problem, A v = b:
/// conjugate gradients with 1 / D, in the same residual, take tens of
/// iterations where the above takes thousands for the motion of a stiff body as
/// a whole.
///
/// Trees that springs couple are moved together, with A_c and b_c for A and b
/// (coupled_trees.h).
class VelocityFixedPoint {
 public:
  struct Report {
    int iterations{};
    double residual{};
    bool converged = true;
  };

  explicit VelocityFixedPoint(const CondOptions& options) : options_(options) {}

  /// For islands of `nodal`, which gets the impulses.
  void Reset(const VelocityProblem& problem, const SmoothPrediction& prediction,
             NodalProblem* nodal);

  /// v^ of the island's trees into `v`, of all velocities: A^-1 (b + J' l), so
  /// that impulses and momentum agree to round-off, and r shows in the dampers.
  /// Iterations start from where trees go without contact and from nodes'
  /// velocities at the start, or, with `starts_at_v`, from v. Different islands
  /// may be solved at the same time; one that is solved alone takes
  /// `options.num_threads` for its nodes and contacts, with the same bits.
  Report Solve(const NodalIsland& island, VectorXd* v,
               bool starts_at_v = false);

  /// The nodes' velocities where their contacts' laws hold with the impulses;
  /// NodalProblem::beta says how many.
  const VectorXd& w() const { return w_; }

 private:
  /// False: a matrix is not positive definite.
  bool Factorize(const NodalIsland& island);
  bool Couple(const NodalIsland& island);
  CoupledTrees& CoupledOf(const NodalIsland& island) {
    return coupled_[&island - nodal_->islands.data()];
  }
  Report Iterate(const NodalIsland& island, const VectorXd* v_start);
  double Start(const NodalIsland& island, const VectorXd* v_start);
  double MoveTrees(const NodalIsland& island);
  void ResolveContacts(const NodalIsland& island);
  void ResolvePoint(PointContact* contact);
  void ResolveRow(RowContact* row);
  double CalcMissingMomentum(const NodalIsland& island);
  double CalcChange(const NodalIsland& island);
  void Advance(const NodalIsland& island, Accelerator* accelerator);
  void CalcVelocities(const NodalIsland& island, VectorXd* v);

  // Calls body(first, end) for parts of 0 ... count - 1, of `least` and more,
  // on several threads. What it does to one does not depend on its part.
  void ForParts(int count, int least,
                const std::function<void(int first, int end)>& body) const;

  // The same for nodes of elastic bodies (fixed_point_of_nodes.cpp), which
  // stand one after the other, in w too.
  bool IsLinear(const NodalIsland& island) const;
  Report FlyNodes(const NodalIsland& island, const VectorXd* v_start);
  void ForNodes(
      const NodalIsland& island,
      const std::function<void(std::span<const int> nodes)>& body) const;
  void ApplyToNodes(std::span<const int> nodes, const VectorXd& x);
  double StartNodes(const NodalIsland& island, const VectorXd* v_start);
  void CalcNodeVelocities(const NodalIsland& island, VectorXd* v);
  void MoveNodes(const NodalIsland& island);
  double CalcMissingMomentumOfNodes(const NodalIsland& island);
  double CalcMissingMomentumOf(int tree) const;

  CondOptions options_;
  const VelocityProblem* problem_{};
  const SmoothPrediction* prediction_{};
  NodalProblem* nodal_{};
  std::vector<MatrixXd> matrices_;               ///< A + J' beta J, by tree.
  std::vector<Eigen::LLT<MatrixXd>> factors_;    ///< Of these.
  std::vector<CoupledTrees> coupled_;            ///< By island.
  VectorXd b_, v_free_, v_, momentum_;           ///< By velocity.
  VectorXd w_, w_before_, y_, y_before_, load_;  ///< By coordinate of nodes.
  VectorXd node_momentum_;  ///< b of elastic nodes, by coordinate.
  VectorXd missing_;        ///< Of elastic nodes, by row.
  /// Of blocks, from each island's first coordinate on.
  std::vector<Accelerator::Sums> sums_;
};

}  // namespace tactus::contact
