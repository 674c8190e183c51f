#pragma once

#include <array>
#include <span>
#include <vector>

#include "tactus/common/types.h"

namespace tactus::contact {

/// The triangles of the convex hull of a cloud, as indices into it. They are
/// oriented alike, but as a whole inwards or outwards. All that the library
/// uses of Qhull.
/// @throws std::invalid_argument with Qhull's message if it fails.
std::vector<std::array<int, 3>> CalcHullTriangles(
    std::span<const Vector3d> points);

}  // namespace tactus::contact
