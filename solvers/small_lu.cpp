#include "tactus/solvers/small_lu.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace tactus::solvers {

bool SmallLu::Factorize(const Eigen::Ref<const MatrixXd>& A, double smallest) {
  const int n = static_cast<int>(A.rows());
  assert(n == A.cols() && n <= kMost);
  size_ = n;
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
  if (size_ == 1) {
    columns *= lu_(0, 0) * scale_[0];
    return;
  }
  std::array<double, kMost> x;
  for (Eigen::Index c = 0; c < columns.cols(); ++c) {
    for (int i = 0; i < size_; ++i) {
      x[i] = scale_[row_[i]] * columns(row_[i], c);
      for (int j = 0; j < i; ++j) x[i] -= lu_(i, j) * x[j];
    }
    for (int i = size_ - 1; i >= 0; --i) {
      for (int j = i + 1; j < size_; ++j) x[i] -= lu_(i, j) * x[j];
      x[i] *= lu_(i, i);
      columns(i, c) = x[i];
    }
  }
}

}  // namespace tactus::solvers
