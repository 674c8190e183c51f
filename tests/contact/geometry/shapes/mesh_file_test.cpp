#include "tactus/contact/geometry/shapes/mesh_file.h"

#include <cstring>
#include <string>

#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using Catch::Contains;
using Catch::StartsWith;

// The tetrahedron with corners 0, x, y, z.
constexpr std::string_view kObj = R"(# a comment
o thing
v 0 0 0
v 1 0 0 0.5 0.5 0.5
v 0 1 0
vn 0 0 1
vt 0 0

v 0 0 1
f 1 3 2
f 1/1 2/1 4/1
f 1//1 4//1 3//1
f -3/1/1 -2/1/1 -1/1/1
)";

constexpr std::string_view kAsciiStl = R"(solid thing
facet normal 0 0 -1
  outer loop
    vertex 0 0 0
    vertex 0 1 0
    vertex 1 0 0
  endloop
endfacet
facet normal 0 -1 0
  outer loop
    vertex 0 0 0
    vertex 1 0 0
    vertex 0 0 1e0
  endloop
endfacet
facet normal -1 0 0
  outer loop
    vertex 0 0 0
    vertex 0 0 1
    vertex 0 1 0
  endloop
endfacet
facet normal 1 1 1
  outer loop
    vertex 1 0 0
    vertex 0 1 0
    vertex 0 0 1
  endloop
endfacet
endsolid thing
)";

// The same in binary, under a header that begins as in an ASCII file.
std::string MakeBinaryStl() {
  const float triangles[4][9] = {{0, 0, 0, 0, 1, 0, 1, 0, 0},
                                 {0, 0, 0, 1, 0, 0, 0, 0, 1},
                                 {0, 0, 0, 0, 0, 1, 0, 1, 0},
                                 {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  std::string bytes(84, ' ');
  bytes.replace(0, 5, "solid");
  const std::uint32_t count = 4;
  std::memcpy(bytes.data() + 80, &count, 4);
  for (const auto& triangle : triangles) {
    bytes.append(12, '\0');
    bytes.append(reinterpret_cast<const char*>(triangle), 36);
    bytes.append(2, '\0');
  }
  return bytes;
}

void CheckIsTetrahedron(const TriangleMesh& mesh) {
  CHECK(mesh.vertices.size() == 4);
  CHECK(mesh.triangles.size() == 4);
  const VolumeIntegrals solid = CalcVolumeIntegrals(mesh);
  CHECK(solid.volume == Approx(1.0 / 6));
  CHECK((solid.centroid - Vector3d::Constant(0.25)).norm() < 1e-15);
}

TEST_CASE(
    "Mesh files: one tetrahedron in OBJ and both STLs -> the same solid") {
  CheckIsTetrahedron(ParseObj(kObj, "t.obj"));
  CheckIsTetrahedron(ParseStl(kAsciiStl, "t.stl"));
  CheckIsTetrahedron(ParseStl(MakeBinaryStl(), "t.stl"));
  // Bytes behind the last triangle do no harm, if the header is clear.
  std::string longer = MakeBinaryStl() + "more";
  longer.replace(0, 5, "Solid");
  CheckIsTetrahedron(ParseStl(longer, "t.stl"));
}

TEST_CASE("ParseObj: polygons -> fans of triangles") {
  const TriangleMesh mesh = ParseObj(
      "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv .5 .5 9\nf 1 2 3 4\n", "q.obj");
  REQUIRE(mesh.triangles.size() == 2);
  CHECK(mesh.triangles[0] == std::array{0, 1, 2});
  CHECK(mesh.triangles[1] == std::array{0, 2, 3});
  CHECK(mesh.vertices.size() == 5);
}

TEST_CASE("ParseObj: a backslash at a line's end -> the line goes on") {
  const TriangleMesh mesh =
      ParseObj("v 0 0 0\nv 1 \\\n 0 0\nv 0 1 0\nf 1 \\\n2 3\n", "q.obj");
  CHECK(mesh.vertices[1] == Vector3d::UnitX());
  CHECK(mesh.triangles.size() == 1);
}

TEST_CASE("ParseObj: errors -> file and line") {
  CHECK_THROWS_WITH(ParseObj("v 0 0 0\nv 1 x 0\n", "a.obj"),
                    StartsWith("a.obj:2: 'x' is not a finite number"));
  CHECK_THROWS_WITH(ParseObj("v 0 0 0\nv 1 inf 0\n", "a.obj"),
                    StartsWith("a.obj:2: 'inf'"));
  CHECK_THROWS_WITH(ParseObj("\nv 0 0\n", "a.obj"),
                    StartsWith("a.obj:2: a vertex needs three numbers"));
  CHECK_THROWS_WITH(ParseObj("v 0 0 0\nf 1 1\n", "a.obj"),
                    StartsWith("a.obj:2: a face needs three"));
  CHECK_THROWS_WITH(ParseObj("v 0 0 0\n\nf 1 1 2\n", "a.obj"),
                    StartsWith("a.obj:3: the face uses vertex 2 of 1"));
  CHECK_THROWS_WITH(ParseObj("v 0 0 0\nf 1 1 0\n", "a.obj"),
                    StartsWith("a.obj:2: the face uses vertex 0"));
  CHECK_THROWS_WITH(ParseObj("v 0 0 0\nf 1 1 -2\n", "a.obj"),
                    StartsWith("a.obj:2: the face uses vertex -2"));
  CHECK_THROWS_WITH(ParseObj("v 0 0 0\nf 1 1 a/1\n", "a.obj"),
                    StartsWith("a.obj:2: 'a/1' is no face corner"));
  CHECK_THROWS_WITH(ParseObj("# nothing\n", "a.obj"), "a.obj: no vertices");
}

TEST_CASE("ParseStl: errors in ASCII -> file and line") {
  const std::string text(kAsciiStl);
  CHECK_THROWS_WITH(ParseStl(text.substr(0, text.rfind("endsolid")), "a.stl"),
                    StartsWith("a.stl:29: the file ends before 'endsolid'"));
  CHECK_THROWS_WITH(
      ParseStl("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nendloop\n"
               "endfacet\nendsolid\n",
               "a.stl"),
      StartsWith("a.stl:6: a facet needs three vertices"));
  CHECK_THROWS_WITH(ParseStl("solid\nrubbish\nendsolid\n", "a.stl"),
                    StartsWith("a.stl:2: 'rubbish'"));
  CHECK_THROWS_WITH(ParseStl("solid\nvertex 0 zero 0\nendsolid\n", "a.stl"),
                    StartsWith("a.stl:2: 'zero'"));
  CHECK_THROWS_WITH(ParseStl("solid x\nendsolid x\n", "a.stl"),
                    "a.stl: no vertices");
}

TEST_CASE("ParseStl: binary truncated or with NaN -> refused with the cause") {
  std::string bytes = MakeBinaryStl();
  bytes.replace(0, 5, "Solid");
  CHECK_THROWS_WITH(ParseStl(bytes.substr(0, 200), "a.stl"),
                    "a.stl: truncated: 200 bytes of binary STL, where 284 are "
                    "announced");
  CHECK_THROWS_WITH(ParseStl("abc", "a.stl"), StartsWith("a.stl: truncated"));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  std::memcpy(bytes.data() + 84 + 50 + 12, &nan, 4);
  CHECK_THROWS_WITH(ParseStl(bytes, "a.stl"),
                    "a.stl: triangle 1: a coordinate is not a finite number");
}

TEST_CASE(
    "ReadMeshFile: extensions -> the format's reader, unknown ones refused") {
  const tactus::test::TemporaryDirectory directory;
  CheckIsTetrahedron(ReadMeshFile(directory.Write("a.obj", kObj)));
  CheckIsTetrahedron(ReadMeshFile(directory.Write("a.OBJ", kObj)));
  CheckIsTetrahedron(ReadMeshFile(directory.Write("a.stl", kAsciiStl)));
  CheckIsTetrahedron(ReadMeshFile(directory.Write("b.STL", MakeBinaryStl())));
  CHECK_THROWS_WITH(ReadMeshFile(directory.Write("a.msh", "")),
                    Contains("a.msh: unknown kind of mesh file '.msh'"));
  CHECK_THROWS_WITH(ReadMeshFile(directory.path() / "none.obj"),
                    Contains("none.obj: cannot read"));
  CHECK_THROWS_WITH(ReadMeshFile(directory.Write("empty.obj", "")),
                    Contains("empty.obj: the mesh file is empty"));
  CHECK_THROWS_AS(ReadMeshFile(directory.path() / "none.obj"), MeshFileError);
}

}  // namespace
}  // namespace tactus::contact
