#include "tactus/multibody/spatial_inertia.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::Random;

double Distance(const SpatialInertia& a, const SpatialInertia& b) {
  return (a.CalcMatrix() - b.CalcMatrix()).norm();
}

// A solid whose slices at height z are ellipses of semi-axes (a, b): integrals
// over the slices by Gauss-Legendre quadrature on subintervals. An ellipse has
// the area pi a b and the mean squares a²/4, b²/4.
using Slice = std::function<Vector2d(double z)>;

SpatialInertia IntegrateSlices(const Slice& slice, double height) {
  constexpr double kNodes[] = {-0.7745966692414834, 0, 0.7745966692414834};
  constexpr double kWeights[] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
  constexpr int kIntervals = 3000;
  const double half = height / kIntervals;
  SpatialInertia sum;
  for (int i = 0; i < kIntervals; ++i) {
    for (int k = 0; k < 3; ++k) {
      const double z = -height + half * (2 * i + 1 + kNodes[k]);
      const Vector2d axes = slice(z);
      const double mass = half * kWeights[k] * M_PI * axes.prod();
      const double xx = axes[0] * axes[0] / 4, yy = axes[1] * axes[1] / 4;
      sum.mass += mass;
      sum.I_Bcm +=
          mass *
          Matrix3d(Vector3d(yy + z * z, xx + z * z, xx + yy).asDiagonal());
    }
  }
  return sum;
}

void CheckSolid(const contact::Shape& shape, const Slice& slice,
                double height) {
  const SpatialInertia solid =
      MakeSolidInertia(shape, 1, RigidTransform::Identity());
  const SpatialInertia expected = IntegrateSlices(slice, height);
  CHECK(solid.mass == Approx(expected.mass).epsilon(1e-6));
  CHECK(solid.p_BoBcm.isZero(0));
  CHECK((solid.I_Bcm - expected.I_Bcm).norm() < 1e-6 * expected.I_Bcm.norm());
}

TEST_CASE("MakeSolidInertia: round solids -> the inertia of their slices") {
  CheckSolid(
      contact::Sphere{0.7},
      [](double z) -> Vector2d {
        return Vector2d::Constant(std::sqrt(0.49 - z * z));
      },
      0.7);
  CheckSolid(
      contact::Ellipsoid{{0.3, 0.5, 0.8}},
      [](double z) -> Vector2d {
        return Vector2d(0.3, 0.5) * std::sqrt(1 - z * z / 0.64);
      },
      0.8);
  CheckSolid(
      contact::Cylinder{0.4, 0.9},
      [](double) -> Vector2d {
        return {0.4, 0.4};
      },
      0.9);
  CheckSolid(
      contact::Capsule{0.4, 0.9},
      [](double z) -> Vector2d {
        const double beyond = std::max(0.0, std::abs(z) - 0.9);
        return Vector2d::Constant(std::sqrt(0.16 - beyond * beyond));
      },
      1.3);
}

TEST_CASE(
    "MakeSolidInertia: a box -> m/12 times the sums of its edges' squares") {
  const SpatialInertia box = MakeSolidInertia(contact::Box{{0.5, 1, 1.5}}, 2,
                                              RigidTransform::Identity());
  CHECK(box.mass == Approx(2 * 1 * 2 * 3));
  const Vector3d expected(4 + 9, 1 + 9, 1 + 4);
  CHECK((box.I_Bcm - Matrix3d((12.0 / 12 * expected).asDiagonal())).norm() <
        1e-14);
}

TEST_CASE(
    "MakeSolidInertia: a capsule of no length, a box's mesh -> a sphere's, a "
    "box's") {
  const RigidTransform X = RigidTransform::Identity();
  CHECK(Distance(MakeSolidInertia(contact::Capsule{0.3, 0}, 100, X),
                 MakeSolidInertia(contact::Sphere{0.3}, 100, X)) < 1e-14);

  // Off centre: the corners of [1, 2] x [1, 4] x [1, 6].
  std::vector<Vector3d> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back(1 + (i & 1), 1 + 3 * (i >> 1 & 1), 1 + 5 * (i >> 2));
  }
  const contact::ConvexMesh mesh{
      std::make_shared<contact::ConvexHull>(corners)};
  RigidTransform X_BG = RigidTransform::Identity();
  X_BG.translation() << 1.5, 2.5, 3.5;
  CHECK(Distance(MakeSolidInertia(mesh, 2, X),
                 MakeSolidInertia(contact::Box{{0.5, 1.5, 2.5}}, 2, X_BG)) <
        1e-10);
  CHECK_THROWS_WITH(MakeSolidInertia(contact::ConvexMesh{}, 1, X),
                    Contains("without a hull"));
}

TEST_CASE("MakeSolidInertia: a pose -> the inertia moved and turned") {
  Random random(1);
  const RigidTransform X_BG = random.Pose();
  const contact::Box box{{0.1, 0.2, 0.3}};
  const SpatialInertia placed = MakeSolidInertia(box, 1000, X_BG);
  const SpatialInertia here =
      MakeSolidInertia(box, 1000, RigidTransform::Identity());
  CHECK((placed.p_BoBcm - X_BG.translation()).norm() < 1e-15);
  CHECK((X_BG.linear().transpose() * placed.I_Bcm * X_BG.linear() - here.I_Bcm)
            .norm() < 1e-14);
}

TEST_CASE("MakeSolidInertia: a half-space or a wrong density -> refused") {
  const RigidTransform X = RigidTransform::Identity();
  CHECK_THROWS_WITH(MakeSolidInertia(contact::HalfSpace{}, 1, X),
                    Contains("half-space"));
  CHECK_THROWS_WITH(MakeSolidInertia(contact::Sphere{1}, -1, X),
                    Contains("density is -1"));
  CHECK_THROWS_WITH(
      MakeSolidInertia(contact::Sphere{1},
                       std::numeric_limits<double>::infinity(), X),
      Contains("density is inf"));
  CHECK(MakeSolidInertia(contact::Sphere{1}, 0, X).mass == 0);
}

// Point masses that are given in A and in B.
TEST_CASE("SpatialInertia: added and re-expressed -> as its point masses are") {
  Random random(2);
  const RigidTransform X_AB = random.Pose();
  SpatialInertia in_A, in_B;
  MassMoments moments;
  for (int i = 0; i < 6; ++i) {
    const double mass = random.Uniform(0.1, 1);
    const Vector3d p = random.Vector3();
    in_B = in_B + SpatialInertia{.mass = mass, .p_BoBcm = p};
    in_A = in_A + SpatialInertia{.mass = mass, .p_BoBcm = X_AB * p};
    const Matrix3d r = CrossMatrix(p);
    moments += {mass, mass * p, -mass * r * r};
  }
  CHECK(Distance(in_B.ReExpressedIn(X_AB), in_A) < 1e-14);
  CHECK((in_B.CalcMatrix() - moments.ToMatrix()).norm() < 1e-14);
  CHECK(((in_B + SpatialInertia{}).CalcMatrix() - in_B.CalcMatrix()).norm() <
        1e-14);
  CHECK((SpatialInertia{} + SpatialInertia{}).CalcMatrix().isZero(0));
}

SpatialInertia WithMoments(double a, double b, double c) {
  SpatialInertia inertia{.mass = 1};
  inertia.I_Bcm = Vector3d(a, b, c).asDiagonal();
  return inertia;
}

TEST_CASE("RequirePhysical: physical inertias, at the edge too -> accepted") {
  CHECK_NOTHROW(RequirePhysical({}, "nothing"));
  CHECK_NOTHROW(RequirePhysical({.mass = 1}, "a point"));
  CHECK_NOTHROW(RequirePhysical(WithMoments(1, 2, 3), "a plate"));
  CHECK_NOTHROW(RequirePhysical(WithMoments(0, 2, 2), "a rod"));
  CHECK_NOTHROW(RequirePhysical(WithMoments(1, 2, 3 + 1e-9), "round-off"));
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    CHECK_NOTHROW(RequirePhysical(random.Inertia().ReExpressedIn(random.Pose()),
                                  "a cloud"));
  }
}

TEST_CASE(
    "RequirePhysical: unphysical inertias -> refused with owner and rule") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH(RequirePhysical({.mass = -0.5}, "body 'arm'"),
                    Contains("body 'arm'") && Contains("mass is -0.5"));
  CHECK_THROWS_WITH(RequirePhysical({.mass = nan}, "body 'arm'"),
                    Contains("mass is nan"));
  CHECK_THROWS_WITH(
      RequirePhysical({.mass = 1, .p_BoBcm = {0, nan, 0}}, "body 'arm'"),
      Contains("body 'arm'") && Contains("centre of mass"));
  CHECK_THROWS_WITH(RequirePhysical(WithMoments(1, nan, 1), "body 'arm'"),
                    Contains("body 'arm'") && Contains("not finite"));
  CHECK_THROWS_WITH(RequirePhysical(WithMoments(-1, 2, 2), "body 'arm'"),
                    Contains("body 'arm'") &&
                        Contains("negative principal moment (-1 of -1, 2, 2"));
  CHECK_THROWS_WITH(
      RequirePhysical(WithMoments(3.5, 1, 2), "body 'arm'"),
      Contains("body 'arm'") && Contains("triangle inequality: 1 + 2 < 3.5"));
  SpatialInertia skew = WithMoments(1, 1, 1);
  skew.I_Bcm(0, 1) = 0.01;
  CHECK_THROWS_WITH(RequirePhysical(skew, "body 'arm'"),
                    Contains("body 'arm'") && Contains("not symmetric"));

  // The principal moments count, not the diagonal.
  Random random(4);
  const RigidTransform X = random.Pose();
  CHECK_THROWS_WITH(
      RequirePhysical(WithMoments(3.5, 1, 2).ReExpressedIn(X), "body 'arm'"),
      Contains("triangle inequality"));
}

// Eigen's matrices are not, and a designated initialiser makes it easy to ask
// for one: over memory full of ones it would show.
TEST_CASE("SpatialInertia: parts given as {} -> zero") {
  alignas(SpatialInertia) unsigned char memory[sizeof(SpatialInertia)];
  std::fill(std::begin(memory), std::end(memory), 0xff);
  const auto* inertia =
      new (memory) SpatialInertia{.mass = 2, .p_BoBcm = {}, .I_Bcm = {}};
  CHECK(inertia->mass == 2);
  CHECK(inertia->p_BoBcm == Vector3d::Zero());
  CHECK(inertia->I_Bcm == Matrix3d::Zero());
}

TEST_CASE("SpatialInertia: parts assigned -> like other matrices") {
  SpatialInertia inertia;
  inertia.p_BoBcm = {1, 2, 3};
  CHECK(inertia.p_BoBcm == Vector3d(1, 2, 3));
  inertia.p_BoBcm = 2 * inertia.p_BoBcm - Vector3d::UnitX();
  CHECK(inertia.p_BoBcm == Vector3d(1, 4, 6));
  inertia.p_BoBcm = {};
  CHECK(inertia.p_BoBcm == Vector3d::Zero());
  inertia.I_Bcm = Vector3d(1, 2, 3).asDiagonal();
  inertia.I_Bcm += Matrix3d::Identity();
  CHECK(inertia.I_Bcm.diagonal() == Vector3d(2, 3, 4));
  inertia.I_Bcm << 1, 0, 0, 0, 2, 0, 0, 0, 3;
  CHECK(inertia.I_Bcm.trace() == 6);
}

}  // namespace
}  // namespace tactus::multibody
