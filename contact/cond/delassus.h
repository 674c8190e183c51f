#pragma once

#include <span>
#include <vector>

#include "tactus/contact/cond/coupled_trees.h"
#include "tactus/contact/cond/nodal_problem.h"

namespace tactus::contact {

/// An island's problem in its impulses alone, with the virtual nodes of (15) of
/// [Lee22] eliminated:
///
///     u = W l + u0,   W = J A^-1 J' + C,   u0 = J v_free + phi,
///     v_free = A^-1 b
///
///     A, b   of trees, ties and elements together (coupled_trees.h)
///     l, u   impulses and velocities, contact by contact [N s], [m/s]
///     J      what contacts make of the velocities v
///     C      what virtual nodes give: the sum of their 1 / beta; none where a
///            contact acts on a node of an elastic body itself; at points r
///            of (37) besides
///
/// W is the Delassus matrix. Formed it is dense and costs a solution with A's
/// factor per row; a product with it costs one.
class Delassus {
 public:
  /// The rows of one contact.
  struct Block {
    int first{}, num_rows{};
    PointContact* point{};  ///< Or
    RowContact* row{};
  };

  /// Takes an island of `nodal`, which gets the impulses and stays as it is
  /// meanwhile. False: A is not positive definite.
  [[nodiscard]] bool Reset(const VelocityProblem& problem,
                           const SmoothPrediction& prediction,
                           const NodalIsland& island,
                           std::span<const int> elements, double h_theta,
                           NodalProblem* nodal);

  std::span<const Block> blocks() const { return blocks_; }
  int size() const { return static_cast<int>(u0_.size()); }
  const VectorXd& u0() const { return u0_; }

  /// W l.
  void Multiply(const VectorXd& l, VectorXd* product);
  void Form(MatrixXd* W);
  /// C and the diagonal of J A^-1 J' by row, averaged over what turns with the
  /// frame, as if no spring tied trees and nodes to each other.
  void EstimateDiagonal(VectorXd* diagonal);

  /// |A v|^2 in the norm of A^-1, of v = v_free + A^-1 J' l; or that of b, if
  /// it is more. `Wl` is W l.
  double CalcMomentumScale(const VectorXd& l, const VectorXd& Wl) const;
  /// The velocities of the island's trees, v_free + A^-1 J' l.
  void CalcVelocities(const VectorXd& l, VectorXd* v);

 private:
  void FindBlocks(const NodalIsland& island);
  void SetFree(const VelocityProblem& problem,
               const SmoothPrediction& prediction, const NodalIsland& island);
  Eigen::Map<const NodalTree::RowMajor> JOf(const VirtualNode& node,
                                            int num_rows) const;
  std::span<const VirtualNode> NodesOf(const Block& block) const;
  double ComplianceOf(const VirtualNode& node, int row) const;
  void SetZero(VectorXd* x) const;
  /// x += J_b' l_b, and u_b = J_b x.
  void AddTransposed(const Block& block, const Eigen::Ref<const VectorXd>& l,
                     VectorXd* x) const;
  void Apply(const Block& block, const VectorXd& x,
             Eigen::Ref<VectorXd> u) const;

  const VelocityProblem* problem_{};
  const SmoothPrediction* prediction_{};
  NodalProblem* nodal_{};
  std::vector<int> trees_;  ///< Elastic nodes too, increasing.
  std::vector<Block> blocks_;
  CoupledTrees A_;
  MatrixXd matrix_;          ///< A of one tree.
  VectorXd compliance_;      ///< C, by row.
  VectorXd u0_, Jv_free_;    ///< By row.
  VectorXd v_free_, b_, x_;  ///< By velocity.
  double momentum_{};        ///< |b|^2 in the norm of A^-1.
};

}  // namespace tactus::contact
