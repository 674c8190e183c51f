#include "tactus/multibody/elastic/tetrahedral_mesh_file.h"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tactus/common/read_file.h"
#include "tactus/common/text.h"

namespace tactus::multibody {
namespace {

// Hands out the words of a text one by one and knows their lines.
class WordReader {
 public:
  WordReader(std::string_view text, const std::string& name)
      : rest_(text), name_(name) {}

  // Empty at the end.
  std::string_view Next() {
    constexpr std::string_view kBlanks = " \t\r\n";
    const auto begin = std::min(rest_.find_first_not_of(kBlanks), rest_.size());
    line_ += static_cast<int>(std::ranges::count(rest_.substr(0, begin), '\n'));
    rest_.remove_prefix(begin);
    const auto end = std::min(rest_.find_first_of(kBlanks), rest_.size());
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return word;
  }
  void SkipLine() {
    rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
  }
  // False, at the end, if `word` does not come any more.
  bool SkipTo(std::string_view word) {
    for (auto next = Next(); !next.empty(); next = Next()) {
      if (next == word) return true;
    }
    return false;
  }

  int Integer(std::string_view what) {
    return Parse(ParseInteger, "an integer", what);
  }
  int Count(std::string_view what) {
    const int count = Integer(what);
    // Each takes a digit and a blank at the least.
    if (count < 0 || static_cast<std::size_t>(count) > rest_.size())
      Fail(std::string(what) + " " + std::to_string(count) +
           " is more than the file can hold, or negative");
    return count;
  }
  Vector3d Position() {
    Vector3d p;
    for (int i = 0; i < 3; ++i)
      p[i] = Parse(ParseNumber, "a finite number", "a coordinate");
    return p;
  }

  [[noreturn]] void Fail(const std::string& what) const {
    throw TetrahedralMeshFileError(name_ + ":" + std::to_string(line_) + ": " +
                                   what);
  }

 private:
  template <class T>
  T Parse(std::optional<T> (*parse)(std::string_view), std::string_view kind,
          std::string_view what) {
    const std::string_view word = Next();
    if (word.empty())
      Fail("the file ends where " + std::string(what) + " should be");
    const std::optional<T> value = parse(word);
    if (!value) {
      Fail(std::string(what) + " '" + std::string(word) + "' is not " +
           std::string(kind));
    }
    return *value;
  }

  std::string_view rest_;
  const std::string& name_;
  int line_ = 1;
};

// Nodes as a file numbers them, and tetrahedra of these.
struct RawMesh {
  std::map<int, Vector3d> nodes;
  std::vector<std::array<int, 4>> tetrahedra;
};

// Title and comments may hold any words: the grid begins at its keyword.
RawMesh ParseVtk(WordReader* words) {
  constexpr int kTetrahedron = 10;
  words->SkipLine();
  words->Next();      // of the title
  words->SkipLine();  // and the rest of it
  if (words->Next() != "ASCII") words->Fail("only ASCII files are read");
  if (words->Next() != "DATASET" || words->Next() != "UNSTRUCTURED_GRID")
    words->Fail("the data set is no UNSTRUCTURED_GRID");
  RawMesh mesh;
  if (!words->SkipTo("POINTS")) words->Fail("there are no POINTS");
  const int num_points = words->Count("the number of points");
  words->Next();  // of what type
  for (int i = 0; i < num_points; ++i) mesh.nodes[i] = words->Position();
  if (!words->SkipTo("CELLS")) words->Fail("there are no CELLS");
  const int num_cells = words->Count("the number of cells");
  words->Count("the size of the cells");
  std::vector<std::vector<int>> cells(num_cells);
  for (auto& cell : cells) {
    cell.resize(words->Count("the number of a cell's points"));
    for (int& point : cell) point = words->Integer("a cell's point");
  }
  if (!words->SkipTo("CELL_TYPES")) words->Fail("there are no CELL_TYPES");
  if (words->Count("the number of cell types") != num_cells)
    words->Fail("there are not as many cell types as cells");
  for (const auto& cell : cells) {
    if (words->Integer("a cell type") != kTetrahedron) continue;
    if (cell.size() != 4)
      words->Fail("a tetrahedron has " + std::to_string(cell.size()) +
                  " points");
    mesh.tetrahedra.push_back({cell[0], cell[1], cell[2], cell[3]});
  }
  return mesh;
}

// Nodes of the elements that Gmsh numbers from 1 on, up to the second order.
std::optional<int> CountGmshNodes(int type) {
  constexpr int kNodes[] = {2,  3,  4,  4,  8, 6, 5,  3,  6, 9,
                            10, 27, 18, 14, 1, 8, 20, 15, 13};
  if (type < 1 || type > static_cast<int>(std::size(kNodes))) return {};
  return kNodes[type - 1];
}

RawMesh ParseGmsh(WordReader* words) {
  constexpr int kTetrahedron = 4;
  const std::string version(words->Next());
  if (!version.starts_with("2"))
    words->Fail("version '" + version + "' is not 2.2, which is read");
  if (words->Integer("the file type") != 0)
    words->Fail("only ASCII files are read");
  RawMesh mesh;
  if (!words->SkipTo("$Nodes")) words->Fail("there are no $Nodes");
  const int num_nodes = words->Count("the number of nodes");
  for (int i = 0; i < num_nodes; ++i) {
    const int node = words->Integer("a node's number");
    if (!mesh.nodes.emplace(node, words->Position()).second)
      words->Fail("node " + std::to_string(node) + " comes twice");
  }
  if (!words->SkipTo("$Elements")) words->Fail("there are no $Elements");
  const int num_elements = words->Count("the number of elements");
  for (int i = 0; i < num_elements; ++i) {
    words->Integer("an element's number");
    const int type = words->Integer("an element's type");
    const auto size = CountGmshNodes(type);
    if (!size)
      words->Fail("element type " + std::to_string(type) + " is not known");
    const int num_tags = words->Count("the number of an element's tags");
    for (int k = 0; k < num_tags; ++k) words->Integer("an element's tag");
    std::vector<int> nodes(*size);
    for (int& node : nodes) node = words->Integer("an element's node");
    if (type == kTetrahedron)
      mesh.tetrahedra.push_back({nodes[0], nodes[1], nodes[2], nodes[3]});
  }
  return mesh;
}

// In the order of the file's numbers, those of tetrahedra alone.
TetrahedralMesh Compact(const RawMesh& raw, const WordReader& words) {
  std::map<int, int> index;
  for (const auto& t : raw.tetrahedra) {
    for (const int node : t) {
      if (!raw.nodes.contains(node)) {
        words.Fail("a tetrahedron has node " + std::to_string(node) +
                   ", which is not there");
      }
      index[node] = 0;
    }
  }
  TetrahedralMesh mesh;
  for (auto& [node, position] : index) {
    position = static_cast<int>(mesh.nodes.size());
    mesh.nodes.push_back(raw.nodes.at(node));
  }
  for (const auto& t : raw.tetrahedra) {
    mesh.tetrahedra.push_back(
        {index[t[0]], index[t[1]], index[t[2]], index[t[3]]});
    const int last = static_cast<int>(mesh.tetrahedra.size()) - 1;
    if (CalcVolume(mesh, last) < 0)
      std::swap(mesh.tetrahedra[last][2], mesh.tetrahedra[last][3]);
  }
  return mesh;
}

}  // namespace

TetrahedralMesh ParseTetrahedralMesh(std::string_view text,
                                     const std::string& name) {
  WordReader words(text, name);
  RawMesh raw;
  if (text.starts_with("# vtk DataFile")) {
    raw = ParseVtk(&words);
  } else if (words.Next() == "$MeshFormat") {
    raw = ParseGmsh(&words);
  } else {
    words.Fail("the file is neither VTK's nor Gmsh's");
  }
  if (raw.tetrahedra.empty()) words.Fail("the file has no tetrahedra");
  TetrahedralMesh mesh = Compact(raw, words);
  try {
    RequireValid(mesh);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(name + ": " + error.what());
  }
  return mesh;
}

TetrahedralMesh ReadTetrahedralMesh(const std::string& path) {
  std::string text;
  try {
    text = ReadFile(path);
  } catch (const std::invalid_argument&) {
    throw TetrahedralMeshFileError(path + ": the file cannot be read");
  }
  return ParseTetrahedralMesh(text, path);
}

}  // namespace tactus::multibody
