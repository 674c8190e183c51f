#include "tactus/solvers/hessian_factor.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>
#include <numeric>

#include "tactus/common/require.h"

namespace tactus::solvers {
namespace {

constexpr int kMaxDenseRows = 36;
constexpr int kMaxBlockRows = 8000;

FactorMethod Choose(FactorMethod method, int rows, std::size_t block_rows) {
  if (method != FactorMethod::kAuto) return method;
  if (rows <= kMaxDenseRows) return FactorMethod::kDense;
  return block_rows <= kMaxBlockRows ? FactorMethod::kBlock
                                     : FactorMethod::kSparse;
}

// Of the diagonal blocks, or of all where they are one.
std::int64_t CountValues(FactorMethod method, std::span<const int> sizes) {
  std::int64_t rows = 0, values = 0;
  for (const std::int64_t size : sizes) {
    rows += size;
    values += size * size;
  }
  return method == FactorMethod::kDense ? rows * rows : values;
}

// Of a pattern that a file holds anything may be wrong.
void RequirePattern(FactorMethod method, std::span<const int> sizes,
                    std::span<const std::pair<int, int>> edges) {
  RequireKnown(method);
  // A dense matrix of so many rows takes 17 GB.
  constexpr std::int64_t kMostRows = 46340;
  std::int64_t rows = 0;
  for (const int size : sizes) {
    Require(size > 0 && size <= kMostRows,
            "a block row of a matrix has no rows, or too many");
    rows += size;
  }
  Require(rows <= std::numeric_limits<int>::max() &&
              CountValues(method, sizes) <= kMostRows * kMostRows,
          "a matrix is too large for its dense blocks; use sparse algebra");
  const int n = static_cast<int>(sizes.size());
  for (const auto& [i, j] : edges)
    Require(0 <= j && j < i && i < n, "a block is not within its matrix");
}

}  // namespace

void RequireKnown(FactorMethod method) {
  Require(FactorMethod::kAuto <= method && method <= FactorMethod::kSparse,
          "there is no such method to factorize by");
}

void HessianFactor::Analyze(FactorMethod method, std::span<const int> sizes,
                            std::span<const std::pair<int, int>> edges) {
  RequirePattern(method, sizes, edges);
  sizes_.assign(sizes.begin(), sizes.end());
  edges_.assign(edges.begin(), edges.end());
  starts_.resize(sizes.size());
  std::exclusive_scan(sizes.begin(), sizes.end(), starts_.begin(), 0);
  size_ = std::accumulate(sizes.begin(), sizes.end(), 0);
  method_ = Choose(method, size_, sizes.size());
  switch (method_) {
    case FactorMethod::kDense:
      block_.Analyze({&size_, 1}, {});
      break;
    case FactorMethod::kSparse:
      AnalyzeSparse(edges);
      break;
    case FactorMethod::kAuto:
    case FactorMethod::kBlock:
      block_.Analyze(sizes, edges);
      break;
  }
}

void HessianFactor::AnalyzeSparse(std::span<const std::pair<int, int>> edges) {
  rows_below_.assign(sizes_.size(), {});
  for (const auto& [i, j] : edges) rows_below_[j].push_back(i);

  A_.resize(size_, size_);
  std::vector<int> column_sizes(size_);
  for (std::size_t j = 0; j < sizes_.size(); ++j) {
    int rows = sizes_[j];
    for (int i : rows_below_[j]) rows += sizes_[i];
    std::fill_n(column_sizes.begin() + starts_[j], sizes_[j], rows);
  }
  A_.reserve(column_sizes);
  for (std::size_t j = 0; j < sizes_.size(); ++j) {
    const auto insert_rows_of = [&](int i, int column) {
      for (int r = 0; r < sizes_[i]; ++r) A_.insert(starts_[i] + r, column) = 0;
    };
    for (int c = 0; c < sizes_[j]; ++c) {
      insert_rows_of(static_cast<int>(j), starts_[j] + c);
      for (int i : rows_below_[j]) insert_rows_of(i, starts_[j] + c);
    }
  }
  A_.makeCompressed();
  sparse_.Analyze(A_);
}

std::vector<double> HessianFactor::CopyValues() const {
  if (method_ == FactorMethod::kSparse) {
    return {A_.valuePtr(), A_.valuePtr() + A_.nonZeros()};
  }
  return {block_.values().begin(), block_.values().end()};
}

// CHOLMOD's factor is made anew from the matrix that it was made of.
// The values are at least those of the pattern itself: a file that is small
// takes little memory, whatever it says.
void HessianFactor::Restore(FactorMethod method, std::span<const int> sizes,
                            std::span<const std::pair<int, int>> edges,
                            std::span<const double> values) {
  if (sizes.empty()) {  // Nothing had been analysed.
    *this = HessianFactor();
    return;
  }
  RequirePattern(method, sizes, edges);
  Require(std::ssize(values) >= CountValues(method, sizes),
          "a matrix has fewer values than its pattern");
  Analyze(method, sizes, edges);
  if (method_ == FactorMethod::kSparse) {
    Require(std::ssize(values) == A_.nonZeros(),
            "these values are of another matrix's pattern");
    std::ranges::copy(values, A_.valuePtr());
    // An indefinite matrix was so before, and is marked as such by the caller.
    static_cast<void>(sparse_.Factorize(A_));
  } else {
    block_.SetValues(values);
  }
}

void HessianFactor::SetZero() {
  if (method_ == FactorMethod::kSparse) {
    A_.coeffs().setZero();
  } else {
    block_.SetZero();
  }
}

HessianFactor::Block HessianFactor::FindBlock(int i, int j) const {
  if (method_ == FactorMethod::kBlock) return block_.FindBlock(i, j);
  const auto [column, row] = std::minmax(i, j);
  if (method_ == FactorMethod::kDense) {
    return {starts_[column] * size_ + starts_[row], size_, i < j};
  }
  const int* const outer = A_.outerIndexPtr();
  const int first = outer[starts_[column]];
  const int rows = outer[starts_[column] + 1] - first;
  int offset = 0;
  if (row != column) {
    offset = sizes_[column];
    for (int other : rows_below_[column]) {
      if (other == row) break;
      offset += sizes_[other];
    }
    assert(offset < rows);
  }
  return {first + offset, rows, i < j};
}

void HessianFactor::AddDiagonal(int i, int k, double value) {
  const Block block = FindBlock(i, i);
  Eigen::Matrix<double, 1, 1> one;
  one << value;
  Add({block.offset + k * (block.stride + 1), block.stride, false}, one);
}

bool HessianFactor::Factorize() {
  return method_ == FactorMethod::kSparse ? sparse_.Factorize(A_)
                                          : block_.Factorize();
}

void HessianFactor::Solve(const VectorXd& b, VectorXd* x) {
  if (method_ == FactorMethod::kSparse) {
    sparse_.Solve(b, x);
  } else {
    block_.Solve(b, x);
  }
}

}  // namespace tactus::solvers
