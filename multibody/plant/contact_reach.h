#pragma once

#include <optional>

namespace tactus::multibody {

/// Which contacts a velocity problem has beside overlaps.
struct ContactReach {
  /// Those up to this distance apart, or up to their geometries' own margins
  /// [m]; without it, margins do not act.
  std::optional<double> margin;
  /// Those that can happen within this time, by the velocities and gravity
  /// (contact/geometry/sweep.h) [s].
  double horizon = 0;
  /// Contact surfaces in place of points, for pairs that touch by pressure
  /// fields.
  bool with_patches = true;
  /// All corners within the margin where solids are near planes, for methods
  /// that ask for distances at the end of the step
  /// (contact/geometry/corner_query.h).
  bool with_corners = false;
};

}  // namespace tactus::multibody
