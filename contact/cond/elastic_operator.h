#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "tactus/contact/cond/nodal_tree.h"
#include "tactus/contact/smooth_prediction.h"
#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// The rows of (15) that belong to nodes of elastic bodies and to the virtual
/// nodes tied to them, in the coordinates z of the nodes' contact frames, z = R
/// v, and w of the virtual ones:
///
///     [R A R' + G' beta G, -G' beta; -beta G, beta] [z; w],   G = J R'
///     A = M + h D + sum over elements of h (h + damping) K
///
/// A is kept as blocks of three by three, row by row, which is what a step
/// needs of it: products, and a diagonal that is above it,
///
///     D_z = m + h d + sum of h (h + damping) bound + sum of 2 beta |J|^2
///     D_w = 2 beta,                           D - (the matrix) >= 0,
///
/// for each element is below its own bounds, and a tie (z, w) -> beta |J z -
/// w|^2 is below twice the sum of its squares. A step 1 / D needs no estimate
/// of the
/// largest eigenvalue, where that by Frobenius' norm of [Lee22] does and diverges
/// without.
class ElasticOperator {
 public:
  /// Gives each node of the elements of `problem` a row, near those of its
  /// neighbours (node_order.h). Keeps rows and the pattern of blocks while the
  /// elements stay the same.
  void NumberRows(const VelocityProblem& problem);
  int num_rows() const { return static_cast<int>(tree_of_row_.size()); }
  /// Of a tree that is a node, once rows are numbered.
  int RowOf(int tree) const { return row_of_tree_[tree]; }
  int TreeOf(int row) const { return tree_of_row_[row]; }
  /// How a row's node is held in its body, likewise,
  ///
  ///     m + sum over elements of h (h + damping) bound
  double CalcHold(const VelocityProblem& problem, double h_theta,
                  int row) const;

  /// Takes all elements of `problem`, of which rows are numbered, with h_theta
  /// for h, and writes 1 / step, D, into `beta`, for the elastic ones of
  /// `trees`. Threads share the rows.
  void Build(const VelocityProblem& problem, const SmoothPrediction& prediction,
             double h_theta, std::span<const NodalTree> trees, int num_threads,
             std::vector<double>* beta);

  /// What iterations ask of a node over and over.
  struct Node {
    int first{}, size{};  ///< Its coordinates, and of what is tied to it, in w.
    double mass{};        ///< [kg]
  };
  const Node& NodeOf(int tree) const { return nodes_[RowOf(tree)]; }
  /// How many nodes its row has, and the range of w that they stand in.
  int CountColumns(int tree) const {
    return start_[RowOf(tree) + 1] - start_[RowOf(tree)];
  }
  std::pair<int, int> FindReach(int tree) const;

  /// product <- the operator on y, both in coordinates of w, of some of
  /// `trees`.
  void Apply(std::span<const NodalTree> trees, std::span<const int> nodes,
             const VectorXd& y, VectorXd* product) const;

 private:
  /// A block of three rows and columns.
  Eigen::Map<Matrix3d> BlockAt(int i) {
    return Eigen::Map<Matrix3d>(blocks_.data() + 9 * i);
  }

  void FindTrees(const VelocityProblem& problem);
  void OrderRows();
  void MakeColumns();
  void MakePairs();
  void BuildRow(const VelocityProblem& problem,
                const SmoothPrediction& prediction, double h_theta,
                std::span<const NodalTree> trees, int row);
  void AddElements(const VelocityProblem& problem, double h_theta, int row);
  void SetNodes(const VelocityProblem& problem,
                std::span<const NodalTree> trees);
  void ApplyTies(const NodalTree& tree, const VectorXd& y,
                 VectorXd* product) const;
  void TurnIntoContactFrames(std::span<const NodalTree> trees, int row);
  void SetSteps(const SmoothPrediction& prediction,
                const VelocityProblem& problem,
                std::span<const NodalTree> trees,
                std::vector<double>* beta) const;

  // The pattern, and the elements that it was made for.
  std::vector<std::array<int, 4>> dofs_;
  std::vector<std::array<int, 4>> rows_;  ///< By element.
  std::vector<int> row_of_tree_;          ///< -1: it is not elastic.
  std::vector<int> tree_of_row_;
  std::vector<int> start_;    ///< Of rows' blocks.
  std::vector<int> columns_;  ///< By block.
  /// Which 3 x 3 of an element's stiffness a block has a share of.
  struct Pair {
    int element{}, k{}, l{};
  };
  std::span<const Pair> PairsOf(int block) const {
    return std::span(pairs_).subspan(
        first_pair_[block], first_pair_[block + 1] - first_pair_[block]);
  }
  std::vector<Pair> pairs_;      ///< By block and element.
  std::vector<int> first_pair_;  ///< Of blocks.

  /// Nine numbers each, by columns; one more at the end, so that columns can be
  /// read as four.
  std::vector<double> blocks_;
  std::vector<int> coordinates_;  ///< By block: where its column starts in w.
  std::vector<Node> nodes_;       ///< By row.
  std::vector<double> bounds_;    ///< By row: what elements add to D.
};

}  // namespace tactus::contact
