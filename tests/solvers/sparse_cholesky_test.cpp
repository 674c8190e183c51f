#include "tactus/solvers/sparse_cholesky.h"

#include <Eigen/Cholesky>
#include <catch2/catch.hpp>

namespace tactus::solvers {
namespace {

// The five-point Laplacian on a k x k grid plus a shift, lower triangle.
Eigen::SparseMatrix<double> MakeGrid(int k, double shift) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < k; ++i) {
    for (int j = 0; j < k; ++j) {
      const int at = k * i + j;
      entries.emplace_back(at, at, 4 + shift);
      if (i > 0) entries.emplace_back(at, at - k, -1);
      if (j > 0) entries.emplace_back(at, at - 1, -1);
    }
  }
  Eigen::SparseMatrix<double> A(k * k, k * k);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

TEST_CASE(
    "SparseCholesky: one analysis, three matrices -> each one's solution") {
  SparseCholesky cholesky;
  CHECK(cholesky.size() == 0);
  cholesky.Analyze(MakeGrid(12, 0));
  CHECK(cholesky.size() == 144);
  for (double shift : {0.1, 1.0, 10.0}) {
    const auto A = MakeGrid(12, shift);
    REQUIRE(cholesky.Factorize(A));
    const VectorXd b = VectorXd::LinSpaced(144, -2, 1);
    VectorXd x;
    cholesky.Solve(b, &x);
    const VectorXd residual = A.selfadjointView<Eigen::Lower>() * x - b;
    CHECK(residual.norm() < 1e-13 * b.norm());
  }
}

TEST_CASE(
    "SparseCholesky: an indefinite matrix -> refused, and the next is not") {
  SparseCholesky cholesky;
  cholesky.Analyze(MakeGrid(5, 0));
  CHECK_FALSE(cholesky.Factorize(MakeGrid(5, -4)));
  CHECK(cholesky.Factorize(MakeGrid(5, 1)));
}

TEST_CASE(
    "SparseCholesky: copied before a new matrix -> the old factorization") {
  SparseCholesky cholesky;
  cholesky.Analyze(MakeGrid(5, 1));
  REQUIRE(cholesky.Factorize(MakeGrid(5, 1)));
  SparseCholesky copy = cholesky;
  REQUIRE(cholesky.Factorize(MakeGrid(5, 100)));
  const VectorXd b = VectorXd::Ones(25);
  VectorXd x, y;
  cholesky.Solve(b, &x);
  copy.Solve(b, &y);
  CHECK(y.norm() > 10 * x.norm());
}

}  // namespace
}  // namespace tactus::solvers
