#include "tactus/contact/pressure/patch_points.h"

#include <cmath>
#include <cstring>

#include "contact/pressure/pressure_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using test::At;

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
    AppendPatch(surface, &expected);
    const PosedSolids posed(each.a, each.X_WA, each.b, each.X_WB);
    for (const int num_threads : {1, 2, 3, 8}) {
      std::vector<ManifoldPoint> points(1);
      AppendPatchInParallel(posed, num_threads, &chunks, &points);
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
  AppendPatch(surface, &points);
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

}  // namespace
}  // namespace tactus::contact
