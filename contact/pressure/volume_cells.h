#pragma once

#include <array>
#include <span>
#include <vector>

#include "tactus/contact/pressure/convex_cell.h"

namespace tactus::contact {

/// The cells of a volume mesh; see MakePressureField() of one.
std::vector<ConvexCell> MakeVolumeCells(
    std::span<const Vector3d> vertices,
    std::span<const std::array<int, 4>> tetrahedra, double modulus);

}  // namespace tactus::contact
