#pragma once

#include <vector>

#include "tactus/multibody/importers/mjcf/composite_parts.h"

namespace tactus::multibody::mjcf {

/// An edge of a cable: from a vertex to the next, x of its frame along it.
struct CableEdge {
  Quaterniond R{1, 0, 0, 0};                ///< In the composite's frame.
  Quaterniond R_previous_edge{1, 0, 0, 0};  ///< In the edge before it.
  double length{};                          ///< [m]
};

struct CablePath {
  Vector3d start = Vector3d::Zero();  ///< In the body around it [m].
  std::vector<CableEdge> edges;
};

/// The cable's vertices and edges, see cable_composites.h. A `quat` of the
/// composite turns them all, the frames too.
/// @throws ModelFileError for what is no path.
CablePath ReadCablePath(const Composite& composite);

}  // namespace tactus::multibody::mjcf
