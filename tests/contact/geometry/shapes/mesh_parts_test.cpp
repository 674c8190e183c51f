#include "tactus/contact/geometry/shapes/mesh_parts.h"

#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/mesh_file.h"

namespace tactus::contact {
namespace {

TriangleMesh MakeTetrahedron(const Vector3d& p) {
  return {
      {p, p + Vector3d::UnitX(), p + Vector3d::UnitY(), p + Vector3d::UnitZ()},
      {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
}

// The unit cube without its corner (1, 1, 1): a notch with its tip at `tip`.
TriangleMesh MakeNotchedCube(const Vector3d& tip) {
  return {{{0, 0, 0},
           {1, 0, 0},
           {0, 1, 0},
           {1, 1, 0},
           {0, 0, 1},
           {1, 0, 1},
           {0, 1, 1},
           tip},
          {{0, 2, 1},
           {1, 2, 3},
           {4, 5, 6},
           {5, 7, 6},
           {0, 1, 4},
           {1, 5, 4},
           {2, 6, 3},
           {3, 6, 7},
           {0, 4, 2},
           {2, 4, 6},
           {1, 3, 5},
           {3, 7, 5}}};
}

constexpr std::string_view kGroups = R"(v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
v 9 9 9
o one
f 1 3 2
f 1 2 4
o two words
g b
f 1 4 3
o one
f 2 3 4
)";

TEST_CASE("ParseObjParts: objects and groups -> parts with their names") {
  const auto parts = ParseObjParts(kGroups, "a.obj");
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].name == "one");
  CHECK(parts[0].mesh.triangles.size() == 3);
  CHECK(parts[0].mesh.vertices.size() == 4);
  CHECK(parts[1].name == "two words/b");
  CHECK(parts[1].mesh.triangles.size() == 1);
  CHECK(parts[1].mesh.vertices.size() == 3);
  CHECK(parts[1].mesh.vertices[1] == Vector3d::UnitZ());
  // Together they are closed; the vertex that nobody uses is left out.
  const TriangleMesh whole = JoinParts(parts);
  CHECK(whole.vertices.size() == 4);
  CHECK(IsClosed(whole));
  CHECK(CalcVolumeIntegrals(whole).volume == Approx(1.0 / 6));
}

TEST_CASE("ParseObjParts: no objects or groups -> one part") {
  const auto parts = ParseObjParts("v 0 0 0\nv 1 0 0\nv 0 1 0\n", "a.obj");
  REQUIRE(parts.size() == 1);
  CHECK(parts[0].name.empty());
  CHECK(parts[0].mesh.vertices.size() == 3);
}

TEST_CASE("ParseStlParts: two solids -> a part for each") {
  const std::string facet =
      "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
      "vertex 0 1 0\nendloop\nendfacet\n";
  const std::string two = "solid a\n" + facet + "endsolid a\nsolid b c\n" +
                          facet + facet + "endsolid b c\n";
  const auto parts = ParseStlParts(two, "a.stl");
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].name == "a");
  CHECK(parts[1].name == "b c");
  CHECK(parts[1].mesh.triangles.size() == 2);
  CHECK(ParseStl(two, "a.stl").triangles.size() == 3);
  CHECK_THROWS_WITH(
      ParseStl("solid a\n" + facet + "endsolid a\nsolid b\n" + facet, "a.stl"),
      Catch::Contains("ends before 'endsolid'"));
}

TEST_CASE("ScaleMesh: scales that mirror -> a mesh right side out") {
  const TriangleMesh mesh = MakeTetrahedron({1, 2, 3});
  for (const Vector3d& scale :
       {Vector3d(2, 3, 4), Vector3d(-2, 3, 4), Vector3d(-2, -3, -4)}) {
    const VolumeIntegrals solid = CalcSolidIntegrals(ScaleMesh(mesh, scale));
    CHECK(solid.volume == Approx(24.0 / 6));
    CHECK((solid.centroid - Vector3d(1.25, 2.25, 3.25).cwiseProduct(scale))
              .norm() < 1e-13);
  }
  CHECK_THROWS_WITH(ScaleMesh(mesh, {1, 0, 1}), Catch::Contains("scale"));
}

TEST_CASE("IsConvex: a notch, a hole or no triangles -> not convex") {
  CHECK(IsConvex(MakeTetrahedron({1, 2, 3})));
  CHECK(IsConvex(MakeNotchedCube({1, 1, 1})));
  CHECK_FALSE(IsConvex(MakeNotchedCube({0.5, 0.5, 0.5})));
  TriangleMesh open = MakeTetrahedron({0, 0, 0});
  open.triangles.pop_back();
  CHECK_FALSE(IsConvex(open));
  CHECK_FALSE(IsConvex({}));
}

TEST_CASE(
    "MakeConvexParts: convex parts -> a hull each, with a notch -> one hull") {
  const MeshPart near{"near", MakeTetrahedron({0, 0, 0})};
  const MeshPart far{"far", MakeTetrahedron({5, 0, 0})};
  const MeshPart notched{"notched", MakeNotchedCube({0.5, 0.5, 0.5})};
  {
    const MeshPart parts[] = {near, far};
    const ConvexParts convex = MakeConvexParts(parts);
    CHECK(convex.exact);
    REQUIRE(convex.hulls.size() == 2);
    CHECK(convex.hulls[1]->center() == Vector3d(5.5, 0.5, 0.5));
  }
  {
    const MeshPart parts[] = {near, notched};
    const ConvexParts convex = MakeConvexParts(parts);
    CHECK_FALSE(convex.exact);
    REQUIRE(convex.hulls.size() == 1);
    CHECK(convex.hulls[0]->center() == Vector3d(0.5, 0.5, 0.5));
  }
  const ConvexParts one = MakeConvexParts(std::span(&near, 1));
  CHECK(one.exact);
  CHECK(one.hulls.size() == 1);
  CHECK_THROWS_AS(MakeConvexParts({}), std::invalid_argument);
}

}  // namespace
}  // namespace tactus::contact
