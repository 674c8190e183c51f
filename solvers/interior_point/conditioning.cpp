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

}  // namespace

Conditioning CalcConditioning(int num_unknowns,
                              const NesterovToddScaling& scaling,
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
  scaling.AddSquare(n, n, &K);
  Conditioning conditioning;
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
