#pragma once

#include <array>
#include <span>
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
  /// Takes all elements of `problem`, with h_theta for h, and writes 1 / step,
  /// D, into `beta`, for the elastic ones of `trees`. Keeps the pattern of
  /// blocks while the elements stay the same.
  void Build(const VelocityProblem& problem, const SmoothPrediction& prediction,
             double h_theta, std::span<const NodalTree> trees,
             std::vector<double>* beta);

  /// product <- the operator on y, both in coordinates of w, of one tree.
  void Apply(const NodalTree& tree, int index, const VectorXd& y,
             VectorXd* product) const;

 private:
  /// A block of three rows and columns.
  Eigen::Map<Matrix3d> BlockAt(int i) {
    return Eigen::Map<Matrix3d>(blocks_.data() + 9 * i);
  }

  void MakePattern(const VelocityProblem& problem);
  std::vector<int> NumberRows(const VelocityProblem& problem);
  void MakeColumns(std::span<const int> row_of_dof);
  void MakePairs(std::span<const int> row_of_dof);
  void AddElements(const VelocityProblem& problem, double h_theta);
  void TurnIntoContactFrames(std::span<const NodalTree> trees);
  void SetSteps(const SmoothPrediction& prediction,
                const VelocityProblem& problem,
                std::span<const NodalTree> trees,
                std::vector<double>* beta) const;

  // The pattern, and the elements that it was made for.
  std::vector<std::array<int, 4>> dofs_;
  std::vector<int> row_of_tree_;  ///< -1: it is not elastic.
  std::vector<int> tree_of_row_;
  std::vector<int> start_;                          ///< Of rows' blocks.
  std::vector<int> columns_;                        ///< By block.
  std::vector<std::array<int, 16>> block_of_pair_;  ///< By element.

  /// Nine numbers each, by columns; one more at the end, so that columns can be
  /// read as four.
  std::vector<double> blocks_;
  std::vector<int> coordinates_;  ///< By block: where its column starts in w.
  std::vector<double> bounds_;    ///< By row: what elements add to D.
};

}  // namespace tactus::contact
