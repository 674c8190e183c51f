#include "tactus/solvers/block_cholesky.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>

#include <Eigen/Cholesky>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include "tactus/common/require.h"
#include "tactus/solvers/small_cholesky.h"

namespace tactus::solvers {
namespace {

// Calls visit(i) for each set bit i, in increasing order.
template <class Visit>
void ForEachBit(std::span<const std::uint64_t> words, const Visit& visit) {
  for (std::size_t w = 0; w < words.size(); ++w) {
    for (std::uint64_t bits = words[w]; bits != 0; bits &= bits - 1)
      visit(static_cast<int>(64 * w) + std::countr_zero(bits));
  }
}

void SetBit(std::span<std::uint64_t> words, int i) {
  words[i / 64] |= std::uint64_t{1} << (i % 64);
}

void ClearBit(std::span<std::uint64_t> words, int i) {
  words[i / 64] &= ~(std::uint64_t{1} << (i % 64));
}

/// Up to here, looking for the least degree costs less than being clever.
constexpr int kMaxRowsByDegree = 128;

// An elimination order, by Eigen's implementation of [Amestoy96].
std::vector<int> ApproximateMinimumDegree(
    int m, std::span<const std::pair<int, int>> edges) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(m + 2 * edges.size());
  for (int i = 0; i < m; ++i) entries.emplace_back(i, i, 1);
  for (const auto& [i, j] : edges) {
    entries.emplace_back(i, j, 1);
    entries.emplace_back(j, i, 1);
  }
  Eigen::SparseMatrix<double> A(m, m);
  A.setFromTriplets(entries.begin(), entries.end());
  Eigen::AMDOrdering<int>::PermutationType order;
  Eigen::AMDOrdering<int>()(A, order);
  return {order.indices().data(), order.indices().data() + m};
}

// Without the sums of its entries that Eigen::LLT makes besides.
template <class SquareMap>
bool FactorizeDiagonal(int stride, SquareMap* diagonal) {
  constexpr int size = SquareMap::RowsAtCompileTime;
  if (size == Eigen::Dynamic && diagonal->rows() <= kMaxSmallRows) {
    return FactorizeSmall(static_cast<int>(diagonal->rows()), stride,
                          diagonal->data());
  }
  Eigen::Ref<Eigen::Matrix<double, size, size>, Eigen::Unaligned,
             Eigen::OuterStride<>>
      rows(*diagonal);
  return Eigen::internal::llt_inplace<double, Eigen::Lower>::blocked(rows) < 0;
}

}  // namespace

void BlockCholesky::Analyze(std::span<const int> sizes,
                            std::span<const std::pair<int, int>> edges) {
  const int m = static_cast<int>(sizes.size());
  words_ = (m + 63) / 64;
  adjacency_.assign(static_cast<std::size_t>(m) * words_, 0);
  for (const auto& [i, j] : edges) {
    assert(i != j);
    SetBit(Neighbours(i), j);
    SetBit(Neighbours(j), i);
  }
  columns_.clear();
  below_.clear();
  column_of_row_.assign(m, -1);
  if (m <= kMaxRowsByDegree) {
    EliminateByDegree(sizes);
  } else {
    for (int row : ApproximateMinimumDegree(m, edges)) Eliminate(row, sizes);
  }
  LayOutPanels(sizes);
}

std::span<std::uint64_t> BlockCholesky::Neighbours(int row) {
  return std::span(adjacency_)
      .subspan(static_cast<std::size_t>(row) * words_, words_);
}

// Minimum degree, by brute force on bit rows.
void BlockCholesky::EliminateByDegree(std::span<const int> sizes) {
  const int m = static_cast<int>(sizes.size());
  const auto count_degree = [&](int i) {
    int degree = 0;
    ForEachBit(Neighbours(i), [&](int k) { degree += sizes[k]; });
    return degree;
  };
  degree_.resize(m);
  for (int i = 0; i < m; ++i) degree_[i] = count_degree(i);
  for (int step = 0; step < m; ++step) {
    int best = -1;
    for (int i = 0; i < m; ++i) {
      if (column_of_row_[i] < 0 && (best < 0 || degree_[i] < degree_[best]))
        best = i;
    }
    Eliminate(best, sizes);
    ForEachBit(Neighbours(best), [&](int i) { degree_[i] = count_degree(i); });
  }
}

// The neighbours that are left when a row is eliminated are its panel's rows;
// they become a clique.
void BlockCholesky::Eliminate(int row, std::span<const int> sizes) {
  column_of_row_[row] = static_cast<int>(columns_.size());
  Column column{.row = row, .n = sizes[row]};
  column.first_below = static_cast<int>(below_.size());
  const auto neighbours = Neighbours(row);
  ForEachBit(neighbours, [&](int i) {
    below_.push_back({.column = i});
    const auto other = Neighbours(i);
    for (int w = 0; w < words_; ++w) other[w] |= neighbours[w];
    ClearBit(other, i);
    ClearBit(other, row);
  });
  column.num_below = static_cast<int>(below_.size()) - column.first_below;
  columns_.push_back(column);
}

void BlockCholesky::LayOutPanels(std::span<const int> sizes) {
  size_ = 0;
  start_of_row_.resize(sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    start_of_row_[i] = size_;
    size_ += sizes[i];
  }
  const bool all_six =
      std::all_of(sizes.begin(), sizes.end(), [](int n) { return n == 6; });
  uniform_size_ = all_six ? 6 : 0;
  work_.resize(size_);

  int start = 0;
  std::int64_t offset = 0;
  for (Column& column : columns_) {
    const std::span below(below_.data() + column.first_below, column.num_below);
    for (Below& b : below) b.column = column_of_row_[b.column];
    std::sort(below.begin(), below.end(), [](const Below& a, const Below& b) {
      return a.column < b.column;
    });
    column.start = start;
    column.offset = static_cast<int>(offset);
    column.rows = column.n;
    for (Below& b : below) {
      b.panel_row = column.rows;
      column.rows += columns_[b.column].n;
    }
    start += column.n;
    offset += std::int64_t{column.rows} * column.n;
    Require(offset <= std::numeric_limits<int>::max(),
            "a factor has 2147483647 entries at the most");
  }
  values_.assign(offset, 0);

  ListUpdates();
}

// Where each L_ij L_kj' goes: to the panel of k, whose rows include all that
// are below k in the panel of j.
void BlockCholesky::ListUpdates() {
  updates_.clear();
  for (Column& column : columns_) {
    column.first_update = static_cast<int>(updates_.size());
    for (int k = 0; k < column.num_below; ++k) {
      const Column& target = columns_[below_[column.first_below + k].column];
      updates_.push_back({target.offset, target.rows});
      auto at = below_.begin() + target.first_below;
      for (int i = k + 1; i < column.num_below; ++i) {
        const int wanted = below_[column.first_below + i].column;
        while (at->column != wanted) ++at;
        updates_.push_back({target.offset + at->panel_row, target.rows});
      }
    }
  }
}

void BlockCholesky::SetValues(std::span<const double> values) {
  Require(values.size() == values_.size(),
          "these values are of another matrix's pattern");
  std::ranges::copy(values, values_.begin());
}

void BlockCholesky::SetZero() {
  std::fill(values_.begin(), values_.end(), 0);
}

BlockCholesky::Block BlockCholesky::FindBlock(int i, int j) const {
  const int a = column_of_row_[i], b = column_of_row_[j];
  const Column& column = columns_[std::min(a, b)];
  if (a == b) return {column.offset, column.rows, false};
  const auto first = below_.begin() + column.first_below;
  const auto found = std::lower_bound(
      first, first + column.num_below, std::max(a, b),
      [](const Below& below, int wanted) { return below.column < wanted; });
  assert(found != first + column.num_below && found->column == std::max(a, b));
  return {column.offset + found->panel_row, column.rows, a < b};
}

void BlockCholesky::AddDiagonal(int i, int k, double value) {
  const Column& column = columns_[column_of_row_[i]];
  values_[column.offset + k * (column.rows + 1)] += value;
}

bool BlockCholesky::Factorize() {
  return uniform_size_ == 6 ? FactorizeColumns<6>()
                            : FactorizeColumns<Eigen::Dynamic>();
}

template <int kSize>
bool BlockCholesky::FactorizeColumns() {
  using Square = Eigen::Matrix<double, kSize, kSize>;
  using SquareMap = Eigen::Map<Square, Eigen::Unaligned, Eigen::OuterStride<>>;
  for (const Column& column : columns_) {
    double* const panel = values_.data() + column.offset;
    const Eigen::OuterStride<> stride(column.rows);
    SquareMap diagonal(panel, column.n, column.n, stride);
    if (!FactorizeDiagonal(column.rows, &diagonal)) return false;

    using Rows = Eigen::Matrix<double, Eigen::Dynamic, kSize>;
    Eigen::Map<Rows, Eigen::Unaligned, Eigen::OuterStride<>> under(
        panel + column.n, column.rows - column.n, column.n, stride);
    if (under.rows() > 0) {
      diagonal.template triangularView<Eigen::Lower>()
          .transpose()
          .template solveInPlace<Eigen::OnTheRight>(under);
    }
    const Update* update = updates_.data() + column.first_update;
    for (int k = 0; k < column.num_below; ++k) {
      const Below& b = below_[column.first_below + k];
      const int nk = columns_[b.column].n;
      const SquareMap L_kj(panel + b.panel_row, nk, column.n, stride);
      for (int i = k; i < column.num_below; ++i, ++update) {
        const Below& a = below_[column.first_below + i];
        const int ni = columns_[a.column].n;
        const SquareMap L_ij(panel + a.panel_row, ni, column.n, stride);
        SquareMap(values_.data() + update->offset, ni, nk,
                  Eigen::OuterStride<>(update->stride))
            .noalias() -= L_ij * L_kj.transpose();
      }
    }
  }
  return true;
}

void BlockCholesky::Solve(const VectorXd& b, VectorXd* x) {
  for (const Column& column : columns_) {
    work_.segment(column.start, column.n) =
        b.segment(start_of_row_[column.row], column.n);
  }
  uniform_size_ == 6 ? SolveColumns<6>() : SolveColumns<Eigen::Dynamic>();
  x->resize(size_);
  for (const Column& column : columns_) {
    x->segment(start_of_row_[column.row], column.n) =
        work_.segment(column.start, column.n);
  }
}

// L y = b, then L' x = y, column by column.
template <int kSize>
void BlockCholesky::SolveColumns() {
  using Square = Eigen::Matrix<double, kSize, kSize>;
  using SquareMap =
      Eigen::Map<const Square, Eigen::Unaligned, Eigen::OuterStride<>>;
  for (const Column& column : columns_) {
    const double* const panel = values_.data() + column.offset;
    const Eigen::OuterStride<> stride(column.rows);
    auto y_j = work_.template segment<kSize>(column.start, column.n);
    SquareMap(panel, column.n, column.n, stride)
        .template triangularView<Eigen::Lower>()
        .solveInPlace(y_j);
    for (int k = 0; k < column.num_below; ++k) {
      const Below& b = below_[column.first_below + k];
      const Column& other = columns_[b.column];
      work_.template segment<kSize>(other.start, other.n).noalias() -=
          SquareMap(panel + b.panel_row, other.n, column.n, stride) * y_j;
    }
  }
  for (int j = num_block_rows() - 1; j >= 0; --j) {
    const Column& column = columns_[j];
    const double* const panel = values_.data() + column.offset;
    const Eigen::OuterStride<> stride(column.rows);
    auto x_j = work_.template segment<kSize>(column.start, column.n);
    for (int k = 0; k < column.num_below; ++k) {
      const Below& b = below_[column.first_below + k];
      const Column& other = columns_[b.column];
      x_j.noalias() -= SquareMap(panel + b.panel_row, other.n, column.n, stride)
                           .transpose() *
                       work_.template segment<kSize>(other.start, other.n);
    }
    SquareMap(panel, column.n, column.n, stride)
        .transpose()
        .template triangularView<Eigen::Upper>()
        .solveInPlace(x_j);
  }
}

}  // namespace tactus::solvers
