#include "tactus/contact/geometry/approach.h"

#include <variant>

namespace tactus::contact {
namespace {

bool IsPlane(const MovingShape& s) {
  return std::holds_alternative<HalfSpace>(*s.shape);
}

Vector3d AngularVelocity(const MovingShape& s) {
  return s.path.U.head<3>();
}

Vector3d StraightVelocity(const MovingShape& s) {
  return s.path.U.tail<3>();
}

// |w| R + |w x r|; of a half-space at the other shape's centre.
double CalcTurningSpeed(const MovingShape& of, const Vector3d& center,
                        const Vector3d& other) {
  const Vector3d arm = (IsPlane(of) ? other : center) - of.path.p_WC;
  const Vector3d w = AngularVelocity(of);
  return w.norm() * CalcTurningRadius(*of.shape) + w.cross(arm).norm();
}

Approach BoundFromWorld(const MovingShape& a, const Vector3d& center_a,
                        const MovingShape& b, const Vector3d& center_b) {
  return {StraightVelocity(b) - StraightVelocity(a),
          CalcTurningSpeed(a, center_a, center_b) +
              CalcTurningSpeed(b, center_b, center_a)};
}

Approach BoundFromA(const MovingShape& a, const MovingShape& b,
                    const Vector3d& center_b, double h) {
  const Vector3d w_a = AngularVelocity(a), w_b = AngularVelocity(b);
  const Vector3d straight = StraightVelocity(b) - StraightVelocity(a);
  const Vector3d circling = w_b.cross(center_b - b.path.p_WC);
  const Vector3d carried = w_a.cross(center_b - a.path.p_WC);
  // x = U_B + w_B x r_B - U_A - w_A x q
  const Vector3d x = straight + circling - carried;
  // s = |U_B - U_A| + |w_B x r_B|
  const double s = straight.norm() + circling.norm();
  // a = |w_B| |w_B x r_B| + |w_A| (2 s + |w_A x q| + |w_A| s h)
  const double acceleration =
      w_b.norm() * circling.norm() +
      w_a.norm() * (2 * s + carried.norm() + w_a.norm() * s * h);
  return {x,
          (w_b - w_a).norm() * CalcTurningRadius(*b.shape) + acceleration * h};
}

}  // namespace

Approach BoundApproach(const MovingShape& a, const MovingShape& b,
                       double duration) {
  const Vector3d center_a = a.X_WG * CalcCenter(*a.shape);
  const Vector3d center_b = b.X_WG * CalcCenter(*b.shape);
  Approach least = BoundFromWorld(a, center_a, b, center_b);
  const auto take = [&least](const Approach& other) {
    if (other.speed() < least.speed()) least = other;
  };
  if (!IsPlane(b)) take(BoundFromA(a, b, center_b, duration));
  if (!IsPlane(a)) {
    Approach of_a = BoundFromA(b, a, center_a, duration);
    of_a.v = -of_a.v;
    take(of_a);
  }
  return least;
}

}  // namespace tactus::contact
