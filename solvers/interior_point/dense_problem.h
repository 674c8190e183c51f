#pragma once

#include <Eigen/LU>

#include "tactus/solvers/interior_point/interior_point.h"

namespace tactus::solvers {

/// A ComplementarityProblem of dense derivatives: K of one piece, its rows of g
/// scaled by their diagonal entries, in one LU with row pivoting.
class DenseProblem : public ComplementarityProblem {
 public:
  /// Residuals and their derivatives at one point.
  struct DensePoint : Point {
    MatrixXd E_x, E_z, g_x, g_z;
  };
  /// All of a point; the derivatives may be left as they are where not asked.
  virtual void CalcDense(const VectorXd& x, const VectorXd& z, bool derivatives,
                         DensePoint* point) = 0;

  void Calc(const VectorXd& x, const VectorXd& z, Point* point) override;
  bool Factorize(const NesterovToddScaling& scaling) override;
  void Solve(const VectorXd& E, const VectorXd& g, VectorXd* dx,
             VectorXd* dz) override;
  void MultiplyG(const VectorXd& dx, const VectorXd& dz, VectorXd* dg) override;
  void MultiplyE(const VectorXd& dx, const VectorXd& dz, VectorXd* dE) override;

 private:
  VectorXd x_, z_;  ///< Of the last Calc().
  DensePoint dense_;
  MatrixXd matrix_;
  VectorXd row_scale_, rhs_, solution_;
  Eigen::PartialPivLU<MatrixXd> factor_;
};

}  // namespace tactus::solvers
