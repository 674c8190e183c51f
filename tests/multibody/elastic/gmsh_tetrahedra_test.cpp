#include "tactus/multibody/elastic/gmsh_tetrahedra.h"

#include <array>
#include <string>

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

std::string FailureOf(const std::string& text) {
  const std::string name = "mesh";
  MeshWords words(text, name);
  try {
    ParseGmshTetrahedra(&words);
  } catch (const TetrahedralMeshFileError& error) {
    return error.what();
  }
  return "";
}

// What the formats have in common is in tetrahedral_mesh_file_test.cpp.
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
  CHECK_THAT(FailureOf("$MeshFormat\n4.0 0 8\n"),
             Catch::Contains("mesh:2: version '4.0' is neither 2.2 nor 4.1"));
  CHECK_THAT(FailureOf("$MeshFormat\n4.1 1 8\n"),
             Catch::Contains("mesh:2: only ASCII files are read"));
}

// Blocks by entity, and nodes that know their place on it.
const std::string kBlocks = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$Nodes
2 4 2 9
2 7 1 2
8
2
0 0 0  .5 .5
1 0 0  1 .5
3 1 1 2
5
9
0 1 0  0 1 0
0 0 1  0 0 1
$EndNodes
$Elements
2 2 1 3
2 7 2 1
1 8 2 5
3 1 4 1
3 8 2 5 9
$EndElements
)";

TEST_CASE("Gmsh: blocks of nodes with parameters -> the positions alone") {
  const std::string name = "mesh";
  MeshWords words(kBlocks, name);
  const RawTetrahedra raw = ParseGmshTetrahedra(&words);
  CHECK(raw.nodes.size() == 4);
  CHECK(raw.nodes.at(8) == Vector3d::Zero());
  CHECK(raw.nodes.at(2) == Vector3d::UnitX());
  CHECK(raw.nodes.at(9) == Vector3d::UnitZ());
  REQUIRE(raw.tetrahedra.size() == 1);
  CHECK(raw.tetrahedra[0] == std::array{8, 2, 5, 9});
}

TEST_CASE("Gmsh: blocks that are not as their heads say -> refused") {
  const auto failure = [](const std::string& what, const std::string& by) {
    std::string text = kBlocks;
    const auto at = text.find(what);
    REQUIRE(at != std::string::npos);
    return FailureOf(text.replace(at, what.size(), by));
  };
  CHECK_THAT(failure("2 4 2 9", "2 5 2 9"),
             Catch::Contains("there are not 5 nodes in the blocks"));
  CHECK_THAT(failure("2 4 2 9", "2 3 2 9"),
             Catch::Contains("there are not 3 nodes in the blocks"));
  CHECK_THAT(failure("2 2 1 3", "2 1 1 3"),
             Catch::Contains("there are not 1 elements in the blocks"));
  CHECK_THAT(failure("2 7 1 2", "4 7 1 2"),
             Catch::Contains("mesh:6: an entity has the dimension 4"));
  CHECK_THAT(failure("2 7 1 2", "2 7 0 2"),
             Catch::Contains("the number of a block's nodes '.5' is not an "
                             "integer"));
  CHECK_THAT(failure("9\n0", "8\n0"), Catch::Contains("node 8 comes twice"));
  CHECK_THAT(failure("0 0 1  0 0 1", "0 0 1  0 0 x"),
             Catch::Contains("a parameter 'x' is not a finite number"));
  CHECK_THAT(failure("3 1 4 1", "3 1 5 1"),
             Catch::Contains("a hexahedron, is no tetrahedron"));
  CHECK_THAT(failure("3 1 4 1", "3 1 4 9999"),
             Catch::Contains("9999 is more than the file can hold"));
  CHECK_THAT(failure("3 1 4 1", "3 1 4 2"),
             Catch::Contains("an element's number '$EndElements'"));
}

}  // namespace
}  // namespace tactus::multibody
