#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/common/types.h"

namespace tactus::recording {

/// Where the bodies of a recording in glTF were: MakeGlb()'s, read back.
struct RecordedMotion {
  std::vector<double> times;  ///< Of the frames, from the first on [s].
  /// p_WB by body; of one that does not move a single entry.
  std::map<std::string, std::vector<Vector3d>> positions;

  double duration() const { return times.empty() ? 0 : times.back(); }
  /// Linear between frames; the nearest frame's beyond the ends.
  Vector3d PositionAt(const std::string& body, double time) const;
};

/// @throws std::invalid_argument unless `glb` is a recording of Tactus.
RecordedMotion ReadMotion(std::string_view glb);

/// How far one body was, at most, from itself in another run.
struct BodyDistance {
  std::string body;
  double distance{};  ///< [m]
  double time{};      ///< When [s].
};

/// How far apart the bodies are that both have, at the frames of `a` as long as
/// both run; the farthest first.
std::vector<BodyDistance> CompareMotions(const RecordedMotion& a,
                                         const RecordedMotion& b);

/// A page with both recordings, one over the other: the second one as a ghost,
/// coloured by distance.
/// `name_a` and `name_b` are what the page calls the recordings.
/// @throws std::invalid_argument as ReadMotion() and MakeHtml() do.
std::string MakeComparisonHtml(std::string_view glb_a, std::string_view glb_b,
                               const std::string& name_a,
                               const std::string& name_b,
                               std::string_view viewer_page);

}  // namespace tactus::recording
