#include "tactus/solvers/small_lu.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <type_traits>
#include <utility>

namespace tactus::solvers {

bool SmallLu::Factorize(const Eigen::Ref<const MatrixXd>& A, double smallest) {
  assert(A.rows() == A.cols() && A.rows() <= kMost);
  size_ = static_cast<int>(A.rows());
  return ForSize([&](auto n) { return FactorizeRows<n>(A, smallest); });
}

template <int n>
bool SmallLu::FactorizeRows(const Eigen::Ref<const MatrixXd>& A,
                            double smallest) {
  for (int i = 0; i < n; ++i) {
    double largest = 0;
    for (int j = 0; j < n; ++j) largest = std::max(largest, std::abs(A(i, j)));
    if (!(largest > 0) || !std::isfinite(largest)) return false;
    scale_[i] = 1 / largest;
    row_[i] = i;
    for (int j = 0; j < n; ++j) lu_(i, j) = scale_[i] * A(i, j);
  }
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i) {
      if (std::abs(lu_(i, k)) > std::abs(lu_(pivot, k))) pivot = i;
    }
    if (!(std::abs(lu_(pivot, k)) > smallest)) return false;
    if (pivot != k) {
      std::swap(row_[k], row_[pivot]);
      for (int j = 0; j < n; ++j) std::swap(lu_(k, j), lu_(pivot, j));
    }
    lu_(k, k) = 1 / lu_(k, k);
    for (int i = k + 1; i < n; ++i) {
      const double factor = lu_(i, k) *= lu_(k, k);
      for (int j = k + 1; j < n; ++j) lu_(i, j) -= factor * lu_(k, j);
    }
  }
  return true;
}

void SmallLu::Solve(Eigen::Ref<MatrixXd> columns) const {
  ForSize([&](auto n) {
    for (Eigen::Index c = 0; c < columns.cols(); ++c)
      SolveColumn<n>(&columns(0, c));
    return true;
  });
}

template <int n>
void SmallLu::SolveColumn(double* b) const {
  std::array<double, n> x;
  for (int i = 0; i < n; ++i) {
    x[i] = scale_[row_[i]] * b[row_[i]];
    for (int j = 0; j < i; ++j) x[i] -= lu_(i, j) * x[j];
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j) x[i] -= lu_(i, j) * x[j];
    x[i] *= lu_(i, i);
  }
  std::copy(x.begin(), x.end(), b);
}

template <class Run>
bool SmallLu::ForSize(const Run& run) const {
  switch (size_) {
    case 1:
      return run(std::integral_constant<int, 1>());
    case 2:
      return run(std::integral_constant<int, 2>());
    case 3:
      return run(std::integral_constant<int, 3>());
    case 4:
      return run(std::integral_constant<int, 4>());
    case 5:
      return run(std::integral_constant<int, 5>());
    case 6:
      return run(std::integral_constant<int, 6>());
    default:
      return true;
  }
}

}  // namespace tactus::solvers
