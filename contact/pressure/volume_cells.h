#pragma once

#include <array>
#include <span>
#include <vector>

#include "tactus/contact/pressure/convex_cell.h"

namespace tactus::contact {

/// The cells of a volume mesh; see MakePressureField() of one. H is the largest
/// distance at a vertex or, if `edge` is the length of edges [m], what a search
/// that begins there finds between vertices.
std::vector<ConvexCell> MakeVolumeCells(
    std::span<const Vector3d> vertices,
    std::span<const std::array<int, 4>> tetrahedra, double modulus,
    double edge = 0);

}  // namespace tactus::contact
