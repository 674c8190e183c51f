#include "tactus/multibody/importers/mjcf/flex_meshes.h"

#include <numbers>

#include <catch2/catch.hpp>

namespace tactus::multibody::mjcf {
namespace {

// Each triangle of tetrahedra is one of two or on the surface, which is closed.
double CheckSurface(const TetrahedralMesh& mesh) {
  Vector3d area = Vector3d::Zero();
  double volume = 0;
  for (const auto& [i, j, k] : FindSurface(mesh)) {
    const Vector3d &a = mesh.nodes[i], &b = mesh.nodes[j], &c = mesh.nodes[k];
    area += (b - a).cross(c - a) / 2;
    volume += a.dot(b.cross(c)) / 6;
  }
  CHECK(area.norm() < 1e-12);
  return volume;
}

TEST_CASE("MakeFlexGrid: counts -> its vertices in order, its box filled") {
  const TetrahedralMesh mesh = MakeFlexGrid({3, 2, 4}, {0.1, 0.2, 0.3});
  RequireValid(mesh);
  REQUIRE(mesh.nodes.size() == 24);
  CHECK(mesh.tetrahedra.size() == 2 * 1 * 3 * 6);
  CHECK(mesh.nodes[0].isApprox(Vector3d(-0.1, -0.1, -0.45)));
  CHECK(mesh.nodes[1].isApprox(Vector3d(-0.1, -0.1, -0.15)));
  CHECK(mesh.nodes[4].isApprox(Vector3d(-0.1, 0.1, -0.45)));
  CHECK(mesh.nodes[8].isApprox(Vector3d(0, -0.1, -0.45), 1e-12));
  CHECK(CalcVolume(mesh) == Approx(0.2 * 0.2 * 0.9));
  CHECK(CheckSurface(mesh) == Approx(0.2 * 0.2 * 0.9));
}

TEST_CASE("MakeFlexSolid: a box -> its middle and its outer points") {
  const TetrahedralMesh mesh =
      MakeFlexSolid(FlexSolid::kBox, {3, 4, 5}, {0.1, 0.1, 0.1});
  RequireValid(mesh);
  REQUIRE(mesh.nodes.size() == 1 + 60 - 1 * 2 * 3);
  CHECK(mesh.nodes[0].isZero());
  // Below, above, then between across y, then across x.
  CHECK(mesh.nodes[1].isApprox(Vector3d(-0.1, -0.15, -0.2)));
  CHECK(mesh.nodes[2].isApprox(Vector3d(-0.1, -0.05, -0.2)));
  CHECK(mesh.nodes[13].isApprox(Vector3d(-0.1, -0.15, 0.2)));
  CHECK(mesh.nodes[25].isApprox(Vector3d(-0.1, -0.15, -0.1)));
  CHECK(mesh.nodes[34].isApprox(Vector3d(-0.1, 0.15, -0.1)));
  CHECK(mesh.nodes[43].isApprox(Vector3d(-0.1, -0.05, -0.1)));
  CHECK(CalcVolume(mesh) == Approx(0.2 * 0.3 * 0.4));
  CHECK(CheckSurface(mesh) == Approx(0.2 * 0.3 * 0.4));
}

TEST_CASE("MakeFlexSolid: round solids -> their points and volumes") {
  const TetrahedralMesh ball =
      MakeFlexSolid(FlexSolid::kEllipsoid, {15, 15, 15}, {0.1, 0.2, 0.3});
  RequireValid(ball);
  const Vector3d half(0.7, 1.4, 2.1);
  for (std::size_t i = 1; i < ball.nodes.size(); ++i)
    CHECK(ball.nodes[i].cwiseQuotient(half).norm() == Approx(1));
  const double pi = std::numbers::pi;
  CHECK(CalcVolume(ball) == Approx(4 * pi / 3 * half.prod()).epsilon(0.02));
  CHECK(CheckSurface(ball) == Approx(CalcVolume(ball)));
  const TetrahedralMesh can =
      MakeFlexSolid(FlexSolid::kCylinder, {15, 15, 3}, {0.1, 0.1, 0.3});
  RequireValid(can);
  CHECK(CalcVolume(can) == Approx(pi * 0.49 * 0.6).epsilon(0.02));
  CHECK(CheckSurface(can) == Approx(CalcVolume(can)));
  for (std::size_t i = 1 + 2 * 225; i < can.nodes.size(); ++i)
    CHECK(can.nodes[i].head<2>().norm() == Approx(0.7));
}

}  // namespace
}  // namespace tactus::multibody::mjcf
