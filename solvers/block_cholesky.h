#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tactus/common/types.h"

namespace tactus::solvers {

/// H = L L' for a symmetric positive definite matrix of dense blocks: one block
/// row per kinematic tree, one off-diagonal block per pair of trees in contact.
///
/// The blocks are the supernodes. Analyze() chooses an elimination order by
/// minimum degree, approximate where there are many rows [Amestoy96], and
/// allocates, per block column j, one dense panel
///
///     [ L_jj ]    n_j rows
///     [ L_ij ]    the rows of every i that fill-in makes a neighbour of j
///
/// after which Factorize() works in place and never allocates:
///
///     for each j in order:  L_jj = chol(H_jj),  L_ij = H_ij L_jj^-T,
///                           H_ik -= L_ij L_kj'   for i, k below j.
///
/// The right-looking supernodal method of [Davis06], chapter 4.
class BlockCholesky {
 public:
  /// Where a block lives in the storage.
  struct Block {
    int offset{}, stride{};
    bool transposed{};  ///< The storage holds the block's transpose.
  };

  /// @param sizes  rows of each block row.
  /// @param edges  pairs (i, j), i != j, with a block; repeated pairs are fine.
  /// @throws std::invalid_argument for panels of 2^31 entries and more.
  void Analyze(std::span<const int> sizes,
               std::span<const std::pair<int, int>> edges);

  int size() const { return size_; }
  int num_block_rows() const { return static_cast<int>(columns_.size()); }

  /// The panels: H before, and L after Factorize(). How many they are is a
  /// measure of the fill-in.
  std::span<const double> values() const { return values_; }
  /// @pre of the pattern that was analysed, like what values() returned.
  void SetValues(std::span<const double> values);

  void SetZero();
  /// The place of block (i, j); of a diagonal block when i == j.
  /// @pre the pair was among the edges.
  Block FindBlock(int i, int j) const;
  /// H_ij += B; for diagonal blocks only B's lower triangle counts.
  template <class Derived>
  void Add(const Block& block, const Eigen::MatrixBase<Derived>& B) {
    // Of a size that the compiler knows, if it knows B's.
    constexpr int rows = Derived::RowsAtCompileTime;
    constexpr int cols = Derived::ColsAtCompileTime;
    double* const values = values_.data() + block.offset;
    const Eigen::OuterStride<> stride(block.stride);
    if (block.transposed) {
      PanelMap<cols, rows>(values, B.cols(), B.rows(), stride) += B.transpose();
    } else {
      PanelMap<rows, cols>(values, B.rows(), B.cols(), stride) += B;
    }
  }
  /// H_ii(k, k) += value.
  void AddDiagonal(int i, int k, double value);

  /// Overwrites H by L. False: not positive definite.
  [[nodiscard]] bool Factorize();
  /// x = H^-1 b in the caller's order; `x` may not alias `b`.
  void Solve(const VectorXd& b, VectorXd* x);

 private:
  template <int kRows, int kCols>
  using PanelMap = Eigen::Map<Eigen::Matrix<double, kRows, kCols>,
                              Eigen::Unaligned, Eigen::OuterStride<>>;

  struct Column {  // in elimination order
    int row{};     // the caller's block row
    int n{};       // its size
    int start{};   // of its unknowns in the eliminated vector
    int offset{};  // of its panel in values_
    int rows{};    // of the panel, n included
    int first_below{}, num_below{};
    int first_update{};
  };
  struct Below {
    int column{};     // in elimination order
    int panel_row{};  // first row in the panel
  };
  struct Update {  // H_ik -= L_ij L_kj'
    int offset{}, stride{};
  };

  std::span<std::uint64_t> Neighbours(int row);
  void EliminateByDegree(std::span<const int> sizes);
  void Eliminate(int row, std::span<const int> sizes);
  void LayOutPanels(std::span<const int> sizes);
  void ListUpdates();
  template <int kSize>
  bool FactorizeColumns();
  template <int kSize>
  void SolveColumns();

  int size_{};
  int uniform_size_{};  // 6 when every block row has six rows, else 0
  std::vector<int> start_of_row_;   // caller's block row -> first unknown
  std::vector<int> column_of_row_;  // caller's block row -> column
  std::vector<Column> columns_;
  std::vector<Below> below_;
  std::vector<Update> updates_;
  // Aligned, or Eigen would round by the address that malloc happened to give.
  std::vector<double, Eigen::aligned_allocator<double>> values_;
  VectorXd work_;

  // Scratch of Analyze(): adjacency as one bit row per block row.
  int words_{};  // of a row
  std::vector<std::uint64_t> adjacency_;
  std::vector<int> degree_;
};

}  // namespace tactus::solvers
