#pragma once

#include <span>
#include <utility>
#include <vector>

#include <Eigen/SparseCore>

#include "tactus/common/types.h"
#include "tactus/solvers/block_cholesky.h"
#include "tactus/solvers/sparse_cholesky.h"

namespace tactus::solvers {

/// How to factorize an island's Hessian.
enum class FactorMethod {
  kAuto,    ///< By size: see HessianFactor.
  kDense,   ///< One dense block.
  kBlock,   ///< BlockCholesky, one supernode per tree.
  kSparse,  ///< CHOLMOD, simplicial.
};
/// @throws std::invalid_argument for a number from a file that stands for none.
void RequireKnown(FactorMethod method);

/// A symmetric positive definite matrix of dense blocks and its Cholesky
/// factorization, by whichever method is fastest for its size.
///
/// Measured on lattices of free bodies (six rows each, up to six neighbours),
/// factorization alone, microseconds:
///
///     bodies       4     20     100     200      500     1000     4000
///     dense      0.7     32    1758   28710
///     block      1.5     14     318    1244    13500    62300  1730000
///     CHOLMOD    5.0     56    1538    4223    50400   195600  6790000
///
/// Analysis, once per pattern: block 0.8, 3, 44, 140, 1310, 4030, 68900;
/// CHOLMOD 8, 46, 325, 642, 2140, 3420, 45700. So kAuto is dense up to 36 rows
/// and block above, but CHOLMOD beyond 8000 block rows, where block's analysis
/// takes memory with the square of their number.
class HessianFactor {
 public:
  using Block = BlockCholesky::Block;

  /// @param sizes  rows of each block row.
  /// @param edges  pairs (i, j), i > j, with an off-diagonal block, sorted.
  void Analyze(FactorMethod method, std::span<const int> sizes,
               std::span<const std::pair<int, int>> edges);
  int size() const { return size_; }
  /// What was analysed; no rows before.
  const std::vector<int>& sizes() const { return sizes_; }
  const std::vector<std::pair<int, int>>& edges() const { return edges_; }
  /// What Analyze() chose; never kAuto.
  FactorMethod method() const { return method_; }

  /// Whatever remains between solves. Reading analyses the pattern again, which
  /// leads to the same bits.
  template <class Archive>
  void Serialize(Archive* a) {
    FactorMethod method = method_;
    std::vector<int> sizes = sizes_;
    std::vector<std::pair<int, int>> edges = edges_;
    std::vector<double> values = CopyValues();
    a->Visit(&method, &sizes, &edges, &values);
    if (a->is_reading()) Restore(method, sizes, edges, values);
  }

  void SetZero();
  /// The place of block (i, j), or of a diagonal block; i != j must be an edge.
  Block FindBlock(int i, int j) const;
  /// H_ij += B. Of diagonal blocks the lower triangle counts.
  template <class Derived>
  void Add(const Block& block, const Eigen::MatrixBase<Derived>& B) {
    if (method_ == FactorMethod::kSparse) {
      AddTo(A_.valuePtr(), block, B);
    } else {
      block_.Add(block, B);
    }
  }
  /// H_ii(k, k) += value.
  void AddDiagonal(int i, int k, double value);

  /// False: not positive definite.
  [[nodiscard]] bool Factorize();
  /// x = H^-1 b.
  void Solve(const VectorXd& b, VectorXd* x);

 private:
  template <class Derived>
  static void AddTo(double* values, const Block& block,
                    const Eigen::MatrixBase<Derived>& B) {
    using Map = Eigen::Map<MatrixXd, Eigen::Unaligned, Eigen::OuterStride<>>;
    const Eigen::OuterStride<> stride(block.stride);
    if (block.transposed) {
      Map(values + block.offset, B.cols(), B.rows(), stride) += B.transpose();
    } else {
      Map(values + block.offset, B.rows(), B.cols(), stride) += B;
    }
  }
  void AnalyzeSparse(std::span<const std::pair<int, int>> edges);
  std::vector<double> CopyValues() const;
  void Restore(FactorMethod method, std::span<const int> sizes,
               std::span<const std::pair<int, int>> edges,
               std::span<const double> values);

  FactorMethod method_ = FactorMethod::kBlock;
  int size_{};
  std::vector<int> sizes_, starts_;
  std::vector<std::pair<int, int>> edges_;

  BlockCholesky block_;  // kDense: with a single block row

  // kSparse: compressed columns, in which the rows of block column j are its
  // own and then those of its neighbours below.
  Eigen::SparseMatrix<double> A_;
  SparseCholesky sparse_;
  std::vector<std::vector<int>> rows_below_;  // block rows, by block column
};

}  // namespace tactus::solvers
