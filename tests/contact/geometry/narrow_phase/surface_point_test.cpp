#include "tactus/contact/geometry/narrow_phase/surface_point.h"

#include <cmath>

#include "contact/geometry/narrow_phase/overlap_oracle.h"
#include "contact/geometry/narrow_phase/pair_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

SurfacePoint Nearest(const Shape& shape, const Vector3d& q) {
  return std::visit([&](const auto& s) { return NearestSurfacePoint(s, q); },
                    shape);
}

/// p is on the surface and the plane through it across n touches the solid.
void CheckSupported(const Shape& shape, const SurfacePoint& s) {
  CHECK(std::abs(s.normal.norm() - 1) < 1e-12);
  const double reach =
      SupportFunction(shape, RigidTransform::Identity(), s.normal);
  CHECK(std::abs(reach - s.normal.dot(s.p)) < 1e-12);
}

// From outside, the distance is the greatest over all directions of how far q
// is beyond the tangent plane; from inside, the least of how far it is below.
// The support at the normal found shows that no other point is nearer.
TEST_CASE(
    "NearestSurfacePoint: random points -> on the surface, along its normal") {
  Random random(1);
  for (const Kind kind : kAllKinds) {
    INFO(NameOf(kind));
    for (int i = 0; i < 300; ++i) {
      const Shape shape = RandomShape(kind, &random);
      const Vector3d q = RandomVector(&random, -0.15, 0.15);
      const SurfacePoint s = Nearest(shape, q);
      CHECK((s.p + s.distance * s.normal - q).norm() < 1e-13);
      CheckSupported(shape, s);
    }
  }
}

TEST_CASE(
    "NearestSurfacePoint: points inside -> no direction leads out sooner") {
  Random random(2);
  for (const Kind kind : kAllKinds) {
    INFO(NameOf(kind));
    int num_inside = 0;
    for (int i = 0; i < 300; ++i) {
      const Shape shape = RandomShape(kind, &random);
      const Vector3d q = RandomVector(&random, -0.05, 0.05);
      const SurfacePoint s = Nearest(shape, q);
      if (s.distance >= 0) continue;
      ++num_inside;
      for (int k = 0; k < 50; ++k) {
        const Vector3d n = RandomDirection(&random);
        const double way_out =
            SupportFunction(shape, RigidTransform::Identity(), n) - n.dot(q);
        CHECK(way_out >= -s.distance - 1e-12);
      }
    }
    CHECK(num_inside > 50);
  }
}

TEST_CASE(
    "NearestSurfacePoint: points outside -> normal is the distance's slope") {
  Random random(3);
  for (const Kind kind : kAllKinds) {
    INFO(NameOf(kind));
    for (int i = 0; i < 50; ++i) {
      const Shape shape = RandomShape(kind, &random);
      const Vector3d q = RandomDirection(&random) * 0.2;  // Outside of all.
      const SurfacePoint s = Nearest(shape, q);
      constexpr double h = 1e-6;
      for (int axis = 0; axis < 3; ++axis) {
        const Vector3d d = h * Vector3d::Unit(axis);
        const double slope =
            (Nearest(shape, q + d).distance - Nearest(shape, q - d).distance) /
            (2 * h);
        CHECK(slope == Approx(s.normal[axis]).margin(1e-8));
      }
    }
  }
}

TEST_CASE("NearestSurfacePoint: points of symmetry -> a point of the surface") {
  const Shape shapes[] = {Sphere{1},
                          Box{{1, 2, 3}},
                          Capsule{1, 2},
                          Cylinder{1, 2},
                          Cylinder{2, 1},
                          Ellipsoid{{1, 2, 3}},
                          Ellipsoid{{3, 1, 2}},
                          Ellipsoid{{2, 2, 1}},
                          Ellipsoid{{1, 1, 2}},
                          Ellipsoid{{1, 1, 1}},
                          MakeBoxMesh({1, 2, 3})};
  for (const Shape& shape : shapes) {
    for (const Vector3d& q :
         {Vector3d(0, 0, 0), Vector3d(0, 0, 0.5), Vector3d(0.5, 0, 0),
          Vector3d(0, 0.5, 0), Vector3d(1e-200, 0, 0), Vector3d(0, 0, 4),
          Vector3d(0, -4, 0), Vector3d(0.2, 0.2, 0), Vector3d(-0.0, 0, -3)}) {
      INFO(shape.index() << ": " << q.transpose());
      const SurfacePoint s = Nearest(shape, q);
      CHECK((s.p + s.distance * s.normal - q).norm() < 1e-12);
      CheckSupported(shape, s);
    }
  }
}

TEST_CASE(
    "NearestSurfacePoint: centres -> depth of the nearest face or radius") {
  const Vector3d o = Vector3d::Zero();
  CHECK(Nearest(Sphere{2}, o).distance == -2);
  CHECK(Nearest(Box{{3, 1, 2}}, o).distance == -1);
  CHECK(Nearest(Capsule{1, 2}, o).distance == -1);
  CHECK(Nearest(Cylinder{3, 2}, o).distance == -2);
  CHECK(Nearest(Cylinder{2, 3}, o).distance == -2);
  CHECK(Nearest(Ellipsoid{{3, 1, 2}}, o).distance == Approx(-1));
  CHECK(Nearest(HalfSpace{}, o).distance == 0);
  CHECK(Nearest(MakeBoxMesh({3, 1, 2}), o).distance == Approx(-1));
}

TEST_CASE("NearestSurfacePoint: a mesh of a box -> as the box") {
  Random random(4);
  const Vector3d h(0.03, 0.05, 0.04);
  const ConvexMesh mesh = MakeBoxMesh(h);
  for (int i = 0; i < 1000; ++i) {
    const Vector3d q = RandomVector(&random, -0.1, 0.1);
    const SurfacePoint a = Nearest(Box{h}, q), b = Nearest(mesh, q);
    CHECK(a.distance == Approx(b.distance).margin(1e-14));
    CHECK((a.p - b.p).norm() < 1e-12);
    CHECK((a.normal - b.normal).norm() < 1e-9);
  }
}

TEST_CASE("NearestSurfacePoint: thin and long ellipsoids -> exact") {
  Random random(5);
  for (int i = 0; i < 500; ++i) {
    Ellipsoid e;
    for (double& a : e.radii) a = std::pow(10, Uniform(&random, -3, 1));
    Vector3d q = RandomVector(&random, -1, 1).cwiseProduct(e.radii);
    q *= std::pow(10, Uniform(&random, -2, 1));
    if (i % 5 == 0) q[i % 3] = 0;
    const SurfacePoint s = NearestSurfacePoint(e, q);
    CHECK(std::abs(s.p.cwiseQuotient(e.radii).norm() - 1) < 1e-10);
    const double size = e.radii.maxCoeff() + q.norm();
    CHECK((s.p + s.distance * s.normal - q).norm() < 1e-12 * size);
  }
}

}  // namespace
}  // namespace tactus::contact::test
