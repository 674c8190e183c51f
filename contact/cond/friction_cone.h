#pragma once

#include <algorithm>

#include "tactus/common/types.h"
#include "tactus/contact/cond/friction_ellipse.h"
#include "tactus/contact/cond/options.h"

namespace tactus::contact {

/// The impulse of Coulomb's cone of coefficient `mu` about z for an impulse
/// `l`, (26) of [Lee22]:
///
///     strict     l_n = max(0, l_n),  l_t = l_t min(1, mu l_n / |l_t|)
///     proximal   the nearest point of the cone
inline Vector3d ProjectOnCone(ConeProjection projection, double mu,
                              const Vector3d& l) {
  const double normal = l.z(), tangential = l.head<2>().norm();
  const auto with = [&](double n, double t) {
    const double share = tangential > 0 ? t / tangential : 0;
    return Vector3d(share * l.x(), share * l.y(), n);
  };
  if (projection == ConeProjection::kStrict) {
    const double n = std::max(normal, 0.0);
    return with(n, std::min(tangential, mu * n));
  }
  if (tangential <= mu * normal) return l;
  if (mu * tangential <= -normal) return Vector3d::Zero();
  const double n = (normal + mu * tangential) / (1 + mu * mu);
  return with(n, mu * n);
}

/// The same for a cone whose section is an ellipse, with mu along `grain_C` and
/// `cross_mu` across it: normal first, then tangential (26).
inline Vector3d ProjectOnEllipticCone(double mu, double cross_mu,
                                      const Vector2d& grain_C,
                                      const Vector3d& l) {
  Eigen::Matrix2d axes;
  axes << grain_C, Vector2d(-grain_C.y(), grain_C.x());
  const double n = std::max(l.z(), 0.0);
  const Vector2d most = n * Vector2d(mu, cross_mu);
  Vector2d t = axes.transpose() * l.head<2>();
  if (!(t.cwiseQuotient(most).norm() <= 1)) t = ProjectOnEllipse(t, most);
  Vector3d projected;
  projected << axes * t, n;
  return projected;
}

/// The angular impulse `l`, about the normal z no larger than `torsional`, and
/// about what is tangent no larger than `rolling` [N m s].
inline Vector3d LimitTurning(const Vector3d& l, double torsional,
                             double rolling) {
  const double roll = l.head<2>().norm();
  const double share = roll > rolling ? rolling / roll : 1;
  return {share * l.x(), share * l.y(),
          std::clamp(l.z(), -torsional, torsional)};
}

}  // namespace tactus::contact
