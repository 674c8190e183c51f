#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "tactus/multibody/elastic/elastic_body.h"
#include "tactus/multibody/elastic/tetrahedral_mesh.h"
#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// A <flexcomp> of dim 3 as an elastic body. Its mass fills the volume evenly,
/// where MuJoCo gives each vertex the same; its strain is linear in the frame
/// that turns along, where MuJoCo's is Green's.
struct FlexSpec {
  const XmlElement* source{};
  int body{};  ///< Index in BodyTree: what it is placed by, and pinned to.
  /// All but base and attachments, which belong to the builder.
  ElasticBody elastic{};
  std::vector<int> pinned{};  ///< Its nodes, increasing.
};

/// Reads types grid, box, cylinder, ellipsoid, gmsh (ASCII, MSH 2.2 or 4.1) and
/// direct with a Young's modulus. Nothing, and a notice, of others: rigid ones
/// that are no geoms (rigid_flexcomps.h), those of dim 1 and 2 that are no nets
/// (flex_nets.h), of fewer freedoms, or without elasticity.
/// @param X_BF  the frame around the element, in its body.
/// @throws ModelFileError for values that make no sense.
std::optional<FlexSpec> ReadFlexcomp(
    const XmlElement& element, const RigidTransform& X_BF,
    const CompilerSettings& compiler, const Option& option,
    const std::filesystem::path& main_directory, ImportReport* report);

/// The first of a <flexcomp>'s parts of that tag, or null.
const XmlElement* FindFlexPart(const XmlElement& element, std::string_view tag);

/// Solids, and what is of files of tetrahedra, are of dim 3 unless they say
/// other, the rest of dim 2; squares and discs always.
int FindFlexDim(const XmlElement& element);

/// Whether ReadFlexMesh() knows its type: grid, box, cylinder, ellipsoid, gmsh
/// and direct.
bool HasFlexMesh(const XmlElement& element);

/// The tetrahedra of one of dim 3, in its frame: of MuJoCo's vertices, or of
/// files and points of its own, by `scale`.
/// @throws ModelFileError for values that make no sense.
TetrahedralMesh ReadFlexMesh(const XmlElement& element,
                             const CompilerSettings& compiler,
                             const std::filesystem::path& main_directory,
                             ImportReport* report);

/// The nodes of one of dim 3 that <pin>s name, by number and by place in the
/// grid, increasing.
/// @throws ModelFileError for nodes that are not there.
std::vector<int> ReadPinnedNodes(const XmlElement& element, int num_nodes);

/// The path of its `file`.
std::filesystem::path FindFlexFile(const XmlElement& element,
                                   const CompilerSettings& compiler,
                                   const std::filesystem::path& main_directory);

/// What a list of whole numbers gives, as many at a time as `limits` has, each
/// not negative and below its limit.
/// @throws ModelFileError for others.
std::vector<std::vector<int>> ReadIndices(const XmlElement& element,
                                          std::string_view name,
                                          const std::vector<int>& limits);

}  // namespace tactus::multibody::mjcf
