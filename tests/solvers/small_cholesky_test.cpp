#include "tactus/solvers/small_cholesky.h"

#include <cmath>

#include <Eigen/Cholesky>
#include <catch2/catch.hpp>

#include "tactus/common/types.h"

namespace tactus::solvers::test {
namespace {

/// A random matrix that is positive definite, in the upper left corner of one
/// with more rows.
struct Case {
  explicit Case(int n) : A(MatrixXd::Random(n + 3, n)) {
    const MatrixXd B = MatrixXd::Random(n, n);
    A.topRows(n) = B * B.transpose() + 0.1 * MatrixXd::Identity(n, n);
  }

  int n() const { return static_cast<int>(A.cols()); }
  int stride() const { return static_cast<int>(A.rows()); }

  MatrixXd A;
};

TEST_CASE("FactorizeSmall: 1 to 31 rows -> the bits of Eigen's LLT") {
  for (int n = 1; n <= kMaxSmallRows; ++n) {
    Case given(n);
    MatrixXd expected = given.A;
    Eigen::Ref<MatrixXd> rows = expected.topRows(n);
    const Eigen::LLT<Eigen::Ref<MatrixXd>> llt(rows);
    REQUIRE(llt.info() == Eigen::Success);
    REQUIRE(FactorizeSmall(n, given.stride(), given.A.data()));
    CHECK(given.A == expected);
  }
}

TEST_CASE("FactorizeSmall: an indefinite matrix -> false") {
  Case given(9);
  given.A(8, 8) = -1;
  CHECK_FALSE(FactorizeSmall(9, given.stride(), given.A.data()));
  MatrixXd zero = MatrixXd::Zero(3, 3);
  CHECK_FALSE(FactorizeSmall(3, 3, zero.data()));
}

}  // namespace
}  // namespace tactus::solvers::test
