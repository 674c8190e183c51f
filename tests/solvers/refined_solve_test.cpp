#include "tactus/solvers/refined_solve.h"

#include <cmath>
#include <random>

#include <Eigen/QR>
#include <catch2/catch.hpp>

namespace tactus::solvers {
namespace {

MatrixXd Draw(int rows, int cols, std::mt19937* random) {
  return MatrixXd::NullaryExpr(
      rows, cols, [&] { return 2.0 * (*random)() / 4294967296.0 - 1; });
}

// Singular values from 1 down to 1 / condition.
MatrixXd MakeMatrix(int n, double condition, std::mt19937* random) {
  const MatrixXd U = Draw(n, n, random).householderQr().householderQ();
  const MatrixXd V = Draw(n, n, random).householderQr().householderQ();
  VectorXd values(n);
  for (int i = 0; i < n; ++i)
    values[i] = std::pow(condition, -static_cast<double>(i) / (n - 1));
  return U * values.asDiagonal() * V.transpose();
}

TEST_CASE("Refined solutions: ill-conditioned equations -> their last digits") {
  using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  std::mt19937 random(3);
  const int n = 15;
  const MatrixXd A = MakeMatrix(n, 1e3, &random), B = Draw(n, 4, &random);
  const Eigen::PartialPivLU<MatrixXd> factor(A);
  const LongMatrix long_A = A.cast<long double>();
  const MatrixXd expected =
      long_A.partialPivLu().solve(B.cast<long double>()).cast<double>();
  CHECK((SolveRefined(factor, A, B) - expected).norm() <
        4e-16 * expected.norm());
  // Doubles alone leave some 1e-14.
  const MatrixXd plain = factor.solve(B);
  CHECK((plain - SolveRefined(factor, A, B)).norm() > 1e-15 * plain.norm());
}

// Columns B = A X that are large beside their X.
TEST_CASE("Refined solutions: from the left and from the right -> the same") {
  std::mt19937 random(7);
  const int n = 12;
  MatrixXd A = MakeMatrix(n, 1e7, &random);
  A.topRows(3) *= 1e5;
  const MatrixXd X = Draw(n, 5, &random);
  const MatrixXd B = A * X;
  const VectorXd c = Draw(n, 1, &random);
  const Eigen::PartialPivLU<MatrixXd> factor(A);
  const VectorXd left = SolveRefined(factor, A, B).transpose() * c;
  const VectorXd right = MultiplySolutionTransposed(factor, A, B, c);
  CHECK((left - right).norm() < 1e-14 * left.norm());
  CHECK((left - X.transpose() * c).norm() < 1e-6 * left.norm());
}

}  // namespace
}  // namespace tactus::solvers
