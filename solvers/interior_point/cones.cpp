#include "tactus/solvers/interior_point/cones.h"

#include <algorithm>
#include <cmath>

#include "tactus/solvers/interior_point/tail.h"

namespace tactus::solvers {
namespace {

// Largest alpha with x + alpha dx >= 0.
double StepToZero(double x, double dx) {
  return dx < 0 ? -x / dx : kInfinity;
}

// Largest alpha with x + alpha dx in the second-order cone: the first root of
//
//     (x + alpha dx)_0^2 - |(x + alpha dx)_|^2 = c + 2 b alpha + a alpha^2,
//
// taken without cancellation.
template <class Vector, class Size>
double StepToCone(const Vector& x, const Vector& dx, Size n) {
  const auto product = [&](const auto& u, const auto& w) {
    return u[0] * w[0] - TailOf(u, 0, n).dot(TailOf(w, 0, n));
  };
  const double norm = TailOf(x, 0, n).norm();
  const double c = (x[0] - norm) * (x[0] + norm);
  const double a = product(dx, dx), b = product(x, dx);
  const double discriminant = b * b - a * c;
  double step = StepToZero(x[0], dx[0]);
  if (discriminant < 0) return step;  // never meets the double cone
  const double root = std::sqrt(discriminant);
  // Both roots: q / a and c / q.
  const double q = -(b + std::copysign(root, b));
  for (const double alpha :
       {a != 0 ? q / a : kInfinity, q != 0 ? c / q : kInfinity}) {
    if (alpha > 0) step = std::min(step, alpha);
  }
  return step;
}

}  // namespace

int ConeProduct::Add(int size) {
  starts_.push_back(size_);
  sizes_.push_back(size);
  size_ += size;
  return starts_.back();
}

void ConeProduct::SetNeutral(double scale, VectorXd* x) const {
  x->setZero(size_);
  for (const int at : starts_) (*x)[at] = scale;
}

void ConeProduct::Multiply(const VectorXd& a, const VectorXd& b,
                           VectorXd* product) const {
  product->resize(size_);
  ForEach([&](int, int at) { (*product)[at] = a[at] * b[at]; },
          [&](int, int at, auto n) {
            (*product)[at] = a.segment(at, n).dot(b.segment(at, n));
            TailOf(*product, at, n) =
                a[at] * TailOf(b, at, n) + b[at] * TailOf(a, at, n);
          });
}

// b_0 = (a_0 p_0 - a_'p_) / (a_0^2 - |a_|^2),   b_ = (p_ - b_0 a_) / a_0.
void ConeProduct::Divide(const VectorXd& product, const VectorXd& a,
                         VectorXd* b) const {
  b->resize(size_);
  ForEach([&](int, int at) { (*b)[at] = product[at] / a[at]; },
          [&](int, int at, auto n) {
            const auto tail = TailOf(a, at, n), p = TailOf(product, at, n);
            const double length = tail.norm();
            const double b0 = (a[at] * product[at] - tail.dot(p)) /
                              ((a[at] - length) * (a[at] + length));
            (*b)[at] = b0;
            TailOf(*b, at, n) = (p - b0 * tail) / a[at];
          });
}

// x = (l1 + l2)/2 e + (l1 - l2)/2 (0, x_ / |x_|).
void ConeProduct::ClampEigenvalues(double lower, double upper,
                                   VectorXd* x) const {
  ForEach([&](int, int at) { (*x)[at] = std::clamp((*x)[at], lower, upper); },
          [&](int, int at, auto n) {
            auto tail = TailOf(*x, at, n);
            const double length = tail.norm();
            const double l1 = std::clamp((*x)[at] + length, lower, upper);
            const double l2 = std::clamp((*x)[at] - length, lower, upper);
            (*x)[at] = (l1 + l2) / 2;
            if (length > 0) tail *= (l1 - l2) / (2 * length);
          });
}

double ConeProduct::CalcStep(const VectorXd& x, const VectorXd& dx,
                             double tau_linear, double tau_second_order) const {
  double step = 1;
  ForEach(
      [&](int, int at) {
        step = std::min(step, tau_linear * StepToZero(x[at], dx[at]));
      },
      [&](int, int at, auto n) {
        step =
            std::min(step, tau_second_order * StepToCone(x.segment(at, n),
                                                         dx.segment(at, n), n));
      });
  return step;
}

}  // namespace tactus::solvers
