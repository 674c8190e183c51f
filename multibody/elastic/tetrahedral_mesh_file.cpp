#include "tactus/multibody/elastic/tetrahedral_mesh_file.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "tactus/common/read_file.h"
#include "tactus/multibody/elastic/gmsh_tetrahedra.h"
#include "tactus/multibody/elastic/vtk_tetrahedra.h"

namespace tactus::multibody {
namespace {

// Gmsh writes an element once for each physical group that it is in.
void RemoveRepeated(RawTetrahedra* mesh) {
  std::set<std::array<int, 4>> seen;
  std::erase_if(mesh->tetrahedra, [&](std::array<int, 4> nodes) {
    std::ranges::sort(nodes);
    return !seen.insert(nodes).second;
  });
}

// In the order of the file's numbers, those of tetrahedra alone.
TetrahedralMesh Compact(const RawTetrahedra& raw, const MeshWords& words) {
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

// It begins with a section, which may be $Comments.
bool IsGmsh(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  return begin != std::string_view::npos && text[begin] == '$';
}

}  // namespace

TetrahedralMesh ParseTetrahedralMesh(std::string_view text,
                                     const std::string& name) {
  MeshWords words(text, name);
  RawTetrahedra raw;
  if (text.starts_with("# vtk DataFile")) {
    raw = ParseVtkTetrahedra(&words);
  } else if (IsGmsh(text)) {
    raw = ParseGmshTetrahedra(&words);
  } else {
    words.Fail("the file is neither VTK's nor Gmsh's");
  }
  if (raw.tetrahedra.empty()) words.Fail("the file has no tetrahedra");
  RemoveRepeated(&raw);
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
  } catch (const std::invalid_argument& error) {
    throw TetrahedralMeshFileError(error.what());
  }
  return ParseTetrahedralMesh(text, path);
}

}  // namespace tactus::multibody
