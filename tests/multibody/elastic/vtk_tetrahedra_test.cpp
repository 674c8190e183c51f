#include "tactus/multibody/elastic/vtk_tetrahedra.h"

#include <array>
#include <string>

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

// What the two formats have in common is in tetrahedral_mesh_file_test.cpp.
TEST_CASE("VTK: cells and their types -> tetrahedra of points from zero on") {
  const std::string name = "mesh", text = R"(# vtk DataFile Version 3.0
title
ASCII
DATASET UNSTRUCTURED_GRID
POINTS 5 float
9 9 9 0 0 0 1 0 0 0 1 0 0 0 1
CELLS 2 9
3 1 2 3
4 1 2 3 4
CELL_TYPES 2
5 10
)";
  MeshWords words(text, name);
  const RawTetrahedra raw = ParseVtkTetrahedra(&words);
  CHECK(raw.nodes.size() == 5);
  CHECK(raw.nodes.at(2) == Vector3d::UnitX());
  REQUIRE(raw.tetrahedra.size() == 1);
  CHECK(raw.tetrahedra[0] == std::array{1, 2, 3, 4});
}

TEST_CASE("VTK: another kind of data -> refused") {
  const std::string name = "mesh", text =
                                       "# vtk DataFile Version 3.0\nt\nASCII\n"
                                       "DATASET POLYDATA\n";
  MeshWords words(text, name);
  CHECK_THROWS_WITH(ParseVtkTetrahedra(&words), Catch::Contains("mesh:4: "));
}

}  // namespace
}  // namespace tactus::multibody
