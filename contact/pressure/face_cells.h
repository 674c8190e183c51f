#pragma once

#include <span>
#include <vector>

#include "tactus/contact/pressure/convex_cell.h"

namespace tactus::contact {

/// Cuts a bounded convex polyhedron, the points below all planes, into a cell
/// per face, where that face is the nearest,
///
///     d_i <= d_j,   d_i(x) = offset_i - normal_i . x,
///
/// with the pressure (E / H) d_i, H the largest distance there is, found at a
/// corner of a cell. The polyhedron is in the box of `center` and
/// `half_extents`. A face of which nothing is left has no cell.
std::vector<ConvexCell> MakeFaceCells(std::span<const CellPlane> faces,
                                      const Vector3d& center,
                                      const Vector3d& half_extents,
                                      double modulus);

}  // namespace tactus::contact
