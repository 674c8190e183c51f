#pragma once

#include <memory>

#include <Eigen/SparseCore>

#include "tactus/common/types.h"

namespace tactus::solvers {

/// L L' factorization of a symmetric positive definite sparse matrix, by
/// CHOLMOD (which only sparse_cholesky.cpp sees).
///
/// The symbolic analysis is kept, so that a sequence of matrices with one
/// pattern, such as the Hessians of Newton's iterations, pays for it once:
///
///     SparseCholesky cholesky;
///     cholesky.Analyze(H);
///     while (!done) {
///       if (!cholesky.Factorize(H)) break;   // not positive definite
///       cholesky.Solve(g, &p);
///     }
///
/// A value: a copy has the factorization too.
class SparseCholesky {
 public:
  SparseCholesky();
  ~SparseCholesky();
  SparseCholesky(const SparseCholesky& other);
  SparseCholesky(SparseCholesky&&) noexcept;
  SparseCholesky& operator=(SparseCholesky other) noexcept;

  /// Chooses a fill-reducing order for the pattern of `A`, of which the lower
  /// triangle counts. @throws std::bad_alloc if CHOLMOD runs out of memory.
  void Analyze(const Eigen::SparseMatrix<double>& A);

  /// False when `A` is not positive definite.
  /// @pre `A` is compressed and has the pattern passed to Analyze().
  [[nodiscard]] bool Factorize(const Eigen::SparseMatrix<double>& A);

  /// x = A^-1 b. @pre Factorize() succeeded.
  void Solve(const VectorXd& b, VectorXd* x);

  int size() const;

 private:
  struct Cholmod;
  std::unique_ptr<Cholmod> cholmod_;  // null until Analyze()
};

}  // namespace tactus::solvers
