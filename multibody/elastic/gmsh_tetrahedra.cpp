#include "tactus/multibody/elastic/gmsh_tetrahedra.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

namespace tactus::multibody {
namespace {

// The elements that Gmsh numbers from 1 on, up to the second order.
struct GmshElement {
  int num_nodes{};
  std::string_view solid;  // Empty for what has no volume.
};
std::optional<GmshElement> FindGmshElement(int type) {
  constexpr GmshElement kElements[] = {{2, {}},
                                       {3, {}},
                                       {4, {}},
                                       {4, "a tetrahedron"},
                                       {8, "a hexahedron"},
                                       {6, "a prism"},
                                       {5, "a pyramid"},
                                       {3, {}},
                                       {6, {}},
                                       {9, {}},
                                       {10, "a tetrahedron of ten nodes"},
                                       {27, "a hexahedron of 27 nodes"},
                                       {18, "a prism of 18 nodes"},
                                       {14, "a pyramid of 14 nodes"},
                                       {1, {}},
                                       {8, {}},
                                       {20, "a hexahedron of 20 nodes"},
                                       {15, "a prism of 15 nodes"},
                                       {13, "a pyramid of 13 nodes"}};
  if (type < 1 || type > static_cast<int>(std::size(kElements))) return {};
  return kElements[type - 1];
}

void ReadGmshFormat(MeshWords* words) {
  const std::string version(words->Next());
  if (!version.starts_with("2"))
    words->Fail("version '" + version + "' is not 2.2, which is read");
  if (words->Integer("the file type") != 0)
    words->Fail("only ASCII files are read");
  words->SkipLine();
}

void ReadGmshNodes(MeshWords* words, RawTetrahedra* mesh) {
  const int num_nodes = words->Count("the number of nodes");
  for (int i = 0; i < num_nodes; ++i) {
    const int node = words->Integer("a node's number");
    if (!mesh->nodes.emplace(node, words->Position()).second)
      words->Fail("node " + std::to_string(node) + " comes twice");
  }
}

void ReadGmshElements(MeshWords* words, RawTetrahedra* mesh) {
  constexpr int kTetrahedron = 4;
  const int num_elements = words->Count("the number of elements");
  for (int i = 0; i < num_elements; ++i) {
    words->Integer("an element's number");
    const int type = words->Integer("an element's type");
    const auto element = FindGmshElement(type);
    if (!element)
      words->Fail("element type " + std::to_string(type) + " is not known");
    if (type != kTetrahedron && !element->solid.empty())
      FailAtSolid(*words, "an element", type, element->solid);
    const int num_tags = words->Count("the number of an element's tags");
    for (int k = 0; k < num_tags; ++k) words->Integer("an element's tag");
    std::vector<int> nodes(element->num_nodes);
    for (int& node : nodes) node = words->Integer("an element's node");
    if (type == kTetrahedron)
      mesh->tetrahedra.push_back({nodes[0], nodes[1], nodes[2], nodes[3]});
  }
}

}  // namespace

// Sections, each from $Name to $EndName, in any order and any number; what is
// in those that are not read may be any words but the line that ends them.
RawTetrahedra ParseGmshTetrahedra(MeshWords* words) {
  RawTetrahedra mesh;
  bool has_format = false, has_nodes = false, has_elements = false;
  for (auto word = words->Next(); !word.empty(); word = words->Next()) {
    if (!word.starts_with('$'))
      words->Fail("'" + std::string(word) + "' stands where a section should");
    const std::string end = "$End" + std::string(word.substr(1));
    const bool is_mesh = word == "$Nodes" || word == "$Elements";
    if (is_mesh && !has_format)
      words->Fail("there is no $MeshFormat before " + std::string(word));
    if (word == "$MeshFormat") {
      has_format = true;
      ReadGmshFormat(words);
      words->Expect(end);
    } else if (word == "$Nodes") {
      has_nodes = true;
      ReadGmshNodes(words, &mesh);
      words->Expect(end);
    } else if (word == "$Elements") {
      has_elements = true;
      ReadGmshElements(words, &mesh);
      words->Expect(end);
    } else {
      words->SkipToLine(end);
    }
  }
  if (!has_format) words->Fail("there is no $MeshFormat");
  if (!has_nodes) words->Fail("there are no $Nodes");
  if (!has_elements) words->Fail("there are no $Elements");
  return mesh;
}

}  // namespace tactus::multibody
