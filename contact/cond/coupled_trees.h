#pragma once

#include <array>
#include <span>
#include <vector>

#include "tactus/contact/cond/nodal_tree.h"
#include "tactus/contact/smooth_prediction.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/solvers/hessian_factor.h"

namespace tactus::contact {

/// The springs and dampers of a constraint between bodies, without slack:
///
///     x = G v,   impulse on x = impulse0 - c x,
///     impulse0 = -h_th k (g0 - g*),   c = h_th (d + h_th k).
struct SpringTie {
  /// Columns of G, of one tree.
  struct Side {
    int tree = -1;
    std::vector<double> G;  ///< num_rows x nv, by columns.
  };
  int first_row{}, num_rows{};  ///< Into the problem's constraint rows.
  std::array<Side, 2> sides;    ///< The second one may have no tree.
  Vector6d impulse0 = Vector6d::Zero(), c = Vector6d::Zero();

  Eigen::Map<const MatrixXd> G(int side) const {
    const auto size = static_cast<Eigen::Index>(sides[side].G.size());
    return {sides[side].G.data(), num_rows, size / num_rows};
  }
  int num_sides() const { return sides[1].tree < 0 ? 1 : 2; }
};

/// The trees of an island that ties couple, such as the links of a cable. Their
/// part of (15) of [Lee22] is no longer one block per tree,
///
///     A_c = A + sum over ties of G' c G,   b_c = b + sum of G' impulse0,
///
/// and a step that moves each tree alone, against neighbours that stand still,
/// takes hundreds of iterations along a cable. Contacts act on virtual nodes
/// alone, so trees may take any step: here the inverse of A_c + J' beta J, by a
/// Cholesky factorization of blocks, which is banded for a cable.
class CoupledTrees {
 public:
  /// Factorizes that of `trees`, increasing, with their ties and nodes. False:
  /// it is not positive definite.
  [[nodiscard]] bool Factorize(const VelocityProblem& problem,
                               const SmoothPrediction& prediction,
                               std::span<const NodalTree> all_trees,
                               std::span<const int> trees,
                               std::span<const SpringTie> all_ties,
                               std::span<const int> ties);

  /// Factorizes A_c alone of trees and nodes of elastic bodies, in which
  /// `elements` are springs like ties.
  [[nodiscard]] bool FactorizeAlone(
      const VelocityProblem& problem, const SmoothPrediction& prediction,
      std::span<const NodalTree> all_trees, std::span<const int> trees,
      std::span<const SpringTie> all_ties, std::span<const int> ties,
      std::span<const int> elements, double h_theta);

  /// x <- A_c^-1 x, of all velocities those of the island's trees.
  void Solve(VectorXd* x) { Solve(&alone_, x); }
  /// x <- (A_c + J' beta J)^-1 x.
  void SolveWithNodes(VectorXd* x) { Solve(&with_nodes_, x); }

 private:
  /// A tree's velocities among all, and in the island.
  struct Part {
    int tree{}, v_start{}, nv{}, start{};
  };
  void FindParts(std::span<const NodalTree> all_trees,
                 std::span<const int> trees);
  void FindTieEdges(std::span<const SpringTie> all_ties,
                    std::span<const int> ties);
  void FindElementEdges(const VelocityProblem& problem,
                        std::span<const int> elements);
  void Analyze(solvers::FactorMethod method, solvers::HessianFactor* H);
  void AddTrees(const VelocityProblem& problem,
                const SmoothPrediction& prediction, solvers::HessianFactor* H);
  void AddElement(const ElasticElement& element, double h_theta,
                  solvers::HessianFactor* H) const;
  int PositionOfDof(int dof) const;
  int PositionOf(int tree) const;
  void AddTie(const SpringTie& tie, solvers::HessianFactor* H) const;
  void Solve(solvers::HessianFactor* H, VectorXd* x);

  std::vector<Part> parts_;
  std::vector<int> sizes_;
  std::vector<std::pair<int, int>> edges_;
  solvers::HessianFactor alone_, with_nodes_;
  MatrixXd A_;  ///< Of one tree.
  VectorXd b_, x_;
};

}  // namespace tactus::contact
