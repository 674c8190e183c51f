#include "tactus/multibody/tendon_wrap_rates.h"

#include <cmath>

namespace tactus::multibody {
namespace {

constexpr double kLeast = 1e-9;  // Of the radius, or of a sine.

// Of A(d): A' p/d, and A'' = r^2 / (d^2 sqrt(d^2 - r^2)); `space` is the
// identity, or that of the plane in which d is.
void AddTangent(const Vector3d& p, double radius, const Matrix3d& space, int at,
                WrapRates* rates) {
  const double d2 = p.squaredNorm();
  const double length = std::sqrt(d2 - radius * radius);
  const Matrix3d along = p * p.transpose() / d2;
  rates->gradient.segment<3>(at) += length / d2 * p;
  rates->hessian.block<3, 3>(at, at) +=
      radius * radius / (length * d2) * along + length / d2 * (space - along);
}

// Of +-r angle, m x p / d^2 at each end, with m constant, or the unit vector of
// p0 x p1, which turns by (1 - m m') (dp0 x p1 + p0 x dp1) / |p0 x p1|.
void AddAngle(const Vector3d& m, const Vector3d& p0, const Vector3d& p1,
              double radius, bool turns, WrapRates* rates) {
  const Vector3d p[] = {p0, p1};
  Eigen::Matrix<double, 3, 6> dm = Eigen::Matrix<double, 3, 6>::Zero();
  if (turns) {
    dm << -CrossMatrix(p1), CrossMatrix(p0);
    dm = (Matrix3d::Identity() - m * m.transpose()) * dm / p0.cross(p1).norm();
  }
  for (int i = 0; i < 2; ++i) {
    const double d2 = p[i].squaredNorm(), share = (i == 0 ? -1 : 1) * radius;
    const Vector3d around = m.cross(p[i]) / d2;
    rates->gradient.segment<3>(3 * i) += share * around;
    auto rows = rates->hessian.middleRows<3>(3 * i);
    rows -= share / d2 * CrossMatrix(p[i]) * dm;
    rows.middleCols<3>(3 * i) +=
        share * (CrossMatrix(m) - 2 * around * p[i].transpose()) / d2;
  }
}

// Of sqrt(l^2 + rise^2), with rise = z1 - z0.
void AddRise(double flat, double rise, WrapRates* rates) {
  Vector6d up = Vector6d::Zero();
  up[2] = -1;
  up[5] = 1;
  const double all = std::hypot(flat, rise);
  const Vector6d gradient = (flat * rates->gradient + rise * up) / all;
  rates->hessian =
      (flat * rates->hessian + rates->gradient * rates->gradient.transpose() +
       up * up.transpose() - gradient * gradient.transpose()) /
      all;
  rates->gradient = gradient;
}

std::optional<WrapRates> CalcOutside(const WrapShape& shape, const Wrap& wrap,
                                     Vector3d p0, Vector3d p1) {
  const double rise = p1.z() - p0.z(), r = shape.radius;
  if (shape.is_cylinder) p0.z() = p1.z() = 0;
  const double d0 = p0.norm(), d1 = p1.norm();
  if (std::min(d0, d1) < (1 + kLeast) * r) return std::nullopt;
  if (!shape.is_cylinder && p0.cross(p1).norm() < kLeast * d0 * d1)
    return std::nullopt;
  WrapRates rates{.gradient = Vector6d::Zero(), .hessian = Matrix6d::Zero()};
  Matrix3d space = Matrix3d::Identity();
  if (shape.is_cylinder) space(2, 2) = 0;
  AddTangent(p0, r, space, 0, &rates);
  AddTangent(p1, r, space, 3, &rates);
  AddAngle(wrap.normal, p0, p1, wrap.turn < 0 ? -r : r, !shape.is_cylinder,
           &rates);
  if (shape.is_cylinder) {
    const double flat = std::sqrt(d0 * d0 - r * r) +
                        std::sqrt(d1 * d1 - r * r) + r * std::abs(wrap.turn);
    AddRise(flat, rise, &rates);
  }
  return rates;
}

// P moves by u along the surface, and falls off it by |u|^2 / (2 r) where that
// is round.
std::optional<WrapRates> CalcInside(const WrapShape& shape, const Wrap& wrap,
                                    const Vector3d& p0, const Vector3d& p1) {
  constexpr double kStraight = 1e-6;
  Vector3d out = wrap.first;
  if (shape.is_cylinder) out.z() = 0;
  out.normalize();
  Eigen::Matrix<double, 3, 2> T;
  T.col(0) = shape.is_cylinder ? Vector3d(Vector3d::UnitZ())
                               : Vector3d(out.unitOrthogonal());
  T.col(1) = out.cross(Vector3d(T.col(0)));
  WrapRates rates{.gradient = Vector6d::Zero(), .hessian = Matrix6d::Zero()};
  Eigen::Matrix<double, 6, 2> F_pu;
  Eigen::Matrix2d F_uu = Eigen::Matrix2d::Zero();
  Vector3d pull = Vector3d::Zero();
  for (int i = 0; i < 2; ++i) {
    const Vector3d along = wrap.first - (i == 0 ? p0 : p1);
    const double length = along.norm();
    const Vector3d n = along / length;
    const Matrix3d Q = (Matrix3d::Identity() - n * n.transpose()) / length;
    rates.gradient.segment<3>(3 * i) = -n;
    rates.hessian.block<3, 3>(3 * i, 3 * i) = Q;
    F_pu.middleRows<3>(3 * i) = -Q * T;
    F_uu += T.transpose() * Q * T;
    pull += n;
  }
  if ((T.transpose() * pull).norm() > kStraight) return std::nullopt;
  const double curvature = out.dot(pull) / shape.radius;
  if (!shape.is_cylinder) F_uu(0, 0) -= curvature;
  F_uu(1, 1) -= curvature;
  rates.hessian -= F_pu * F_uu.inverse() * F_pu.transpose();
  return rates;
}

}  // namespace

std::optional<WrapRates> CalcWrapRates(const WrapShape& shape, const Wrap& wrap,
                                       const Vector3d& p0, const Vector3d& p1) {
  const bool is_inside = shape.side && shape.side->norm() < shape.radius;
  return is_inside ? CalcInside(shape, wrap, p0, p1)
                   : CalcOutside(shape, wrap, p0, p1);
}

}  // namespace tactus::multibody
