#pragma once

#include <Eigen/LU>

#include "tactus/solvers/interior_point/cones.h"

namespace tactus::solvers {

/// How the solution of a ComplementarityProblem moves with its functions, by
/// the implicit function theorem: with K the matrix of InteriorPoint there, and
/// E and g changing by dE and dg at fixed (x, z),
///
///     K (dx, dz) = -(dE, L(z) dg).
class ComplementaritySensitivity {
 public:
  void Set(const Eigen::PartialPivLU<MatrixXd>& factor,
           const ConeProduct& cones, const VectorXd& z);

  /// dx, a column for each of dE and dg.
  void CalcTangents(const MatrixXd& dE, const MatrixXd& dg, MatrixXd* dx);

  /// Of a function of x with gradient x_bar: its gradient by E and by g.
  void CalcGradient(const VectorXd& x_bar, VectorXd* E_bar, VectorXd* g_bar);

 private:
  Eigen::PartialPivLU<MatrixXd> factor_;
  ConeProduct cones_;
  VectorXd z_, rhs_, solution_;
  MatrixXd columns_, arrow_;
};

}  // namespace tactus::solvers
