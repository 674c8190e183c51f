#include "tactus/solvers/block_cholesky.h"

#include <random>

#include <Eigen/Cholesky>
#include <catch2/catch.hpp>

namespace tactus::solvers {
namespace {

struct BlockMatrix {
  std::vector<int> sizes;
  std::vector<std::pair<int, int>> edges;
  MatrixXd H = {};
  std::vector<int> starts = {};
};

// A random diagonally dominant matrix with the given blocks.
BlockMatrix MakeRandom(std::vector<int> sizes,
                       std::vector<std::pair<int, int>> edges, int seed) {
  BlockMatrix m{.sizes = std::move(sizes), .edges = std::move(edges)};
  int n = 0;
  for (int size : m.sizes) {
    m.starts.push_back(n);
    n += size;
  }
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto fill = [&](int rows, int cols) {
    MatrixXd B(rows, cols);
    for (double& x : B.reshaped()) x = uniform(random);
    return B;
  };
  m.H = MatrixXd::Zero(n, n);
  for (const auto& [i, j] : m.edges) {
    const MatrixXd B = fill(m.sizes[i], m.sizes[j]);
    m.H.block(m.starts[i], m.starts[j], m.sizes[i], m.sizes[j]) = B;
    m.H.block(m.starts[j], m.starts[i], m.sizes[j], m.sizes[i]) = B.transpose();
  }
  for (std::size_t i = 0; i < m.sizes.size(); ++i) {
    const MatrixXd B = fill(m.sizes[i], m.sizes[i]);
    m.H.block(m.starts[i], m.starts[i], m.sizes[i], m.sizes[i]) =
        B * B.transpose() + 50.0 * MatrixXd::Identity(m.sizes[i], m.sizes[i]);
  }
  return m;
}

void Fill(const BlockMatrix& m, BlockCholesky* cholesky) {
  cholesky->SetZero();
  const auto block = [&](int i, int j) {
    return m.H.block(m.starts[i], m.starts[j], m.sizes[i], m.sizes[j]);
  };
  for (int i = 0; i < static_cast<int>(m.sizes.size()); ++i)
    cholesky->Add(cholesky->FindBlock(i, i), block(i, i));
  for (const auto& [i, j] : m.edges)
    cholesky->Add(cholesky->FindBlock(i, j), block(i, j));
}

double SolveError(const BlockMatrix& m, BlockCholesky* cholesky) {
  const VectorXd b = VectorXd::LinSpaced(m.H.rows(), -1, 2);
  VectorXd x;
  cholesky->Solve(b, &x);
  return (x - m.H.llt().solve(b)).norm() / x.norm();
}

TEST_CASE(
    "BlockCholesky: chain, star and other patterns -> the dense solution") {
  const std::vector<BlockMatrix> cases = {
      MakeRandom({6}, {}, 1), MakeRandom({6, 6, 6}, {{1, 0}, {2, 1}}, 2),
      MakeRandom({6, 6, 6, 6}, {{1, 0}, {2, 0}, {3, 0}}, 3),
      MakeRandom({7, 3, 6, 1, 9}, {{1, 0}, {0, 4}, {3, 1}, {2, 4}, {3, 2}}, 4),
      MakeRandom({2, 2}, {}, 5)};
  for (const BlockMatrix& m : cases) {
    BlockCholesky cholesky;
    cholesky.Analyze(m.sizes, m.edges);
    Fill(m, &cholesky);
    REQUIRE(cholesky.Factorize());
    CHECK(cholesky.size() == m.H.rows());
    CHECK(SolveError(m, &cholesky) < 1e-14);
  }
}

TEST_CASE(
    "BlockCholesky: a ring and a grid of 80 blocks -> the dense solution") {
  std::vector<std::pair<int, int>> ring, grid;
  for (int i = 0; i < 80; ++i) ring.emplace_back((i + 1) % 80, i);
  for (int i = 0; i < 9; ++i) {
    for (int j = 0; j < 9; ++j) {
      if (i < 8) grid.emplace_back(9 * (i + 1) + j, 9 * i + j);
      if (j < 8) grid.emplace_back(9 * i + j + 1, 9 * i + j);
    }
  }
  const BlockMatrix a = MakeRandom(std::vector<int>(80, 6), ring, 6);
  const BlockMatrix b = MakeRandom(std::vector<int>(81, 6), grid, 7);
  for (const BlockMatrix& m : {a, b}) {
    BlockCholesky cholesky;
    cholesky.Analyze(m.sizes, m.edges);
    Fill(m, &cholesky);
    REQUIRE(cholesky.Factorize());
    CHECK(SolveError(m, &cholesky) < 1e-13);
  }
}

TEST_CASE("BlockCholesky: more entries than an int can count -> refused") {
  BlockCholesky cholesky;
  const std::vector<int> one = {50000}, two = {6, 50000, 6};
  CHECK_THROWS_WITH(cholesky.Analyze(one, {}),
                    Catch::Contains("2147483647 entries"));
  CHECK_THROWS_AS(cholesky.Analyze(two, {}), std::invalid_argument);
}

TEST_CASE("BlockCholesky: the pattern of a star -> no fill-in") {
  for (int m : {10, 300}) {  // exact, and approximate
    BlockCholesky cholesky;
    const std::vector<int> sizes(m, 6);
    std::vector<std::pair<int, int>> star;
    for (int i = 1; i < m; ++i) star.emplace_back(i, 0);
    cholesky.Analyze(sizes, star);
    CHECK(std::ssize(cholesky.values()) == (2 * m - 1) * 36);
  }
}

TEST_CASE(
    "BlockCholesky: a grid of 210 blocks, long edges -> the dense solution") {
  constexpr int kWidth = 15, kRows = 14 * kWidth;
  std::vector<int> sizes;
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i < kRows; ++i) {
    sizes.push_back(1 + i % 3);
    if (i % kWidth > 0) edges.emplace_back(i, i - 1);
    if (i >= kWidth) edges.emplace_back(i, i - kWidth);
    if (i >= 97) edges.emplace_back(i, i - 97);
  }
  const BlockMatrix m = MakeRandom(sizes, edges, 3);
  BlockCholesky cholesky;
  cholesky.Analyze(m.sizes, m.edges);
  Fill(m, &cholesky);
  REQUIRE(cholesky.Factorize());
  CHECK(SolveError(m, &cholesky) < 1e-12);
}

TEST_CASE(
    "BlockCholesky: an indefinite matrix, a copy -> refused, independent") {
  BlockMatrix m = MakeRandom({3, 4}, {{1, 0}}, 8);
  BlockCholesky cholesky;
  cholesky.Analyze(m.sizes, m.edges);
  Fill(m, &cholesky);
  cholesky.AddDiagonal(1, 2, -1000);
  CHECK_FALSE(cholesky.Factorize());

  Fill(m, &cholesky);
  REQUIRE(cholesky.Factorize());
  BlockCholesky copy = cholesky;
  cholesky.SetZero();
  CHECK(SolveError(m, &copy) < 1e-14);
}

}  // namespace
}  // namespace tactus::solvers
