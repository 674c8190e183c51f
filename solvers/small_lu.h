#pragma once

#include <array>

#include "tactus/common/types.h"

namespace tactus::solvers {

/// P A = L U of a matrix of at most six rows, which are scaled to a largest
/// entry of 1 before pivots are chosen among them. Lives where it is declared:
/// no allocation.
class SmallLu {
 public:
  static constexpr int kMost = 6;

  /// False: a pivot below `smallest` times its scaled row's 1.
  /// @pre A is square, of at most kMost rows.
  [[nodiscard]] bool Factorize(const Eigen::Ref<const MatrixXd>& A,
                               double smallest = 0);
  /// columns <- A^-1 columns.
  void Solve(Eigen::Ref<MatrixXd> columns) const;

  int size() const { return size_; }

 private:
  /// run(n) with the size as a constant, so that loops are unrolled; true for
  /// no rows.
  template <class Run>
  bool ForSize(const Run& run) const;
  template <int n>
  bool FactorizeRows(const Eigen::Ref<const MatrixXd>& A, double smallest);
  /// b <- A^-1 b.
  template <int n>
  void SolveColumn(double* b) const;

  int size_ = 0;
  Matrix6d lu_;  ///< Its first size() rows and columns; pivots inverted.
  std::array<double, kMost> scale_{};  ///< By row of A.
  std::array<int, kMost> row_{};       ///< Of A, by row of L.
};

}  // namespace tactus::solvers
