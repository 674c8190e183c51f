// Where bodies go within a step.
#include <cmath>

#include <catch2/catch.hpp>

#include "tactus/contact/geometry/sweep.h"

namespace tactus::contact {
namespace {

RigidTransform At(double x, double y, double z) {
  return RigidTransform(Eigen::Translation3d(x, y, z));
}

Vector6d MakeVelocity(const Vector3d& w, const Vector3d& v) {
  Vector6d V;
  V << w, v;
  return V;
}

TEST_CASE("Path: a body that flies -> its centre of mass moves straight") {
  const Vector3d p_BoBcm(0, 0.1, 0), w(0, 0, 2), v(1, 0, 0);
  const BodyPath path =
      MakeBodyPath({1, 2, 3}, p_BoBcm, MakeVelocity(w, v), Vector3d::Zero(),
                   true, 0.25, Vector3d::Zero());
  const RigidTransform X = path.Advance(At(1, 2, 3), 0.25);
  CHECK(Eigen::AngleAxisd(X.linear()).angle() == Approx(0.5));
  const Vector3d v_cm = v + w.cross(p_BoBcm);
  const Vector3d moved = X * p_BoBcm - (Vector3d(1, 2, 3) + p_BoBcm);
  CHECK((moved - 0.25 * v_cm).norm() < 1e-15);
}

TEST_CASE("Path: a body on a hinge -> circles about it") {
  const Vector3d hinge(0.3, 0.2, 0), p_WBo(0.3, 0.7, 0.1), w(0, 0, 30);
  const BodyPath path =
      MakeBodyPath(p_WBo, {0.1, 0, 0}, MakeVelocity(w, w.cross(p_WBo - hinge)),
                   w.cross(w.cross(p_WBo + Vector3d(0.1, 0, 0) - hinge)), false,
                   0.1, Vector3d::Zero());
  const double t = 0.1;  // 3 rad
  const RigidTransform X = path.Advance(At(p_WBo.x(), p_WBo.y(), p_WBo.z()), t);
  const Matrix3d R = Eigen::AngleAxisd(3, Vector3d::UnitZ()).toRotationMatrix();
  CHECK((X.linear() - R).norm() < 1e-14);
  CHECK((X.translation() - (hinge + R * (p_WBo - hinge))).norm() < 1e-14);
  CHECK((path.VelocityAt(X.translation(), t) - w.cross(X.translation() - hinge))
            .norm() < 1e-13);
}

// Its instantaneous axis is where it touches the ground.
TEST_CASE("Path: a wheel that rolls -> its centre moves straight") {
  const Vector3d p_WBo(1, 2, 0.05), w(0, 40, 0), v(2, 0, 0);
  const BodyPath path =
      MakeBodyPath(p_WBo, Vector3d::Zero(), MakeVelocity(w, v),
                   Vector3d::Zero(), false, 0.01, Vector3d::Zero());
  const RigidTransform X = path.Advance(At(1, 2, 0.05), 0.01);
  CHECK((X.translation() - (p_WBo + 0.01 * v)).norm() < 1e-15);
  CHECK(Eigen::AngleAxisd(X.linear()).angle() == Approx(0.4));
}

// Its instantaneous axis is farther away than the hinge, which goes straight.
TEST_CASE("Path: a link on a cart that moves -> circles about its hinge") {
  const Vector3d p_WBo(1, 2, 0.5), w(0, 20, 0), cart(-8, 0, 0);
  const Vector3d p_HBcm(0.1, 0, -0.3), p_BoBcm(0.02, 0.01, 0);
  const Vector3d hinge = p_WBo + p_BoBcm - p_HBcm;
  const BodyPath path = MakeBodyPath(
      p_WBo, p_BoBcm, MakeVelocity(w, cart + w.cross(p_WBo - hinge)),
      w.cross(w.cross(p_HBcm)), false, 0.05, Vector3d::Zero());
  const double t = 0.05;  // 1 rad
  const RigidTransform X = path.Advance(At(1, 2, 0.5), t);
  const Matrix3d R = Eigen::AngleAxisd(1, Vector3d::UnitY()).toRotationMatrix();
  CHECK((X.linear() - R).norm() < 1e-14);
  const Vector3d expected = hinge + t * cart + R * (p_WBo - hinge);
  CHECK((X.translation() - expected).norm() < 1e-14);
}

TEST_CASE("Path: on a screw, or hardly turning -> still its velocity") {
  const Vector3d p_WBo(0.3, -0.2, 0.5), g(0, 0, -9.81);
  const double h = 0.01;
  for (const double rate : {1e-9, 1e-2, 3.0}) {
    const Vector6d V =
        MakeVelocity(rate * Vector3d(1, -2, 0.5), Vector3d(0.4, 0.3, -1));
    for (const bool flies : {false, true}) {
      const BodyPath path =
          MakeBodyPath(p_WBo, {0, 0.1, 0}, V, Vector3d(1, 2, 3), flies, h, g);
      CHECK((path.VelocityAt(p_WBo, 0) - V.tail<3>() - h * g).norm() < 1e-14);
    }
  }
}

}  // namespace
}  // namespace tactus::contact
