#pragma once

#include <span>
#include <vector>

#include "tactus/contact/cond/coupled_trees.h"
#include "tactus/contact/cond/nodal_problem.h"

namespace tactus::apps::cond {

/// What COND is measured against in Table VII of [Lee22]: contact constraint
/// splitting, which [Daviet20] has for hair and cloth, by the alternating
/// direction method of multipliers. The problem is COND's and that of methods
/// on impulses (contact/cond/delassus.h), split into what moves and what
/// touches,
///
///     minimize v'A v / 2 - b'v + contact(x)   with x = J v
///
///     v   of all trees and nodes                                   [m/s]
///     x   copies of J v, one for each side of each contact         [m/s]
///     l   impulses, the multipliers of x = J v                     [N s]
///     B   a penalty times what a side's tree or node weighs there  [kg]
///     C   what virtual nodes yield, the sum of their 1 / beta      [1/kg]
///
/// and in turn
///
///     v  = (A + J' B J)^-1 (b + J' (B x + l))
///     u  = sum over sides of (J v - l / B) + phi
///     l+ = Project(-u / (sum over sides of 1 / B + C))   contact by contact
///     x  = J v + (l+ - l) / B
///
/// A + J' B J is factorized once, and each iteration solves with it. Contacts'
/// laws hold at x in every iterate.
class ContactSplitting {
 public:
  struct Options {
    contact::CondOptions problem =
        {};  ///< What of it shapes the problem counts.
    double penalty = 1;
    /// Relative, where iterations end; see Report.
    double residual = 1e-6;
    int max_iterations = 20000;
    /// As many iterations as max_iterations, whatever the residual.
    bool is_fixed = false;
  };
  struct Report {
    int iterations{};  ///< Of the island that took the most.
    /// Of two things the larger one, beside |b|: momentum that is missing,
    /// |J' B (x - x before)|, and what copies are apart by, |J' B (x - J v)|,
    /// in the norm of A^-1 of each tree and node alone.
    double residual{};
    bool converged = true;
  };

  explicit ContactSplitting(const Options& options) : options_(options) {}

  /// v^ of a step of length `h`; of elastic nodes that contacts act on it is x.
  /// @throws std::invalid_argument where A is not positive definite.
  Report Solve(const contact::VelocityProblem& problem, double h, VectorXd* v);

  /// The problem of the last Solve(), with its impulses.
  const contact::NodalProblem& nodal() const { return nodal_; }
  /// The solution x, by coordinate of that problem.
  const VectorXd& x() const { return x_; }

 private:
  void Reset(const contact::VelocityProblem& problem, double h);
  Report SolveIsland(const contact::NodalIsland& island, VectorXd* v);
  void FindTrees(const contact::NodalIsland& island);
  void WeighSides(const contact::NodeRange& nodes, int num_rows);
  MatrixXd CalcOwnMatrix(int tree) const;
  void Factorize(const contact::NodalIsland& island);
  std::vector<int> ElementsOf(const contact::NodalIsland& island) const;
  void Start();
  void Move();
  void Resolve(const contact::NodalIsland& island);
  void ResolvePoint(contact::PointContact* point);
  void ResolveRow(contact::RowContact* row);
  double Yield(const contact::NodeRange& nodes, int offset) const;
  void SetImpulse(const contact::NodeRange& nodes, int offset, double impulse);
  double CalcMomentum(const VectorXd& load);

  Options options_;
  double h_theta_{};
  const contact::VelocityProblem* problem_{};
  contact::SmoothPrediction prediction_;
  contact::NodalProblemBuilder builder_;
  contact::NodalProblem nodal_;
  contact::VelocityProblem shifted_;    ///< With M + J' B J for M.
  contact::CoupledTrees matrix_;        ///< A + J' B J, factorized.
  std::vector<int> trees_, touched_;    ///< Of an island, increasing.
  VectorXd held_;                       ///< By velocity: elements' diagonal.
  VectorXd B_, x_, x_before_, l_, Jv_;  ///< By coordinate of nodes.
  VectorXd b_, v_, momentum_;           ///< By velocity.
};

}  // namespace tactus::apps::cond
