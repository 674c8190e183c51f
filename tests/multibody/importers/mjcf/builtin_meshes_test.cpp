#include "tactus/multibody/importers/mjcf/builtin_meshes.h"

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <variant>

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {
namespace {

using Catch::Contains;
using test::FailureOf;
using test::Parse;
using test::Parsed;

constexpr double kPi = std::numbers::pi;

contact::TriangleMesh Make(const std::string& attributes) {
  const auto mesh =
      MakeBuiltinMesh(ParseXml("<mesh " + attributes + "/>", "m.xml"));
  REQUIRE(mesh);
  contact::RequireValid(*mesh);
  return *mesh;
}

// Of what is closed and faces outwards, whose areas sum to zero.
double CalcVolume(const contact::TriangleMesh& mesh) {
  Vector3d area = Vector3d::Zero();
  double volume = 0;
  for (const auto& [i, j, k] : mesh.triangles) {
    const Vector3d &a = mesh.vertices[i], &b = mesh.vertices[j],
                   &c = mesh.vertices[k];
    area += (b - a).cross(c - a);
    volume += a.dot(b.cross(c)) / 6;
  }
  CHECK(area.norm() < 1e-12);
  return volume;
}

TEST_CASE(
    "MakeBuiltinMesh: a sphere -> an icosahedron, cut in four each time") {
  const auto plain = Make("builtin='sphere' params='0'");
  CHECK(plain.vertices.size() == 12);
  CHECK(plain.triangles.size() == 20);
  // 5 (3 + sqrt 5) / 12 of the edge cubed, which is 1 / sin(2 pi / 5).
  const double edge = 1 / std::sin(2 * kPi / 5);
  CHECK(CalcVolume(plain) ==
        Approx(5 * (3 + std::sqrt(5.0)) / 12 * std::pow(edge, 3)));
  const auto fine = Make("builtin='sphere' params='3'");
  CHECK(fine.vertices.size() == 2 + 10 * 64);
  CHECK(fine.triangles.size() == 20 * 64);
  for (const Vector3d& vertex : fine.vertices)
    CHECK(vertex.norm() == Approx(1));
  CHECK(CalcVolume(fine) == Approx(4 * kPi / 3).epsilon(0.01));
}

TEST_CASE("MakeBuiltinMesh: superspheres -> ball, octahedron, cube") {
  CHECK(CalcVolume(Make("builtin='supersphere' params='60 1 1'")) ==
        Approx(4 * kPi / 3).epsilon(0.01));
  CHECK(CalcVolume(Make("builtin='supersphere' params='40 2 2'")) ==
        Approx(4.0 / 3));
  const auto bulky = Make("builtin='supersphere' params='80 .1 .1'");
  CHECK(CalcVolume(bulky) > 7);
  CHECK(CalcVolume(bulky) < 8);
}

TEST_CASE("MakeBuiltinMesh: a supertorus -> 2 pi^2 r^2") {
  const auto ring = Make("builtin='supertorus' params='80 .3 1 1'");
  CHECK(CalcVolume(ring) == Approx(2 * kPi * kPi * 0.09).epsilon(0.01));
  for (const Vector3d& vertex : ring.vertices) {
    const double w = vertex.head<2>().norm() - 1;
    CHECK(std::hypot(w, vertex.z()) == Approx(0.3));
  }
}

// MuJoCo's documentation has the numbers of vertices and of faces.
TEST_CASE("MakeBuiltinMesh: a hemisphere -> half an octahedron, half a ball") {
  const auto plain = Make("builtin='hemisphere' params='0'");
  CHECK(plain.vertices.size() == 6);
  CHECK(plain.triangles.size() == 8);
  CHECK(CalcVolume(plain) == Approx(2.0 / 3));
  for (const int r : {1, 4, 10}) {
    const auto fine =
        Make("builtin='hemisphere' params='" + std::to_string(r) + "'");
    CHECK(std::ssize(fine.vertices) == 2 + 2 * (r + 1) * (r + 2));
    CHECK(std::ssize(fine.triangles) == 4 * (r + 1) * (r + 2));
    CHECK(contact::IsClosed(fine));
    int on_equator = 0;
    for (const Vector3d& p : fine.vertices) {
      CHECK((p.norm() == 0 || p.norm() == Approx(1)));
      CHECK(p.z() >= 0);
      on_equator += p.z() == 0 && p.norm() > 0;
    }
    CHECK(on_equator == 4 * (r + 1));
    // The polyhedron's volume is less by a share of the squared edges.
    CHECK(CalcVolume(fine) < 2 * kPi / 3);
    CHECK(CalcVolume(fine) > 2 * kPi / 3 * (1 - 2.0 / ((r + 1) * (r + 1))));
  }
}

// A h / 3 (1 + r + r^2), A = n / 2 sin(2 pi / n), h = 2.
TEST_CASE("MJCF mesh: builtin cones -> pyramid, frustum and prism") {
  for (const int n : {3, 4, 7}) {
    for (const double r : {0.0, 0.5, 1.0}) {
      INFO(n << " corners, radius " << r);
      const Parsed p = Parse(
          "<asset><mesh name='m' builtin='cone' params='" + std::to_string(n) +
          " " + std::to_string(r) +
          "'/></asset><worldbody><body name='b'><freejoint/><geom type='mesh' "
          "mesh='m' density='3'/></body></worldbody>");
      CHECK(p.report.CountPhysics() == 0);
      CHECK(p.body("b").inertia.mass ==
            Approx(n * std::sin(2 * kPi / n) * (1 + r + r * r)));
      const auto& hull = std::get<contact::ConvexMesh>(p.geometry(0).shape);
      CHECK(std::ssize(hull.hull->vertices()) == (r > 0 ? 2 * n : n + 1));
    }
  }
  const auto frustum = Make("builtin='cone' params='4 .5'");
  CHECK(frustum.vertices[0].isApprox(Vector3d(1, 0, -1)));
  CHECK(frustum.vertices[5].isApprox(Vector3d(0, 0.5, 1)));
}

TEST_CASE("MakeBuiltinMesh: a wedge -> middles of cells around -z, y up") {
  const auto wedge = Make("builtin='wedge' params='4 3 60 45 0'");
  REQUIRE(wedge.vertices.size() == 12);
  CHECK(wedge.triangles.empty());
  // Azimuths of -45, -15, 15 and 45 degrees, elevations of -30, 0 and 30.
  const double s30 = 0.5, c30 = std::sqrt(0.75), s45 = std::sqrt(0.5);
  CHECK(wedge.vertices[0].isApprox(Vector3d(-c30 * s45, -s30, -c30 * s45)));
  CHECK(wedge.vertices[1].isApprox(Vector3d(-s45, 0, -s45)));
  CHECK(wedge.vertices[11].isApprox(Vector3d(c30 * s45, s30, -c30 * s45)));
  // Edges of cells at -1, -1/32, 0, 1/32, 1 of 64 degrees.
  const auto fovea = Make("builtin='wedge' params='4 1 64 45 1'");
  for (const int i : {0, 1, 2, 3}) {
    const double degrees = std::array{-33.0, -1.0, 1.0, 33.0}[i];
    const double a = degrees * kPi / 180;
    CHECK(fovea.vertices[i].isApprox(Vector3d(std::sin(a), 0, -std::cos(a))));
  }
}

TEST_CASE("MJCF mesh: a builtin plate -> weighs by its area, touches nothing") {
  const auto plate = Make("builtin='plate' params='2 3'");
  REQUIRE(plate.vertices.size() == 6);
  CHECK(plate.vertices[0].isApprox(Vector3d(-0.5, -2.0 / 3, -1)));
  CHECK(plate.vertices[5].isApprox(Vector3d(0.5, 2.0 / 3, -1)));
  double area = 0;
  for (const auto& [i, j, k] : plate.triangles) {
    const Vector3d n = (plate.vertices[j] - plate.vertices[i])
                           .cross(plate.vertices[k] - plate.vertices[i]);
    CHECK(n.z() > 0);
    area += n.norm() / 2;
  }
  CHECK(area == Approx(4.0 / 3));
  const std::string asset =
      "<asset><mesh name='m' builtin='plate' params='2 3' inertia='exact'/>"
      "</asset><worldbody><body name='b'><freejoint/><geom type='mesh' "
      "mesh='m' density='6' ";
  const Parsed p =
      Parse(asset + "contype='0' conaffinity='0'/></body></worldbody>");
  CHECK(p.body("b").inertia.mass == Approx(8));
  CHECK(p.body("b").inertia.p_BoBcm.isApprox(Vector3d(0, 0, -1)));
  CHECK_THAT(FailureOf(asset + "/></body></worldbody>"),
             Contains("<mesh name=\"m\">"));
}

TEST_CASE("MJCF mesh: a scaled builtin sphere -> its mass, and it collides") {
  const Parsed p = Parse(
      "<asset><mesh name='m' builtin='sphere' params='4' scale='.1 .2 "
      ".3'/></asset><worldbody><body name='b'><freejoint/><geom type='mesh' "
      "mesh='m' density='500'/></body></worldbody>");
  CHECK(p.report.CountPhysics() == 0);
  CHECK(p.model->geometries().size() == 1);
  CHECK(p.body("b").inertia.mass ==
        Approx(500 * 4 * kPi / 3 * 0.006).epsilon(0.01));
}

TEST_CASE("MJCF mesh: builtin ones -> mistakes in their numbers") {
  const auto failure = [](const std::string& mesh) {
    return FailureOf("<asset><mesh name='m' " + mesh +
                     "/></asset><worldbody><body><freejoint/><geom "
                     "type='mesh' mesh='m'/></body></worldbody>");
  };
  CHECK_THAT(failure("builtin='sphere'"), Contains("params"));
  CHECK_THAT(failure("builtin='sphere' params='5'"), Contains("from 0 to 4"));
  CHECK_THAT(failure("builtin='sphere' params='1 2'"), Contains("needs 1"));
  CHECK_THAT(failure("builtin='supersphere' params='2 1 1'"),
             Contains("from 3"));
  CHECK_THAT(failure("builtin='supersphere' params='8 -1 1'"),
             Contains("not negative"));
  CHECK_THAT(failure("builtin='supertorus' params='8 2 1 1'"),
             Contains("(0, 1]"));
  CHECK_THAT(failure("builtin='hemisphere' params='11'"),
             Contains("no whole number from 0 to 10"));
  CHECK_THAT(failure("builtin='cone' params='2 .5'"), Contains("from 3"));
  CHECK_THAT(failure("builtin='cone' params='5 1.5'"),
             Contains("upper radius in [0, 1]"));
  CHECK_THAT(failure("builtin='wedge' params='3 3 45 45'"),
             Contains("needs 5"));
  CHECK_THAT(failure("builtin='wedge' params='3 0 45 45 0'"),
             Contains("from 1"));
  CHECK_THAT(failure("builtin='wedge' params='3 3 45 90 0'"),
             Contains("(0, 180] and (0, 90) degrees"));
  CHECK_THAT(failure("builtin='wedge' params='3 3 45 45 2'"),
             Contains("deformation in [0, 1]"));
  CHECK_THAT(failure("builtin='plate' params='3 1e9'"),
             Contains("from 1 to 200"));
}

}  // namespace
}  // namespace tactus::multibody::mjcf
