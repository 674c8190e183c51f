#pragma once

#include <array>

#include "tactus/common/types.h"

namespace tactus {

/// The corners of a tetrahedron.
using Tetrahedron = std::array<Vector3d, 4>;

/// The length of the longest of its six edges: flat ones are told by their
/// volume over its cube.
double CalcLongestEdge(const Tetrahedron& p);

}  // namespace tactus
