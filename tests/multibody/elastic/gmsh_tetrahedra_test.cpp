#include "tactus/multibody/elastic/gmsh_tetrahedra.h"

#include <array>
#include <string>

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

// What the two formats have in common is in tetrahedral_mesh_file_test.cpp.
TEST_CASE(
    "Gmsh: elements by any number of tags -> the file's own node numbers") {
  const std::string name = "mesh", text = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
4
8 0 0 0
2 1 0 0
5 0 1 0
9 0 0 1
$EndNodes
$Elements
3
1 15 0 8
2 4 3 1 1 1 8 2 5 9
3 2 0 8 2 5
$EndElements
)";
  MeshWords words(text, name);
  const RawTetrahedra raw = ParseGmshTetrahedra(&words);
  CHECK(raw.nodes.size() == 4);
  CHECK(raw.nodes.at(2) == Vector3d::UnitX());
  CHECK(raw.nodes.at(9) == Vector3d::UnitZ());
  REQUIRE(raw.tetrahedra.size() == 1);
  CHECK(raw.tetrahedra[0] == std::array{8, 2, 5, 9});
}

TEST_CASE("Gmsh: another version -> refused") {
  const std::string name = "mesh", text = "$MeshFormat\n4.1 0 8\n";
  MeshWords words(text, name);
  CHECK_THROWS_WITH(ParseGmshTetrahedra(&words), Catch::Contains("mesh:2: "));
}

}  // namespace
}  // namespace tactus::multibody
