#include "tactus/multibody/importers/mjcf/builtin_meshes.h"

#include <cmath>
#include <numbers>
#include <string>

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

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
}

}  // namespace
}  // namespace tactus::multibody::mjcf
