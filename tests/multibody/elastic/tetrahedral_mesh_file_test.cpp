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

// The same, as Gmsh writes it by default: by entities, with physical groups.
const std::string kGmsh41 = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$PhysicalNames
1
3 1 "body"
$EndPhysicalNames
$Entities
1 0 1 1
1 0 0 0 0
1 0 0 0 1 1 1 0 0
1 0 0 0 1 1 1 1 1 0
$EndEntities
$Nodes
3 5 10 50
0 1 0 1
10
0 0 0
2 1 0 2
20
30
1 0 0
0 1 0
3 1 0 2
40
50
0 0 1
1 1 1
$EndNodes
$Elements
3 4 1 9
0 1 15 1
1 10
2 1 2 1
2 10 20 30
3 1 4 2
8 10 20 30 40
9 20 40 30 50
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
  for (const std::string& text : {kVtk, kGmsh, kGmsh41}) {
    const TetrahedralMesh mesh = ParseTetrahedralMesh(text, "mesh");
    CHECK(mesh.nodes.size() == 5);
    REQUIRE(mesh.tetrahedra.size() == 2);
    CHECK(mesh.nodes[4] == Vector3d(1, 1, 1));
    CHECK(CalcVolume(mesh, 0) == Approx(1.0 / 6));
    CHECK(CalcVolume(mesh, 1) == Approx(1.0 / 3));
    CHECK(FindSurface(mesh).size() == 6);
  }
}

// As VTK 9 writes them.
TEST_CASE("TetrahedralMeshFile: cells by offsets -> the same solid") {
  std::string text = Replace(kVtk, "Version 3.0", "Version 5.1");
  const auto cells = text.find("CELLS");
  text = text.substr(0, cells) + R"(METADATA
INFORMATION 0

CELLS 4 11
OFFSETS vtktypeint64
0 4 8 11
CONNECTIVITY vtktypeint64
1 2 3 4 2 3 4 5
1 2 3
CELL_TYPES 3
10 10 5
)";
  const TetrahedralMesh mesh = ParseTetrahedralMesh(text, "mesh");
  CHECK(mesh.tetrahedra == ParseTetrahedralMesh(kVtk, "mesh").tetrahedra);
  CheckFails(Replace(text, "0 4 8 11", "0 9 8 11"),
             "mesh:14: the offsets do not rise from 0 to the number of points "
             "11");
  CheckFails(Replace(text, "0 4 8 11", "1 4 8 11"), "the offsets do not rise");
  CheckFails(Replace(text, "0 4 8 11", "0 4 8 10"), "the offsets do not rise");
  CheckFails(Replace(text, "CONNECTIVITY", "CONNECTION"),
             "'CONNECTION' stands where CONNECTIVITY should");
  CheckFails(Replace(text, "1 2 3\n", "1 2 3 4\n"),
             "'4' stands where CELL_TYPES should");
  const auto last = text.find(" 10 5");
  for (std::size_t size = cells; size <= last; ++size) {
    INFO(text.substr(0, size));
    CHECK_THROWS_AS(ParseTetrahedralMesh(text.substr(0, size), "mesh"),
                    TetrahedralMeshFileError);
  }
}

TEST_CASE("TetrahedralMeshFile: an empty title, lines of DOS -> no matter") {
  std::string text = Replace(kVtk, "two POINTS of view", "");
  CHECK(ParseTetrahedralMesh(text, "mesh").tetrahedra.size() == 2);
  std::string dos;
  for (const char c : text)
    dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
  CHECK(ParseTetrahedralMesh(dos, "mesh").tetrahedra.size() == 2);
}

// Gmsh writes an element once for each physical group that it is in.
TEST_CASE("TetrahedralMeshFile: an element that comes again -> counts once") {
  const std::string gmsh =
      Replace(Replace(kGmsh, "$Elements\n3", "$Elements\n5"), "$EndElements",
              "4 4 2 2 1 10 20 30 40\n5 4 2 3 1 50 30 40 20\n$EndElements");
  const std::string vtk =
      Replace(Replace(Replace(kVtk, "CELLS 3 14\n", "CELLS 4 19\n4 4 3 2 1\n"),
                      "CELL_TYPES 3", "CELL_TYPES 4"),
              "10 10 5", "10 10 10 5");
  const std::string gmsh41 =
      Replace(Replace(kGmsh41, "3 4 1 9", "4 6 1 11"), "9 20 40 30 50",
              "9 20 40 30 50\n3 2 4 2\n10 40 30 20 10\n11 50 30 40 20");
  for (const std::string& text : {gmsh, gmsh41, vtk}) {
    const TetrahedralMesh mesh = ParseTetrahedralMesh(text, "mesh");
    CHECK(mesh.tetrahedra.size() == 2);
    CHECK(FindSurface(mesh).size() == 6);
  }
}

TEST_CASE("TetrahedralMeshFile: sections that come again -> all are read") {
  std::string text = Replace(kGmsh, "$Elements\n3", "$Elements\n2");
  text = Replace(text, "3 4 0 20 40 30 50\n$EndElements",
                 "$EndElements\n$Elements\n1\n3 4 0 20 40 30 50\n"
                 "$EndElements");
  text = Replace(text, "$Nodes\n5", "$Nodes\n4");
  text = Replace(text, "50 1 1 1\n", "");
  text += "$Nodes\n1\n50 1 1 1\n$EndNodes\n";
  const TetrahedralMesh mesh = ParseTetrahedralMesh(text, "mesh");
  CHECK(mesh.tetrahedra == ParseTetrahedralMesh(kGmsh, "mesh").tetrahedra);
  CheckFails(text + "$Nodes\n1\n50 1 1 1\n$EndNodes\n", "node 50 comes twice");
}

TEST_CASE("TetrahedralMeshFile: sections' names in comments -> no sections") {
  const std::string names =
      "$PhysicalNames\n1\n3 1 \"my $Nodes $EndPhysicalNames\"\n"
      "$EndPhysicalNames\n";
  const std::string text =
      "$Comments\nsee $Nodes\n$Elements below\n$EndComments\n" +
      Replace(kGmsh, "$Nodes", names + "$Nodes");
  CHECK(ParseTetrahedralMesh(text, "mesh").tetrahedra.size() == 2);
  CheckFails("$Comments\n$MeshFormat\n",
             "the file ends where $EndComments should be");
  CheckFails(kGmsh.substr(kGmsh.find("$Nodes")),
             "mesh:1: there is no $MeshFormat before $Nodes");
}

TEST_CASE("TetrahedralMeshFile: a solid that is no tetrahedron -> refused") {
  CheckFails(Replace(kVtk, "10 10 5", "10 12 5"),
             "mesh:13: a cell of type 12, a hexahedron, is no tetrahedron of "
             "four nodes: write the mesh in these alone, of the first order");
  CheckFails(Replace(kVtk, "10 10 5", "10 24 5"), "a quadratic tetrahedron");
  CheckFails(Replace(kVtk, "10 10 5", "10 72 5"), "some other solid");
  CheckFails(Replace(kGmsh, "1 2 2 1 1 10 20 30", "1 7 2 1 1 10 20 30 40 50"),
             "mesh:14: an element of type 7, a pyramid, is no tetrahedron");
  CheckFails(Replace(kGmsh, "1 2 2", "1 11 2"), "a tetrahedron of ten nodes");
}

TEST_CASE("TetrahedralMeshFile: a file cut off anywhere -> refused") {
  for (const std::string& text : {kVtk, kGmsh, kGmsh41}) {
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
  CheckFails(Replace(kGmsh, "2.2 0", "4.0 0"), "mesh:2: version '4.0'");
  CheckFails(Replace(kGmsh, "2.2 0", "2.2 1"), "mesh:2: only ASCII");
  CheckFails(Replace(kGmsh, "20 1 0 0", "10 1 0 0"),
             "mesh:7: node 10 comes twice");
  CheckFails(Replace(kGmsh, "2 4 2", "2 94 2"),
             "mesh:15: element type 94 is not known");
  CHECK_THROWS_WITH(ReadTetrahedralMesh("/nowhere/mesh.vtk"),
                    "/nowhere/mesh.vtk: there is no such file");
}

}  // namespace
}  // namespace tactus::multibody
