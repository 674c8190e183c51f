#include "tactus/contact/contact_frame.h"

#include <cmath>

namespace tactus::contact {
namespace {

// The pole, +-1 along z, that n is nearer to.
double PoleOf(const Vector3d& n) {
  const double decides = n.z() != 0 ? n.z() : n.x() != 0 ? n.x() : n.y();
  return std::copysign(1.0, decides);
}

}  // namespace

Matrix3d MakeContactFrame(const Vector3d& n) {
  const double sign = PoleOf(n);
  const double a = -1 / (sign + n.z());
  const double b = n.x() * n.y() * a;
  Matrix3d R;
  R.col(0) << 1 + sign * n.x() * n.x() * a, sign * b, -sign * n.x();
  R.col(1) << b, sign + n.y() * n.y() * a, -n.y();
  R.col(2) = n;
  return R;
}

// -s (n_x dn_y - n_y dn_x) / (1 + |n_z|), s the pole.
Vector3d CalcContactFrameSpin(const Vector3d& n) {
  return PoleOf(n) / (1 + std::abs(n.z())) * Vector3d(n.y(), -n.x(), 0);
}

}  // namespace tactus::contact
