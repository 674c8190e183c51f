#pragma once

#include "tactus/contact/pressure/trees/triangle_tree.h"

namespace tactus::contact {

/// A tenth of a closed surface's area has less than this of a wall behind it:
/// how far it is from points of it, against the normal, to where that leaves
/// the solid through a face that is parallel up to some 30 degrees; a wedge is
/// no wall [m]. The surface's size if there are none.
double CalcWallThickness(const TriangleTree& surface);

}  // namespace tactus::contact
