#include "tactus/multibody/nearest_physical_inertia.h"

#include <limits>

#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

SpatialInertia WithMoments(const Vector3d& moments) {
  SpatialInertia inertia{.mass = 2, .p_BoBcm = {0.1, -0.2, 0.3}};
  inertia.I_Bcm = moments.asDiagonal();
  return inertia;
}

Vector3d NearestMoments(const Vector3d& moments) {
  return FindNearestPhysicalInertia(WithMoments(moments), "a body")
      .I_Bcm.diagonal();
}

TEST_CASE("FindNearestPhysicalInertia: a physical inertia -> itself") {
  for (const Vector3d& m : {Vector3d(1, 1, 1), Vector3d(1, 2, 3),
                            Vector3d(0, 0, 0), Vector3d(0, 1, 1)}) {
    CHECK(NearestMoments(m) == m);
    CHECK(IsPhysical(WithMoments(m)));
  }
}

// (1, 1, 3) lacks 1, which the three moments share; below the cone's tip all
// vanishes; (-3, 1, 1) lies nearest to a rod's inertia (0, 1, 1).
TEST_CASE(
    "FindNearestPhysicalInertia: unphysical moments -> the cone's nearest "
    "point") {
  const auto near = [](const Vector3d& a, const Vector3d& b) {
    return (a - b).norm() < 1e-14;
  };
  CHECK(near(NearestMoments({1, 1, 3}), {4. / 3, 4. / 3, 8. / 3}));
  CHECK(near(NearestMoments({3, 1, 1}), {8. / 3, 4. / 3, 4. / 3}));
  CHECK(near(NearestMoments({-1, -1, -1}), {0, 0, 0}));
  CHECK(near(NearestMoments({-3, 1, 1}), {0, 1, 1}));
  CHECK(near(NearestMoments({0, 0, 1}), {1. / 3, 1. / 3, 2. / 3}));
}

// P is the nearest point to I of a convex cone if and only if <I - P, P> = 0
// and <I - P, X> <= 0 for all X of the cone; its extreme rays are the inertias
// of thin rods, 1 - u u'.
TEST_CASE("FindNearestPhysicalInertia: any orientation -> none is nearer") {
  for (int k = 1; k <= 20; ++k) {
    Matrix3d A;
    for (int i = 0; i < 9; ++i) A(i / 3, i % 3) = std::sin(k * (3.7 * i + 1));
    SpatialInertia inertia{.mass = 1};
    inertia.I_Bcm = A + A.transpose();
    const SpatialInertia nearest = FindNearestPhysicalInertia(inertia, "b");
    CHECK_NOTHROW(RequirePhysical(nearest, "b"));
    const Matrix3d P = nearest.I_Bcm, D = inertia.I_Bcm - P;
    CHECK(std::abs((D * P).trace()) < 1e-13);
    const Matrix3d rods = D.trace() * Matrix3d::Identity() - D;
    const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(rods);
    CHECK(solver.eigenvalues().maxCoeff() < 1e-13);
  }
}

TEST_CASE(
    "FindNearestPhysicalInertia: an asymmetric part -> left out, mass kept") {
  SpatialInertia inertia = WithMoments({1, 2, 2.5});
  inertia.I_Bcm(0, 1) = 0.2;
  const SpatialInertia nearest = FindNearestPhysicalInertia(inertia, "b");
  CHECK(nearest.mass == inertia.mass);
  CHECK(nearest.p_BoBcm == inertia.p_BoBcm);
  const Matrix3d symmetric = (inertia.I_Bcm + inertia.I_Bcm.transpose()) / 2;
  CHECK((nearest.I_Bcm - symmetric).norm() < 1e-14);
}

TEST_CASE(
    "FindNearestPhysicalInertia: negative mass, moments not finite -> "
    "refused") {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  SpatialInertia inertia = WithMoments({1, 1, 3});
  inertia.mass = -1;
  CHECK_THROWS_WITH(FindNearestPhysicalInertia(inertia, "body 'b'"),
                    Catch::Contains("body 'b'") && Catch::Contains("mass"));
  inertia = WithMoments({1, kNan, 3});
  CHECK_THROWS_WITH(FindNearestPhysicalInertia(inertia, "body 'b'"),
                    Catch::Contains("not finite"));
}

}  // namespace
}  // namespace tactus::multibody
