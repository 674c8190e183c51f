#pragma once

#include "tactus/contact/pressure/pressure_field.h"

namespace tactus::contact {

/// How far it is from a point x of a cell of the field, in its frame, along a
/// unit direction to where the pressure ends [m]. In a convex solid the
/// pressure is the least of those of all cells,
///
///     p(x) = min p_i(x),   L = min p_i(x) / (-grad p_i . direction)
///
/// over the cells whose pressure falls that way. Infinite in a half-space that
/// the direction does not leave, and in a solid whose pressure is not that
/// minimum at x, for it is not convex.
double CalcWayOut(const PressureField& field, const PressureField::Cell& cell,
                  const Vector3d& x, const Vector3d& direction);

/// The slope that a polygon of a rigid facet in a cell has for being near a rim
/// of the compliant solid [Pa/m], or 0.
///
/// Where the gradient of the pressure p stands across the facet's normal n,
/// motion along n does not change the pressure; but when the bodies have parted
/// by the way out L along -n, it has ended. A step that takes a polygon for
/// what it was at the start would have it push as hard all the way, and fling
/// off what lies 1 mm deep. So steps have it fall by
///
///     slope = p / L    if L < 4 p / |grad p| and |grad p . n| < |grad p| / 2.
///
/// At a side of a box that is x deep in a plane, the polygons within x of the
/// side have it, with L = x. What is far from the way out along n, as the side
/// of a rigid box in a soft mat, slides on without it.
double CalcRimSlope(const PressureField& field, const PressureField::Cell& cell,
                    const Vector3d& x, const Vector3d& normal);

}  // namespace tactus::contact
