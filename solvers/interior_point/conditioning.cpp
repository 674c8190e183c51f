#include "tactus/solvers/interior_point/conditioning.h"

#include <Eigen/LU>
#include <Eigen/SVD>

namespace tactus::solvers {
namespace {

double ConditionOf(const MatrixXd& A) {
  if (A.size() == 0) return 1;
  const VectorXd values = Eigen::JacobiSVD<MatrixXd>(A).singularValues();
  return values[0] / values[values.size() - 1];
}

// With s, and s o dz + ds o z, behind x and z.
MatrixXd AddPairs(const MatrixXd& K, int n, const ConeProduct& cones,
                  const VectorXd& z, const VectorXd& s) {
  const int m = cones.size();
  MatrixXd full = MatrixXd::Zero(n + 2 * m, n + 2 * m);
  full.topLeftCorner(n + m, n + m) = K;
  full.block(n, n + m, m, m).diagonal().setConstant(-1);
  VectorXd product;
  for (int i = 0; i < m; ++i) {
    const VectorXd unit = VectorXd::Unit(m, i);
    cones.Multiply(s, unit, &product);
    full.col(n + i).tail(m) = product;
    cones.Multiply(unit, z, &product);
    full.col(n + m + i).tail(m) = product;
  }
  return full;
}

}  // namespace

Conditioning CalcConditioning(int num_unknowns,
                              const NesterovToddScaling& scaling,
                              const VectorXd& z, const VectorXd& s,
                              ComplementarityProblem* problem) {
  const int n = num_unknowns, m = problem->cones().size();
  MatrixXd K(n + m, n + m);
  VectorXd column, rows;
  for (int i = 0; i < n + m; ++i) {
    column = VectorXd::Unit(n + m, i);
    problem->MultiplyE(column.head(n), column.tail(m), &rows);
    K.col(i).head(n) = rows;
    problem->MultiplyG(column.head(n), column.tail(m), &rows);
    K.col(i).tail(m) = rows;
  }
  Conditioning conditioning;
  conditioning.full = ConditionOf(AddPairs(K, n, problem->cones(), z, s));
  scaling.AddSquare(n, n, &K);
  conditioning.primal_dual = ConditionOf(K);
  MatrixXd K_x = K.topLeftCorner(n, n);
  if (m > 0) {
    K_x -=
        K.topRightCorner(n, m) * K.bottomRightCorner(m, m).partialPivLu().solve(
                                     K.bottomLeftCorner(m, n));
  }
  conditioning.primal = ConditionOf(K_x);
  return conditioning;
}

}  // namespace tactus::solvers
