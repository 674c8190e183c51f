#include "tactus/solvers/interior_point/scaling.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tactus/solvers/interior_point/tail.h"

namespace tactus::solvers {
namespace {

// sqrt(x'Jx), above zero for what rounding has put onto the boundary.
template <class Size>
double Norm(const VectorXd& x, int at, Size n) {
  const double tail = TailOf(x, at, n).norm();
  const double square = (x[at] - tail) * (x[at] + tail);
  return std::sqrt(std::max(square, std::numeric_limits<double>::min()));
}

}  // namespace

void NesterovToddScaling::Set(const ConeProduct& cones, const VectorXd& s,
                              const VectorXd& z) {
  cones_ = &cones;
  eta_.resize(cones.num_cones());
  w_.resize(cones.size());
  cones.ForEach(
      [&](int c, int at) {
        eta_[c] = std::sqrt(s[at] / z[at]);
        w_[at] = 1;
      },
      [&](int c, int at, auto n) {
        const double norm_s = Norm(s, at, n), norm_z = Norm(z, at, n);
        eta_[c] = std::sqrt(norm_s / norm_z);
        auto w = w_.segment(at, n);
        w = s.segment(at, n) / norm_s;
        const double product = w.dot(z.segment(at, n)) / norm_z;
        w_[at] += z[at] / norm_z;
        TailOf(w_, at, n) -= TailOf(z, at, n) / norm_z;
        w /= std::sqrt(2 * (1 + product));
      });
  Multiply(z, &lambda_);
}

void NesterovToddScaling::AddSquare(int row, int column, MatrixXd* out) const {
  for (int c = 0; c < cones_->num_cones(); ++c) {
    const int at = cones_->start(c), n = cones_->size(c);
    AddSquare(c, out->block(row + at, column + at, n, n));
  }
}

void NesterovToddScaling::AddSquare(int cone,
                                    Eigen::Ref<MatrixXd> block) const {
  const int at = cones_->start(cone), n = cones_->size(cone);
  const double scale = eta_[cone] * eta_[cone];
  if (n == 1) {
    block(0, 0) += scale;
    return;
  }
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i)
      block(i, j) += 2 * scale * w_[at + i] * w_[at + j];
    block(j, j) += j == 0 ? -scale : scale;
  }
}

// W x = eta (w'x, x_ + (x_0 + w_'x_ / (1 + w_0)) w_),   x_ = (x_1, ...).
void NesterovToddScaling::Multiply(const VectorXd& x, VectorXd* product) const {
  product->resize(x.size());
  cones_->ForEach([&](int c, int at) { (*product)[at] = eta_[c] * x[at]; },
                  [&](int c, int at, auto n) {
                    const auto w = TailOf(w_, at, n), part = TailOf(x, at, n);
                    const double along = w.dot(part);
                    (*product)[at] = eta_[c] * (w_[at] * x[at] + along);
                    TailOf(*product, at, n) =
                        eta_[c] * (part + (x[at] + along / (1 + w_[at])) * w);
                  });
}

// W^-1 x = (w'Jx, x_ + (-x_0 + w_'x_ / (1 + w_0)) w_) / eta.
void NesterovToddScaling::Divide(const VectorXd& x, VectorXd* quotient) const {
  quotient->resize(x.size());
  cones_->ForEach([&](int c, int at) { (*quotient)[at] = x[at] / eta_[c]; },
                  [&](int c, int at, auto n) {
                    const auto w = TailOf(w_, at, n), part = TailOf(x, at, n);
                    const double along = w.dot(part);
                    (*quotient)[at] = (w_[at] * x[at] - along) / eta_[c];
                    TailOf(*quotient, at, n) =
                        (part + (-x[at] + along / (1 + w_[at])) * w) / eta_[c];
                  });
}

}  // namespace tactus::solvers
