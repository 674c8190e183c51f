#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// The points of a <flexcomp> of dim 1 or 2, in its frame [m], and what is
/// between them.
struct Net {
  std::vector<Vector3d> points{};
  std::vector<std::pair<int, int>> edges{};     ///< Of triangles, each once.
  std::vector<std::array<int, 3>> triangles{};  ///< Of dim 2.
  std::vector<int> count{};  ///< Of points of a grid of dim 2, by direction.
  /// Of points of a file, where each is in `points`; -1: in no element.
  std::vector<int> place_of_point{};
};

/// Reads these types, as MuJoCo has their points:
///
///   grid    about the origin: along x (dim 1), or across z (dim 2), y before
///           x, each cell cut from its first corner to its last
///   square  a grid of dim 2
///   disc    that with its squares as circles: p there is at
///           h p max(|p_x|, |p_y|) / |p| with the half sides h and p in metres,
///           and its cells are cut from the middle outward
///   circle  around z; the last point of the count is the first again (dim 1)
///   direct  points and elements of the file
///   mesh    the vertices and faces of another file (dim 2)
///
/// the last two without points that are in no element.
///
/// @param main_directory  that of the file.
/// @returns nothing for other types and dims.
/// @throws ModelFileError for values that make no sense, more than 10,000
/// points, and files that cannot be read.
std::optional<Net> ReadNet(const XmlElement& element,
                           const CompilerSettings& compiler,
                           const std::filesystem::path& main_directory,
                           ImportReport* report);

/// The points that <pin>s name, by number in the file and by place in a grid.
/// @throws ModelFileError for points that are not there.
std::set<int> ReadPins(const XmlElement& element, const Net& net);

}  // namespace tactus::multibody::mjcf
