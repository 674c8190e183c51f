#include "tactus/integrators/dojo/rolling_radius.h"

#include <cmath>
#include <variant>

namespace tactus::integrators {
namespace {

// Slower turns than its root take no direction [rad^2/s^2].
constexpr double kAtRest = 1e-6;
// A cylinder whose axis is this near to the normal stands on its end.
constexpr double kOnEnd = 0.2;

double CalcRadius(const contact::Cylinder& cylinder, const Vector3d& n,
                  const Vector3d& dn) {
  const double across = n.head<2>().norm();
  if (across < kOnEnd) return 0;
  const double along_rim = (n.x() * dn.y() - n.y() * dn.x()) / across;
  return cylinder.radius / across * (along_rim * along_rim + kAtRest) /
         (dn.squaredNorm() + kAtRest);
}

double CalcRadius(const contact::Ellipsoid& ellipsoid, const Vector3d& n,
                  const Vector3d& dn) {
  const Vector3d D = ellipsoid.radii.cwiseAbs2(), Dn = D.cwiseProduct(n);
  const double H2 = n.dot(Dn), H = std::sqrt(H2);
  const double along = Dn.dot(dn);
  const double of_turn = dn.dot(D.cwiseProduct(dn)) - along * along / H2;
  const double mean = (D.sum() - Dn.squaredNorm() / H2) / 2;
  return (of_turn + kAtRest * mean) / (dn.squaredNorm() + kAtRest) / H;
}

}  // namespace

double CalcRollingRadius(const contact::Shape& shape, const Vector3d& n_G,
                         const Vector3d& w_G) {
  const Vector3d dn = w_G.cross(n_G);
  if (const auto* cylinder = std::get_if<contact::Cylinder>(&shape))
    return CalcRadius(*cylinder, n_G, dn);
  if (const auto* ellipsoid = std::get_if<contact::Ellipsoid>(&shape))
    return CalcRadius(*ellipsoid, n_G, dn);
  return 0;
}

}  // namespace tactus::integrators
