#include "tactus/multibody/tendon_wrap.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tactus::multibody {
namespace {

using Vector2d = Eigen::Vector2d;

constexpr double kTiny = 1e-15;

double Cross(const Vector2d& a, const Vector2d& b) {
  return a.x() * b.y() - a.y() * b.x();
}

// Of the circle around the origin, between two ends of the string.
struct Arc {
  Vector2d first, last;
  double turn{};
};

Vector2d NearestToOrigin(const Vector2d& a, const Vector2d& b) {
  const Vector2d along = b - a;
  const double s = std::clamp(-along.dot(a) / along.squaredNorm(), 0.0, 1.0);
  return a + s * along;
}

// Whether segments a0 a1 and b0 b1 cross.
bool DoCross(const Vector2d& a0, const Vector2d& a1, const Vector2d& b0,
             const Vector2d& b1) {
  const Vector2d a = a1 - a0, b = b1 - b0, d = b0 - a0;
  const double det = Cross(a, b);
  if (std::abs(det) < kTiny) return false;
  const double s = Cross(d, b) / det, t = Cross(d, a) / det;
  return s >= 0 && s <= 1 && t >= 0 && t <= 1;
}

// Where the tangent from p touches: to the left of p's direction for sign 1,
// seen from the origin,
//
//     (r^2 p + sign r sqrt(p^2 - r^2) e_z x p) / p^2.
Vector2d TangentPoint(const Vector2d& p, double r, double sign) {
  const double p2 = p.squaredNorm();
  const Vector2d left(-p.y(), p.x());
  return (r * r * p + sign * r * std::sqrt(p2 - r * r) * left) / p2;
}

// Around the circle by the left, for sign 1, or by the right; the turn is the
// way's own, all around if need be.
Arc GoAround(const Vector2d& p0, const Vector2d& p1, double r, double sign) {
  Arc arc{TangentPoint(p0, r, sign), TangentPoint(p1, r, -sign), 0};
  double turn = std::atan2(Cross(arc.first, arc.last), arc.first.dot(arc.last));
  if (sign * turn < 0) turn += sign * 2 * std::numbers::pi;
  arc.turn = turn;
  return arc;
}

// How good a way is: on the side, or short; none that cuts its own ends off.
double Rate(const Arc& arc, const Vector2d& p0, const Vector2d& p1,
            const std::optional<Vector2d>& side) {
  constexpr double kCrossed = -1e4;
  if (DoCross(p0, arc.first, p1, arc.last)) return kCrossed;
  if (!side) return -(arc.first - arc.last).squaredNorm();
  return (arc.first + arc.last).normalized().dot(*side);
}

std::optional<Arc> WrapOutside(const Vector2d& p0, const Vector2d& p1, double r,
                               const std::optional<Vector2d>& side) {
  if (p0.norm() < r || p1.norm() < r || r < kTiny) return std::nullopt;
  if ((p1 - p0).squaredNorm() < kTiny) return std::nullopt;
  const Vector2d nearest = NearestToOrigin(p0, p1);
  if (nearest.norm() > r && (!side || side->dot(nearest) >= 0))
    return std::nullopt;
  const Arc left = GoAround(p0, p1, r, 1), right = GoAround(p0, p1, r, -1);
  const Arc& best =
      Rate(left, p0, p1, side) >= Rate(right, p0, p1, side) ? left : right;
  if (DoCross(p0, best.first, p1, best.last)) return std::nullopt;
  return best;
}

// The z of the header's equation, by Newton's method from the end where the
// point is nearly at the tangent.
std::optional<double> SolveInside(double A, double B, double angle) {
  constexpr int kMostSteps = 50;
  constexpr double kStart = 1 - 1e-7, kResidual = 1e-14;
  double z = kStart;
  for (int i = 0; i < kMostSteps; ++i) {
    const double f =
        std::asin(A * z) + std::asin(B * z) - 2 * std::asin(z) + angle;
    if (i == 0 && f > 0) return std::nullopt;
    const double slope = A / std::sqrt(1 - A * A * z * z) +
                         B / std::sqrt(1 - B * B * z * z) -
                         2 / std::sqrt(1 - z * z);
    const double step = f / slope;
    z = std::clamp(z - step, 0.0, kStart);
    if (std::abs(step) <= kResidual) break;
  }
  return z;
}

// One point of the circle, on the side of the string.
std::optional<Arc> WrapInside(const Vector2d& p0, const Vector2d& p1,
                              double r) {
  const double d0 = p0.norm(), d1 = p1.norm();
  if (d0 <= r || d1 <= r || r < kTiny) return std::nullopt;
  if ((p1 - p0).squaredNorm() > kTiny && NearestToOrigin(p0, p1).norm() <= r)
    return std::nullopt;
  const double angle = std::atan2(std::abs(Cross(p0, p1)), p0.dot(p1));
  if (std::numbers::pi - angle < 1e-8) return std::nullopt;
  const bool left = Cross(p0, p1) > 0;
  const Vector2d& from = left ? p0 : p1;
  Vector2d point = r * (p0 + p1).normalized();
  if (const auto z = SolveInside(r / d0, r / d1, angle)) {
    const double turn = std::asin(*z) - std::asin(*z * r / from.norm());
    point = Eigen::Rotation2Dd(turn) * (r * from.normalized());
  }
  return Arc{point, point, 0};
}

// The axes of the plane of the arc: that of the ends and the origin, or x and
// y of a cylinder.
Eigen::Matrix<double, 3, 2> MakePlane(const WrapShape& shape,
                                      const Vector3d& p0, const Vector3d& p1) {
  Eigen::Matrix<double, 3, 2> axes;
  if (shape.is_cylinder) {
    axes << Vector3d::UnitX(), Vector3d::UnitY();
    return axes;
  }
  const Vector3d a = p0.normalized();
  Vector3d normal = p0.cross(p1);
  if (normal.norm() < kTiny) {
    Eigen::Index least = 0;
    a.cwiseAbs().minCoeff(&least);
    normal = a.cross(Vector3d::Unit(least));
  }
  axes << a, normal.normalized().cross(a);
  return axes;
}

}  // namespace

std::optional<Wrap> CalcWrap(const WrapShape& shape, const Vector3d& p0,
                             const Vector3d& p1) {
  if (p0.norm() < kTiny || p1.norm() < kTiny) return std::nullopt;
  const double r = shape.radius;
  const Eigen::Matrix<double, 3, 2> axes = MakePlane(shape, p0, p1);
  const Vector2d a = axes.transpose() * p0, b = axes.transpose() * p1;
  std::optional<Vector2d> side;
  if (shape.side) side = (axes.transpose() * *shape.side).normalized();
  const bool is_inside = shape.side && shape.side->norm() < r;
  const std::optional<Arc> arc =
      is_inside ? WrapInside(a, b, r) : WrapOutside(a, b, r, side);
  if (!arc) return std::nullopt;
  Wrap wrap{.first = axes * arc->first,
            .last = axes * arc->last,
            .length = r * std::abs(arc->turn),
            .turn = arc->turn,
            .normal = axes.col(0).cross(axes.col(1))};
  if (shape.is_cylinder) {
    const double before = (arc->first - a).norm();
    const double all = before + wrap.length + (b - arc->last).norm();
    const double climb = (p1.z() - p0.z()) / all;
    wrap.first.z() = p0.z() + climb * before;
    wrap.last.z() = wrap.first.z() + climb * wrap.length;
    wrap.length = std::hypot(wrap.length, climb * wrap.length);
  }
  return wrap;
}

Vector3d PointOnWrap(const Wrap& wrap, double s) {
  const double height = wrap.normal.dot(wrap.first);
  const double climb = wrap.normal.dot(wrap.last) - height;
  const Vector3d across = wrap.first - height * wrap.normal;
  return Eigen::AngleAxisd(s * wrap.turn, wrap.normal) * across +
         (height + s * climb) * wrap.normal;
}

}  // namespace tactus::multibody
