#include "tactus/multibody/elastic/gmsh_tetrahedra.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

namespace tactus::multibody {
namespace {

constexpr int kTetrahedron = 4;

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

enum class GmshVersion { kNone, k2, k41 };

GmshVersion ReadGmshFormat(MeshWords* words) {
  const std::string version(words->Next());
  if (!version.starts_with("2") && version != "4.1") {
    words->Fail("version '" + version +
                "' is neither 2.2 nor 4.1, which are read");
  }
  if (words->Integer("the file type") != 0)
    words->Fail("only ASCII files are read");
  words->SkipLine();
  return version == "4.1" ? GmshVersion::k41 : GmshVersion::k2;
}

void AddNode(const MeshWords& words, int node, const Vector3d& position,
             RawTetrahedra* mesh) {
  if (!mesh->nodes.emplace(node, position).second)
    words.Fail("node " + std::to_string(node) + " comes twice");
}

// The element of that number; tetrahedra and what has no volume are taken.
GmshElement FindElementToRead(const MeshWords& words, int type) {
  const auto element = FindGmshElement(type);
  if (!element)
    words.Fail("element type " + std::to_string(type) + " is not known");
  if (type != kTetrahedron && !element->solid.empty())
    FailAtSolid(words, "an element", type, element->solid);
  return *element;
}

void ReadElementNodes(MeshWords* words, int type, const GmshElement& element,
                      RawTetrahedra* mesh) {
  std::vector<int> nodes(element.num_nodes);
  for (int& node : nodes) node = words->Integer("an element's node");
  if (type == kTetrahedron)
    mesh->tetrahedra.push_back({nodes[0], nodes[1], nodes[2], nodes[3]});
}

// Version 2: a node or an element on a line of its own.
void ReadGmsh2Nodes(MeshWords* words, RawTetrahedra* mesh) {
  const int num_nodes = words->Count("the number of nodes");
  for (int i = 0; i < num_nodes; ++i) {
    const int node = words->Integer("a node's number");
    const Vector3d position = words->Position();
    AddNode(*words, node, position, mesh);
  }
}

void ReadGmsh2Elements(MeshWords* words, RawTetrahedra* mesh) {
  const int num_elements = words->Count("the number of elements");
  for (int i = 0; i < num_elements; ++i) {
    words->Integer("an element's number");
    const int type = words->Integer("an element's type");
    const GmshElement element = FindElementToRead(*words, type);
    const int num_tags = words->Count("the number of an element's tags");
    for (int k = 0; k < num_tags; ++k) words->Integer("an element's tag");
    ReadElementNodes(words, type, element, mesh);
  }
}

// Version 4.1: blocks of what lies on one entity (a point, curve, surface or
// volume of the geometry); `read_block` reads one behind the entity's
// dimension and tag, and returns how much is in it.
template <class ReadBlock>
void ReadBlocks(MeshWords* words, const std::string& what,
                const ReadBlock& read_block) {
  const int num_blocks = words->Count("the number of blocks of " + what);
  const int total = words->Count("the number of " + what);
  words->Integer("the least number of " + what);
  words->Integer("the greatest number of " + what);
  int sum = 0;
  for (int i = 0; i < num_blocks; ++i) {
    const int dimension = words->Integer("an entity's dimension");
    if (dimension < 0 || dimension > 3)
      words->Fail("an entity has the dimension " + std::to_string(dimension));
    words->Integer("an entity's number");
    sum += read_block(dimension);
    if (sum > total) break;
  }
  if (sum != total) {
    words->Fail("there are not " + std::to_string(total) + " " + what +
                " in the blocks, as their section says");
  }
}

// The numbers of a block's nodes, then their positions, which on a curve, a
// surface or in a volume may have its parameters behind.
int ReadNodeBlock(MeshWords* words, int dimension, RawTetrahedra* mesh) {
  const bool is_parametric =
      words->Integer("whether there are parameters") != 0;
  std::vector<int> nodes(words->Count("the number of a block's nodes"));
  for (int& node : nodes) node = words->Integer("a node's number");
  for (const int node : nodes) {
    AddNode(*words, node, words->Position(), mesh);
    for (int k = 0; is_parametric && k < dimension; ++k)
      words->Number("a parameter");
  }
  return static_cast<int>(nodes.size());
}

// All of one type.
int ReadElementBlock(MeshWords* words, RawTetrahedra* mesh) {
  const int type = words->Integer("an element's type");
  const GmshElement element = FindElementToRead(*words, type);
  const int num_elements = words->Count("the number of a block's elements");
  for (int i = 0; i < num_elements; ++i) {
    words->Integer("an element's number");
    ReadElementNodes(words, type, element, mesh);
  }
  return num_elements;
}

void ReadGmshNodes(MeshWords* words, GmshVersion version, RawTetrahedra* mesh) {
  if (version == GmshVersion::k2) return ReadGmsh2Nodes(words, mesh);
  ReadBlocks(words, "nodes", [&](int dimension) {
    return ReadNodeBlock(words, dimension, mesh);
  });
}

void ReadGmshElements(MeshWords* words, GmshVersion version,
                      RawTetrahedra* mesh) {
  if (version == GmshVersion::k2) return ReadGmsh2Elements(words, mesh);
  ReadBlocks(words, "elements",
             [&](int) { return ReadElementBlock(words, mesh); });
}

}  // namespace

// Sections, each from $Name to $EndName, in any order and any number; what is
// in those that are not read may be any words but the line that ends them.
RawTetrahedra ParseGmshTetrahedra(MeshWords* words) {
  RawTetrahedra mesh;
  GmshVersion version = GmshVersion::kNone;
  bool has_nodes = false, has_elements = false;
  for (auto word = words->Next(); !word.empty(); word = words->Next()) {
    if (!word.starts_with('$'))
      words->Fail("'" + std::string(word) + "' stands where a section should");
    const std::string end = "$End" + std::string(word.substr(1));
    const bool is_mesh = word == "$Nodes" || word == "$Elements";
    if (is_mesh && version == GmshVersion::kNone)
      words->Fail("there is no $MeshFormat before " + std::string(word));
    if (word == "$MeshFormat") {
      version = ReadGmshFormat(words);
      words->Expect(end);
    } else if (word == "$Nodes") {
      has_nodes = true;
      ReadGmshNodes(words, version, &mesh);
      words->Expect(end);
    } else if (word == "$Elements") {
      has_elements = true;
      ReadGmshElements(words, version, &mesh);
      words->Expect(end);
    } else {
      words->SkipToLine(end);
    }
  }
  if (version == GmshVersion::kNone) words->Fail("there is no $MeshFormat");
  if (!has_nodes) words->Fail("there are no $Nodes");
  if (!has_elements) words->Fail("there are no $Elements");
  return mesh;
}

}  // namespace tactus::multibody
