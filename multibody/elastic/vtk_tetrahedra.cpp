#include "tactus/multibody/elastic/vtk_tetrahedra.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

namespace tactus::multibody {
namespace {

// Nothing for what has no volume.
std::optional<std::string_view> NameVtkSolid(int type) {
  switch (type) {
    case 11:
      return "a voxel";
    case 12:
      return "a hexahedron";
    case 13:
      return "a wedge";
    case 14:
      return "a pyramid";
    case 24:
      return "a quadratic tetrahedron";
    case 42:
      return "a polyhedron";
    default:
      break;
  }
  constexpr int kFlat[] = {21, 22, 23, 28, 30, 34, 35, 36, 60,
                           61, 62, 63, 68, 69, 70, 75, 76, 77};
  const bool is_flat =
      (type >= 0 && type < 10) || std::ranges::count(kFlat, type) > 0;
  if (is_flat) return {};
  return "some other solid";
}

using Cells = std::vector<std::vector<int>>;

// Of version 5.1 on: where each begins in one list of all points, and where the
// last one ends. `size` is that of the list.
Cells ReadVtkOffsets(int num_offsets, int size, MeshWords* words) {
  words->Next();  // of what type
  std::vector<int> offsets(num_offsets);
  for (int& offset : offsets) offset = words->Integer("an offset");
  words->Expect("CONNECTIVITY");
  words->Next();
  if (num_offsets == 0) return {};
  if (offsets.front() != 0 || offsets.back() != size ||
      !std::ranges::is_sorted(offsets))
    words->Fail("the offsets do not rise from 0 to the number of points " +
                std::to_string(size));
  Cells cells(num_offsets - 1);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i].resize(offsets[i + 1] - offsets[i]);
    for (int& point : cells[i]) point = words->Integer("a cell's point");
  }
  return cells;
}

// Each behind the number of its points, the first of which has been read.
Cells ReadVtkCells(int num_cells, std::string_view first, MeshWords* words) {
  Cells cells(num_cells);
  for (auto& cell : cells) {
    constexpr std::string_view kWhat = "the number of a cell's points";
    cell.resize(&cell == cells.data() ? words->ToCount(first, kWhat)
                                      : words->Count(kWhat));
    for (int& point : cell) point = words->Integer("a cell's point");
  }
  return cells;
}

}  // namespace

// The title, a line, may hold any words or none, and so may comments: the grid
// begins at its keyword.
RawTetrahedra ParseVtkTetrahedra(MeshWords* words) {
  constexpr int kTetrahedron = 10;
  words->SkipLine();
  words->SkipLine();
  if (words->Next() != "ASCII") words->Fail("only ASCII files are read");
  if (words->Next() != "DATASET" || words->Next() != "UNSTRUCTURED_GRID")
    words->Fail("the data set is no UNSTRUCTURED_GRID");
  RawTetrahedra mesh;
  if (!words->SkipTo("POINTS")) words->Fail("there are no POINTS");
  const int num_points = words->Count("the number of points");
  words->Next();  // of what type
  for (int i = 0; i < num_points; ++i) mesh.nodes[i] = words->Position();
  if (!words->SkipTo("CELLS")) words->Fail("there are no CELLS");
  const int num_cells = words->Count("the number of cells");
  const int size = words->Count("the size of the cells");
  Cells cells;
  if (const auto next = words->Next(); next == "OFFSETS") {
    cells = ReadVtkOffsets(num_cells, size, words);
    words->Expect("CELL_TYPES");
  } else if (num_cells > 0) {
    cells = ReadVtkCells(num_cells, next, words);
    words->Expect("CELL_TYPES");
  } else if (next != "CELL_TYPES") {
    words->Fail("there are no CELL_TYPES");
  }
  if (words->Count("the number of cell types") != std::ssize(cells))
    words->Fail("there are not as many cell types as cells");
  for (const auto& cell : cells) {
    const int type = words->Integer("a cell type");
    if (type != kTetrahedron) {
      const auto name = NameVtkSolid(type);
      if (name) FailAtSolid(*words, "a cell", type, *name);
      continue;
    }
    if (cell.size() != 4)
      words->Fail("a tetrahedron has " + std::to_string(cell.size()) +
                  " points");
    mesh.tetrahedra.push_back({cell[0], cell[1], cell[2], cell[3]});
  }
  return mesh;
}

}  // namespace tactus::multibody
