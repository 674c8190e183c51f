#pragma once

#include <Eigen/LU>

#include "tactus/common/types.h"

namespace tactus::solvers {

/// How the solution of a ComplementarityProblem moves with its functions, by
/// the implicit function theorem: with K the matrix of InteriorPoint there, and
/// E and g changing by dE and dg at fixed (x, z),
///
///     K (dx, dz) = -(dE, dg).
class ComplementaritySensitivity {
 public:
  /// @param row_scale  that K's rows of g were multiplied by.
  void Set(const Eigen::PartialPivLU<MatrixXd>& factor,
           const VectorXd& row_scale) {
    factor_ = factor;
    row_scale_ = row_scale;
  }

  /// dx, a column for each of dE and dg.
  void CalcTangents(const MatrixXd& dE, const MatrixXd& dg, MatrixXd* dx);

  /// Of a function of x with gradient x_bar: its gradient by E and by g.
  void CalcGradient(const VectorXd& x_bar, VectorXd* E_bar, VectorXd* g_bar);

 private:
  Eigen::PartialPivLU<MatrixXd> factor_;
  VectorXd row_scale_, rhs_, solution_;
  MatrixXd columns_;
};

}  // namespace tactus::solvers
