#include "tactus/solvers/hessian_factor.h"

#include <Eigen/Cholesky>
#include <catch2/catch.hpp>

namespace tactus::solvers {
namespace {

// A chain of blocks of unequal size with one long-range edge.
const std::vector<int> kSizes = {6, 2, 7, 1, 6};
const std::vector<std::pair<int, int>> kEdges = {
    {1, 0}, {2, 1}, {3, 2}, {4, 0}, {4, 3}};

MatrixXd Entry(int rows, int cols, double seed) {
  MatrixXd B(rows, cols);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) B(i, j) = std::sin(seed + 3 * i + 7 * j);
  return B;
}

// Fills both; returns the dense matrix.
MatrixXd Fill(HessianFactor* factor) {
  std::vector<int> starts;
  int n = 0;
  for (int size : kSizes) {
    starts.push_back(n);
    n += size;
  }
  MatrixXd H = MatrixXd::Zero(n, n);
  factor->SetZero();
  for (int i = 0; i < 5; ++i) {
    const MatrixXd B = Entry(kSizes[i], kSizes[i], i);
    const MatrixXd D = B * B.transpose();
    factor->Add(factor->FindBlock(i, i), D);
    H.block(starts[i], starts[i], kSizes[i], kSizes[i]) += D;
    for (int k = 0; k < kSizes[i]; ++k) {
      factor->AddDiagonal(i, k, 20 + k);
      H(starts[i] + k, starts[i] + k) += 20 + k;
    }
  }
  for (const auto& [i, j] : kEdges) {
    const MatrixXd B = Entry(kSizes[i], kSizes[j], 10 + i + j);
    factor->Add(factor->FindBlock(i, j), B);
    // And once through the transposed address.
    factor->Add(factor->FindBlock(j, i), B.transpose());
    H.block(starts[i], starts[j], kSizes[i], kSizes[j]) += 2 * B;
    H.block(starts[j], starts[i], kSizes[j], kSizes[i]) += 2 * B.transpose();
  }
  return H;
}

TEST_CASE(
    "HessianFactor: a matrix by every method -> solved, by a copy as well") {
  for (FactorMethod method :
       {FactorMethod::kDense, FactorMethod::kBlock, FactorMethod::kSparse}) {
    HessianFactor factor;
    factor.Analyze(method, kSizes, kEdges);
    CHECK(factor.method() == method);
    CHECK(factor.size() == 22);
    const MatrixXd H = Fill(&factor);
    REQUIRE(factor.Factorize());
    const VectorXd b = VectorXd::LinSpaced(22, -1, 3);
    VectorXd x;
    factor.Solve(b, &x);
    CHECK((H * x - b).norm() < 1e-13 * b.norm());

    HessianFactor copy = factor;
    factor.SetZero();
    VectorXd again;
    copy.Solve(b, &again);
    CHECK(again == x);
  }
}

TEST_CASE(
    "HessianFactor: indefinite, then definite -> refused, then factorized") {
  for (FactorMethod method :
       {FactorMethod::kDense, FactorMethod::kBlock, FactorMethod::kSparse}) {
    HessianFactor factor;
    factor.Analyze(method, kSizes, kEdges);
    Fill(&factor);
    factor.AddDiagonal(2, 3, -1e4);
    CHECK_FALSE(factor.Factorize());
    Fill(&factor);
    CHECK(factor.Factorize());
  }
}

TEST_CASE("HessianFactor: kAuto -> dense, block or sparse by size") {
  HessianFactor factor;
  factor.Analyze(FactorMethod::kAuto, std::vector<int>(6, 6), {});
  CHECK(factor.method() == FactorMethod::kDense);
  factor.Analyze(FactorMethod::kAuto, std::vector<int>(7, 6), {});
  CHECK(factor.method() == FactorMethod::kBlock);
  factor.Analyze(FactorMethod::kAuto, std::vector<int>(8001, 1), {});
  CHECK(factor.method() == FactorMethod::kSparse);
}

// They come from damaged files.
TEST_CASE("HessianFactor: impossible sizes or edges -> refused") {
  using Edges = std::vector<std::pair<int, int>>;
  HessianFactor factor;
  const auto analyze = [&](FactorMethod method, const std::vector<int>& sizes,
                           const Edges& edges) {
    factor.Analyze(method, sizes, edges);
  };
  for (const FactorMethod method :
       {FactorMethod::kDense, FactorMethod::kBlock, FactorMethod::kSparse}) {
    CHECK_THROWS(analyze(method, {6, 0}, {}));
    CHECK_THROWS(analyze(method, {6, -1}, {}));
    CHECK_THROWS(analyze(method, {2145386538, 1072693248}, {}));
    CHECK_THROWS(analyze(method, {6, 6}, {{0, 1}}));
    CHECK_THROWS(analyze(method, {6, 6}, {{2, 0}}));
    CHECK_THROWS(analyze(method, {6, 6}, {{1, -1}}));
    CHECK_NOTHROW(analyze(method, {6, 6}, {{1, 0}}));
  }
  const std::vector<int> many(8000, 6);
  CHECK_THROWS(analyze(FactorMethod::kDense, many, {}));
  CHECK_NOTHROW(analyze(FactorMethod::kAuto, many, {}));
}

}  // namespace
}  // namespace tactus::solvers
