#include "tactus/contact/cond/friction_ellipse.h"

#include <cmath>
#include <numbers>

#include <catch2/catch.hpp>

#include "tactus/contact/cond/friction_cone.h"

namespace tactus::contact {
namespace {

double Reach(const Vector2d& x, const Vector2d& a) {
  return x.cwiseQuotient(a).norm();
}

TEST_CASE("ProjectOnEllipse: outside -> on it, along its normal") {
  for (const Vector2d& a : {Vector2d(1, 1), Vector2d(2, 0.5), Vector2d(1e-3, 1),
                            Vector2d(3, 2.9)}) {
    for (int i = 0; i < 24; ++i) {
      for (const double far : {1.0001, 1.5, 10.0, 1e4}) {
        const double angle = i * std::numbers::pi / 12;
        const Vector2d x =
            far * a.cwiseProduct(Vector2d(std::cos(angle), std::sin(angle)));
        const Vector2d y = ProjectOnEllipse(x, a);
        INFO(a.transpose() << ", " << x.transpose());
        CHECK(Reach(y, a) == Approx(1).epsilon(1e-13));
        // x - y is along the normal, y_i / a_i^2, and outwards.
        const Vector2d normal = y.cwiseQuotient(a.cwiseProduct(a));
        const Vector2d gap = x - y;
        CHECK(std::abs(gap.x() * normal.y() - gap.y() * normal.x()) <
              1e-9 * gap.norm() * normal.norm());
        CHECK(gap.dot(normal) > 0);
      }
    }
  }
}

TEST_CASE("ProjectOnEllipse: no width -> the origin") {
  CHECK(ProjectOnEllipse({1, 2}, {0, 0}).isZero(0));
  CHECK(ProjectOnEllipse({1, 2}, {0, 1}).isZero(0));
}

TEST_CASE("ProjectOnEllipticCone: of equal coefficients -> the round cone") {
  const double mu = 0.4;
  const Vector2d grain = Vector2d(1, 2).normalized();
  for (const Vector3d& l :
       {Vector3d(0.1, 0.2, 1), Vector3d(1, -2, 1), Vector3d(0.3, 0.1, -1)}) {
    const Vector3d round = ProjectOnCone(ConeProjection::kStrict, mu, l);
    CHECK((ProjectOnEllipticCone(mu, mu, grain, l) - round).norm() < 1e-14);
  }
}

TEST_CASE(
    "ProjectOnEllipticCone: along or across the grain -> that axis's mu") {
  const Vector2d grain(0, 1);
  const Vector3d along = ProjectOnEllipticCone(0.2, 0.6, grain, {0, 5, 2});
  CHECK((along - Vector3d(0, 0.4, 2)).norm() < 1e-13);
  const Vector3d across = ProjectOnEllipticCone(0.2, 0.6, grain, {5, 0, 2});
  CHECK((across - Vector3d(1.2, 0, 2)).norm() < 1e-13);
  const Vector3d inside(0.3, 0.1, 2);
  CHECK(ProjectOnEllipticCone(0.2, 0.6, grain, inside) == inside);
  // Without friction, and without a normal impulse.
  CHECK((ProjectOnEllipticCone(0, 0, grain, {1, 0, 2}) - Vector3d(0, 0, 2))
            .norm() == 0);
  CHECK(ProjectOnEllipticCone(0.2, 0.6, grain, {1, 1, -1}).isZero(0));
}

}  // namespace
}  // namespace tactus::contact
