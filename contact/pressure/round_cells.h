#pragma once

#include <vector>

#include "tactus/contact/pressure/convex_cell.h"

namespace tactus::contact {

/// A pyramid per facet of a sphere, stretched to an ellipsoid of these radii;
/// the pressure is the modulus at the centre. Facets are those of an octahedron
/// whose faces are divided; its equator has `edges` of them.
std::vector<ConvexCell> MakeEllipsoidCells(const Vector3d& radii, int edges,
                                           double modulus);

/// The two halves of a sphere's cells about the ends of the axis, and between
/// them a wedge down to the axis per edge of the equator. Axis z.
std::vector<ConvexCell> MakeCapsuleCells(double radius, double half_length,
                                         int edges, double modulus);

/// The side and end planes of a regular prism about z with a cylinder's volume.
std::vector<CellPlane> MakePrismPlanes(double radius, double half_length,
                                       int edges);

}  // namespace tactus::contact
