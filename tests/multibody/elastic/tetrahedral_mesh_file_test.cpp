#include "tactus/multibody/elastic/tetrahedral_mesh_file.h"

#include <string>

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

// Two tetrahedra, the second one inverted, and a triangle; node 0 is in none.
const std::string kVtk = R"(# vtk DataFile Version 3.0
two POINTS of view
ASCII
DATASET UNSTRUCTURED_GRID
POINTS 6 double
9 9 9  0 0 0  1 0 0
0 1 0  0 0 1  1 1 1
CELLS 3 14
4 1 2 3 4
4 2 3 4 5
3 1 2 3
CELL_TYPES 3
10 10 5
)";

const std::string kGmsh = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
5
10 0 0 0
20 1 0 0
30 0 1 0
40 0 0 1
50 1 1 1
$EndNodes
$Elements
3
1 2 2 1 1 10 20 30
2 4 2 1 1 10 20 30 40
3 4 0 20 40 30 50
$EndElements
)";

std::string Replace(std::string text, const std::string& what,
                    const std::string& by) {
  const auto at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

void CheckFails(const std::string& text, const std::string& message) {
  CHECK_THROWS_WITH(ParseTetrahedralMesh(text, "mesh"),
                    Catch::Contains(message));
}

// 1/6 and 1/3.
TEST_CASE("TetrahedralMeshFile: VTK's and Gmsh's text -> the same solid") {
  for (const std::string& text : {kVtk, kGmsh}) {
    const TetrahedralMesh mesh = ParseTetrahedralMesh(text, "mesh");
    CHECK(mesh.nodes.size() == 5);
    REQUIRE(mesh.tetrahedra.size() == 2);
    CHECK(mesh.nodes[4] == Vector3d(1, 1, 1));
    CHECK(CalcVolume(mesh, 0) == Approx(1.0 / 6));
    CHECK(CalcVolume(mesh, 1) == Approx(1.0 / 3));
    CHECK(FindSurface(mesh).size() == 6);
  }
}

TEST_CASE("TetrahedralMeshFile: a file cut off anywhere -> refused") {
  for (const std::string& text : {kVtk, kGmsh}) {
    const auto last = text.find(text == kVtk ? " 10 5" : " 50\n$End");
    for (std::size_t size = 0; size <= last; ++size) {
      INFO(text.substr(0, size));
      CHECK_THROWS_AS(ParseTetrahedralMesh(text.substr(0, size), "mesh"),
                      TetrahedralMeshFileError);
    }
  }
}

TEST_CASE("TetrahedralMeshFile: what is wrong -> named with its line") {
  CheckFails("solid\n", "mesh:1: the file is neither VTK's nor Gmsh's");
  CheckFails(Replace(kVtk, "ASCII", "BINARY"), "mesh:3: only ASCII");
  CheckFails(Replace(kVtk, "UNSTRUCTURED", "STRUCTURED"),
             "mesh:4: the data set is no UNSTRUCTURED_GRID");
  CheckFails(Replace(kVtk, "0 1 0", "0 x 0"),
             "mesh:7: a coordinate 'x' is not a finite number");
  CheckFails(Replace(kVtk, "CELLS 3", "CELLS 3000"),
             "mesh:8: the number of cells 3000 is more than the file can hold");
  CheckFails(Replace(kVtk, "2 3 4 5", "2 3 4 7"),
             "a tetrahedron has node 7, which is not there");
  CheckFails(Replace(kVtk, "10 10 5", "5 5 5"), "no tetrahedra");
  CheckFails(Replace(kVtk, "1 1 1", "1 0 0"), "mesh: tetrahedron 1 is flat");
  CheckFails(Replace(kGmsh, "2.2 0", "4.1 0"), "mesh:2: version '4.1'");
  CheckFails(Replace(kGmsh, "2.2 0", "2.2 1"), "mesh:2: only ASCII");
  CheckFails(Replace(kGmsh, "20 1 0 0", "10 1 0 0"),
             "mesh:7: node 10 comes twice");
  CheckFails(Replace(kGmsh, "2 4 2", "2 94 2"),
             "mesh:15: element type 94 is not known");
  CHECK_THROWS_WITH(ReadTetrahedralMesh("/nowhere/mesh.vtk"),
                    "/nowhere/mesh.vtk: the file cannot be read");
}

}  // namespace
}  // namespace tactus::multibody
