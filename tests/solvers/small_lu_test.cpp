#include "tactus/solvers/small_lu.h"

#include <cmath>
#include <random>

#include <Eigen/LU>
#include <catch2/catch.hpp>

namespace tactus::solvers {
namespace {

MatrixXd MakeRandom(Eigen::Index rows, Eigen::Index cols,
                    std::mt19937* random) {
  MatrixXd A(rows, cols);
  for (double& a : A.reshaped()) a = 2.0 * (*random)() / 4294967296.0 - 1;
  return A;
}

TEST_CASE("Small LU: random matrices, rows of any scale -> their solutions") {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    const int n = 1 + round % SmallLu::kMost;
    MatrixXd A = MakeRandom(n, n, &random);
    if (std::abs(A.determinant()) < 1e-3) continue;
    const MatrixXd X = MakeRandom(n, 3, &random);
    for (int i = 0; i < n; ++i)
      A.row(i) *= std::pow(10, 8 * MakeRandom(1, 1, &random)(0, 0));
    SmallLu factor;
    REQUIRE(factor.Factorize(A));
    MatrixXd found = A * X;
    factor.Solve(found);
    CHECK((found - X).norm() < 1e-11);
  }
}

TEST_CASE("Small LU: zero on the diagonal -> another pivot") {
  const MatrixXd A{{0, 2, 0}, {0, 0, 4}, {8, 0, 0}};
  SmallLu factor;
  REQUIRE(factor.Factorize(A));
  MatrixXd x = Vector3d(2, 4, 8);
  factor.Solve(x);
  CHECK(x == Vector3d(1, 1, 1));
}

TEST_CASE("Small LU: matrices without an inverse -> refused") {
  SmallLu factor;
  CHECK_FALSE(factor.Factorize(MatrixXd::Zero(1, 1)));
  CHECK_FALSE(factor.Factorize(MatrixXd::Ones(2, 2)));
  CHECK_FALSE(factor.Factorize(MatrixXd::Constant(1, 1, NAN)));
  const MatrixXd nearly{{1, 1}, {1, 1 + 1e-14}};
  CHECK(factor.Factorize(nearly));
  CHECK_FALSE(factor.Factorize(nearly, 1e-13));
  CHECK(factor.Factorize(MatrixXd(0, 0)));
}

}  // namespace
}  // namespace tactus::solvers
