#include "tactus/solvers/interior_point/scaling.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tactus::solvers {
namespace {

// sqrt(x'Jx), above zero for what rounding has put onto the boundary.
double Norm(const Eigen::Ref<const VectorXd>& x) {
  const double tail = x.tail(x.size() - 1).norm();
  const double square = (x[0] - tail) * (x[0] + tail);
  return std::sqrt(std::max(square, std::numeric_limits<double>::min()));
}

}  // namespace

void NesterovToddScaling::Set(const ConeProduct& cones, const VectorXd& s,
                              const VectorXd& z) {
  cones_ = &cones;
  eta_.resize(cones.num_cones());
  w_.resize(cones.size());
  for (int c = 0; c < cones.num_cones(); ++c) {
    const int at = cones.start(c), n = cones.size(c);
    if (n == 1) {
      eta_[c] = std::sqrt(s[at] / z[at]);
      w_[at] = 1;
      continue;
    }
    const double norm_s = Norm(s.segment(at, n));
    const double norm_z = Norm(z.segment(at, n));
    eta_[c] = std::sqrt(norm_s / norm_z);
    auto w = w_.segment(at, n);
    w = s.segment(at, n) / norm_s;
    const double product = w.dot(z.segment(at, n)) / norm_z;
    w[0] += z[at] / norm_z;
    w.tail(n - 1) -= z.segment(at + 1, n - 1) / norm_z;
    w /= std::sqrt(2 * (1 + product));
  }
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
  for (int c = 0; c < cones_->num_cones(); ++c) {
    const int at = cones_->start(c), n = cones_->size(c);
    if (n == 1) {
      (*product)[at] = eta_[c] * x[at];
      continue;
    }
    const auto w = w_.segment(at, n), part = x.segment(at, n);
    const double along = w.tail(n - 1).dot(part.tail(n - 1));
    (*product)[at] = eta_[c] * (w[0] * part[0] + along);
    product->segment(at + 1, n - 1) =
        eta_[c] *
        (part.tail(n - 1) + (part[0] + along / (1 + w[0])) * w.tail(n - 1));
  }
}

// W^-1 x = (w'Jx, x_ + (-x_0 + w_'x_ / (1 + w_0)) w_) / eta.
void NesterovToddScaling::Divide(const VectorXd& x, VectorXd* quotient) const {
  quotient->resize(x.size());
  for (int c = 0; c < cones_->num_cones(); ++c) {
    const int at = cones_->start(c), n = cones_->size(c);
    if (n == 1) {
      (*quotient)[at] = x[at] / eta_[c];
      continue;
    }
    const auto w = w_.segment(at, n), part = x.segment(at, n);
    const double along = w.tail(n - 1).dot(part.tail(n - 1));
    (*quotient)[at] = (w[0] * part[0] - along) / eta_[c];
    quotient->segment(at + 1, n - 1) =
        (part.tail(n - 1) + (-part[0] + along / (1 + w[0])) * w.tail(n - 1)) /
        eta_[c];
  }
}

}  // namespace tactus::solvers
