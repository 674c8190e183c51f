#include "tactus/recording/tessellation.h"

#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <set>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/contact/geometry/shapes/triangle_mesh.h"

namespace tactus::recording {
namespace {

using std::numbers::pi;

contact::TriangleMesh MakeSurface(const RenderMesh& mesh) {
  contact::TriangleMesh surface;
  for (const Eigen::Vector3f& p : mesh.positions) {
    // Seams are computed twice; their vertices agree up to single precision.
    surface.vertices.push_back((1e5 * p.cast<double>()).array().round() / 1e5);
  }
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    surface.triangles.push_back({static_cast<int>(mesh.indices[i]),
                                 static_cast<int>(mesh.indices[i + 1]),
                                 static_cast<int>(mesh.indices[i + 2])});
  }
  return contact::MergeEqualVertices(surface);
}

void CheckIsWellFormed(const RenderMesh& mesh) {
  REQUIRE(mesh.num_triangles() > 0);
  REQUIRE(mesh.normals.size() == mesh.positions.size());
  REQUIRE(mesh.shades.size() == mesh.positions.size());
  double worst_length = 0, worst_alignment = 1;
  for (const auto& n : mesh.normals) {
    worst_length = std::max(worst_length, std::abs(n.norm() - 1.0));
  }
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    const auto corner = [&](int k) {
      return mesh.positions.at(mesh.indices[i + k]).cast<double>().eval();
    };
    const Vector3d area =
        (corner(1) - corner(0)).cross(corner(2) - corner(0)) / 2;
    REQUIRE(area.norm() > 0);
    for (int k = 0; k < 3; ++k) {
      const Vector3d n = mesh.normals[mesh.indices[i + k]].cast<double>();
      worst_alignment = std::min(worst_alignment, n.dot(area.normalized()));
    }
  }
  CHECK(worst_length < 1e-6);
  CHECK(worst_alignment > 0.8);  // Triangles face where their normals point.
  for (const float shade : mesh.shades) REQUIRE((shade > 0 && shade <= 1));
}

void CheckIsSolid(const contact::Shape& shape, double volume) {
  const RenderMesh mesh = Tessellate(shape);
  CheckIsWellFormed(mesh);
  const contact::TriangleMesh surface = MakeSurface(mesh);
  CHECK(contact::IsClosed(surface));
  // Chords lie inside the surface: a little less than the truth.
  const double enclosed = contact::CalcVolumeIntegrals(surface).volume;
  CHECK(enclosed < volume * (1 + 1e-4));
  CHECK(enclosed > volume * 0.985);
}

TEST_CASE("Tessellate: solids -> closed, and of the right volume") {
  CheckIsSolid(contact::Sphere{0.3}, 4 * pi / 3 * 0.027);
  CheckIsSolid(contact::Box{{0.1, 0.2, 0.3}}, 8 * 0.006);
  CheckIsSolid(contact::Capsule{0.2, 0.5}, pi * 0.04 + 4 * pi / 3 * 0.008);
  CheckIsSolid(contact::Cylinder{0.2, 0.5}, pi * 0.04);
  CheckIsSolid(contact::Ellipsoid{{0.5, 0.2, 0.1}}, 4 * pi / 3 * 0.01);
}

TEST_CASE(
    "Tessellate: sphere and ellipsoid -> vertices and normals of the surface") {
  const RenderMesh sphere = Tessellate(contact::Sphere{2});
  for (std::size_t i = 0; i < sphere.positions.size(); ++i) {
    REQUIRE((sphere.positions[i] - 2 * sphere.normals[i]).norm() < 1e-6);
  }
  const Eigen::Vector3f radii(0.5F, 0.2F, 0.1F);
  const RenderMesh egg = Tessellate(contact::Ellipsoid{radii.cast<double>()});
  for (std::size_t i = 0; i < egg.positions.size(); ++i) {
    const Eigen::Vector3f u = egg.positions[i].cwiseQuotient(radii);
    REQUIRE(std::abs(u.norm() - 1) < 1e-6);
    const Eigen::Vector3f gradient = u.cwiseQuotient(radii);
    REQUIRE((egg.normals[i] - gradient.normalized()).norm() < 1e-5);
  }
}

TEST_CASE(
    "Tessellate: a convex mesh -> closed, sharp edges sharp, others smooth") {
  // A cube, and a drum whose side is smooth: 24 facets, 15 degrees apart.
  std::vector<Vector3d> cube, drum;
  for (int i = 0; i < 8; ++i) {
    cube.emplace_back(i & 1, (i >> 1) & 1, (i >> 2) & 1);
  }
  for (int i = 0; i < 24; ++i) {
    const double angle = 2 * pi * i / 24;
    drum.emplace_back(std::cos(angle), std::sin(angle), 0);
    drum.emplace_back(std::cos(angle), std::sin(angle), 1);
  }
  const contact::ConvexMesh cube_shape{
      std::make_shared<contact::ConvexHull>(cube)};
  CheckIsSolid(cube_shape, 1);
  for (const auto& n : Tessellate(cube_shape).normals) {
    CHECK(n.cwiseAbs().maxCoeff() == Approx(1));
  }
  const contact::ConvexMesh drum_shape{
      std::make_shared<contact::ConvexHull>(drum)};
  CheckIsSolid(drum_shape, 12 * std::sin(2 * pi / 24));
  const RenderMesh mesh = Tessellate(drum_shape);
  for (std::size_t i = 0; i < mesh.normals.size(); ++i) {
    const Eigen::Vector3f& n = mesh.normals[i];
    if (std::abs(n.z()) > 0.5) continue;  // The lids.
    const Eigen::Vector3f radial(mesh.positions[i].x(), mesh.positions[i].y(),
                                 0);
    CHECK((n - radial).norm() < 1e-5);
  }
}

TEST_CASE(
    "Tessellate: round shapes -> two shades that show turning, a box has one") {
  const auto paints = [](const contact::Shape& shape) {
    const std::vector<float> shades = Tessellate(shape).shades;
    return std::set<float>(shades.begin(), shades.end()).size();
  };
  CHECK(paints(contact::Sphere{1}) == 2);
  CHECK(paints(contact::Cylinder{1, 1}) == 2);
  CHECK(paints(contact::Box{{1, 1, 1}}) == 1);
}

TEST_CASE("Tessellate: a half-space -> a large square that faces up") {
  const RenderMesh mesh = Tessellate(contact::HalfSpace{});
  CheckIsWellFormed(mesh);
  double area = 0;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    const Eigen::Vector3f a = mesh.positions[mesh.indices[i]],
                          b = mesh.positions[mesh.indices[i + 1]],
                          c = mesh.positions[mesh.indices[i + 2]];
    area += (b - a).cross(c - a).z() / 2;
  }
  CHECK(area == Approx(kDrawnHalfSpace * kDrawnHalfSpace));
  for (const auto& p : mesh.positions) REQUIRE(p.z() == 0);
}

// An L, whose hull has half as much again: 12 corners, 20 triangles.
contact::TriangleMesh MakeAngle() {
  const std::vector<Vector2d> outline = {{0, 0}, {2, 0}, {2, 1},
                                         {1, 1}, {1, 2}, {0, 2}};
  contact::TriangleMesh mesh;
  for (const double z : {0.0, 1.0}) {
    for (const Vector2d& p : outline)
      mesh.vertices.emplace_back(p.x(), p.y(), z);
  }
  for (const auto& [a, b, c] : std::vector<std::array<int, 3>>{
           {0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}) {
    mesh.triangles.push_back({a, c, b});
    mesh.triangles.push_back({a + 6, b + 6, c + 6});
  }
  for (int i = 0; i < 6; ++i) {
    const int k = (i + 1) % 6;
    mesh.triangles.push_back({i, k, k + 6});
    mesh.triangles.push_back({i, k + 6, i + 6});
  }
  return mesh;
}

TEST_CASE("Tessellate: a mesh -> itself, not its hull, with sharp edges") {
  const RenderMesh mesh = Tessellate(MakeAngle());
  CheckIsWellFormed(mesh);
  CHECK(mesh.num_triangles() == 20);
  CHECK(mesh.positions.size() == 36);  // Three normals at each corner.
  const contact::TriangleMesh surface = MakeSurface(mesh);
  CHECK(contact::IsClosed(surface));
  CHECK(contact::CalcVolumeIntegrals(surface).volume == Approx(3));
}

TEST_CASE("Tessellate: triangles without area -> left out") {
  contact::TriangleMesh mesh = MakeAngle();
  mesh.triangles.push_back({0, 0, 1});
  CHECK(Tessellate(mesh).num_triangles() == 20);
}

}  // namespace
}  // namespace tactus::recording
