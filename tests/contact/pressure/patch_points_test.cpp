#include "tactus/contact/pressure/patch_points.h"

#include <cmath>
#include <cstring>
#include <span>

#include "contact/pressure/pressure_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using test::At;
using enum Compliance::Quadrature;

bool SameBits(const Vector3d& a, const Vector3d& b) {
  return std::memcmp(a.data(), b.data(), 3 * sizeof(double)) == 0;
}

bool SameBits(const std::vector<ManifoldPoint>& a,
              const std::vector<ManifoldPoint>& b) {
  return std::ranges::equal(
      a, b, [](const ManifoldPoint& p, const ManifoldPoint& q) {
        return SameBits(p.p_WA, q.p_WA) && SameBits(p.p_WB, q.p_WB) &&
               SameBits(p.normal_W, q.normal_W) && p.depth == q.depth &&
               p.force == q.force && p.stiffness == q.stiffness;
      });
}

struct Case {
  PressureSolid a, b;
  RigidTransform X_WA, X_WB;
};

// Round solids of some hundred cells, soft and rigid, deep in each other; the
// same with half-spaces; and two that are apart.
std::vector<Case> MakeCases() {
  const Compliance soft{.modulus = 1e5, .resolution_hint = 0.2};
  const PressureSolid ball = MakePressureField(Sphere{1}, soft);
  const PressureSolid egg = MakePressureField(Ellipsoid{{0.7, 1, 1.2}}, soft);
  const PressureSolid rigid = MakeRigidSurface(Ellipsoid{{1, 1.2, 0.8}}, 0.2);
  RigidTransform X_WB = At(0.9, 0.7, 0.4);
  X_WB.rotate(Eigen::AngleAxisd(0.7, Vector3d(0.6, 0, 0.8)));
  const RigidTransform X_WP = At(0, 0.1, -0.8);
  return {{ball, egg, At(0, 0, 0), X_WB},
          {ball, rigid, At(0, 0, 0), X_WB},
          {rigid, ball, X_WB, At(0, 0, 0)},
          {egg, RigidSurface::MakeHalfSpace(), At(0, 0, 0), X_WP},
          {PressureField::MakeHalfSpace(1e5, 1), egg, X_WP, At(0, 0, 0)},
          {rigid, PressureField::MakeHalfSpace(1e5, 1), At(0, 0, 0), X_WP},
          {ball, egg, At(0, 0, 0), At(9, 0, 0)}};
}

TEST_CASE("Patch points: any number of threads -> the same bits") {
  std::vector<ContactSet::Workspace::Chunk> chunks;
  for (const Case& each : MakeCases()) {
    const ContactSurface surface =
        test::FindSurface(each.a, each.X_WA, each.b, each.X_WB);
    std::vector<ManifoldPoint> expected(1);  // What is there, stays.
    AppendPatch(surface, kThreePoints, &expected);
    const PosedSolids posed(each.a, each.X_WA, each.b, each.X_WB);
    for (const int num_threads : {1, 2, 3, 8}) {
      std::vector<ManifoldPoint> points(1);
      AppendPatchInParallel(posed, kThreePoints, num_threads, &chunks, &points);
      CHECK(SameBits(points, expected));
    }
  }
  CHECK(chunks.size() > 1);
}

TEST_CASE("Patch points: a surface -> its force, and depths that make it") {
  const Case each = MakeCases()[3];
  const ContactSurface surface =
      test::FindSurface(each.a, each.X_WA, each.b, each.X_WB);
  std::vector<ManifoldPoint> points;
  AppendPatch(surface, kThreePoints, &points);
  REQUIRE(points.size() == 3 * surface.polygons.size());
  Vector3d force = Vector3d::Zero();
  for (const ManifoldPoint& point : points) {
    force += point.force * point.normal_W;
    CHECK((point.force > 0) == (point.depth > 0));
  }
  const Vector3d expected = CalcForce(surface).force;
  CHECK(expected.norm() > 1);
  CHECK((force - expected).norm() < 1e-12 * expected.norm());
}

// A rigid box, turned, in a slab whose gradient is upright: the faces' normals
// stand at the angles of the turn to it.
TEST_CASE(
    "Patch points: a rigid box in a slab -> depth by the faces' cosines") {
  const PressureSolid box = MakeRigidSurface(Box{Vector3d(0.1, 0.1, 0.05)}, 0);
  const PressureSolid slab = PressureField::MakeHalfSpace(1e5, 0.1);
  for (const double angle : {0.0, 0.2, 0.7}) {
    RigidTransform X_WB = At(0, 0, 0.05);
    X_WB.rotate(Eigen::AngleAxisd(angle, Vector3d::UnitY()));
    std::vector<ManifoldPoint> points;
    AppendPatch(test::FindSurface(slab, At(0, 0, 0.01), box, X_WB),
                kThreePoints, &points);
    int num_sides = 0;
    for (const ManifoldPoint& point : points) {
      const double cosine = point.normal_W.z();
      CHECK(CalcDepthRate(point) ==
            Approx(std::max(cosine, 0.0)).margin(1e-12));
      if (cosine < 0.5 && point.force > 0) ++num_sides;
    }
    CHECK(num_sides > 0);
    CHECK(points.size() > 3);
  }
}

// As deep as it is, its gradient turns away from the normal: r = cos.
TEST_CASE("Patch points: a soft ball on rigid ground -> depth by its radii") {
  const Compliance soft{.modulus = 1e5, .resolution_hint = 0.1};
  std::vector<ManifoldPoint> points;
  AppendPatch(
      test::FindSurface(RigidSurface::MakeHalfSpace(), At(0, 0, 0),
                        MakePressureField(Sphere{1}, soft), At(0, 0, 0.7)),
      kCentroid, &points);
  REQUIRE(points.size() > 20);
  double least = 1;
  for (const ManifoldPoint& point : points) {
    const Vector3d from_center = Vector3d(0, 0, 0.7) - point.p_WA;
    const double cosine = from_center.z() / from_center.norm();
    CHECK(CalcDepthRate(point) == Approx(cosine).margin(0.08));
    least = std::min(least, CalcDepthRate(point));
  }
  CHECK(least < 0.8);
}

TEST_CASE("Patch points: no force -> as if it deepened with approach") {
  ManifoldPoint point{};
  point.stiffness = 2;
  point.depth = 0.5;
  CHECK(CalcDepthRate(point) == 1);
  point.force = 1;
  CHECK(CalcDepthRate(point) == 1);
  point.force = 4;
  CHECK(CalcDepthRate(point) == 0.25);
}

// The two rules differ in a polygon's moment alone.
TEST_CASE("Patch points: centroids alone -> each polygon's force, there") {
  for (const Case& each : MakeCases()) {
    const ContactSurface surface =
        test::FindSurface(each.a, each.X_WA, each.b, each.X_WB);
    std::vector<ManifoldPoint> three, one, parallel;
    AppendPatch(surface, kThreePoints, &three);
    AppendPatch(surface, kCentroid, &one);
    REQUIRE(one.size() == surface.polygons.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
      Vector3d mean = Vector3d::Zero();
      double force = 0, stiffness = 0, depth = 0;
      for (const ManifoldPoint& point : std::span(three).subspan(3 * i, 3)) {
        mean += point.p_WA / 3;
        force += point.force;
        stiffness += point.stiffness;
        depth += point.depth / 3;
      }
      CHECK((one[i].p_WA - mean).norm() < 1e-12);
      CHECK(one[i].p_WB == one[i].p_WA);
      CHECK(one[i].force == Approx(force));
      CHECK(one[i].stiffness == Approx(stiffness));
      CHECK(one[i].depth == Approx(depth));
    }
    std::vector<ContactSet::Workspace::Chunk> chunks;
    const PosedSolids posed(each.a, each.X_WA, each.b, each.X_WB);
    AppendPatchInParallel(posed, kCentroid, 2, &chunks, &parallel);
    CHECK(SameBits(parallel, one));
  }
}

}  // namespace
}  // namespace tactus::contact
