#pragma once

#include "tactus/contact/pressure/volume/triangle_tree.h"

namespace tactus::contact {

/// What a tenth of a closed surface's area has less of behind it: how far it is
/// from the middles of some of its triangles, against their normals, to where
/// that leaves the solid [m].
double CalcWallThickness(const TriangleTree& surface);

}  // namespace tactus::contact
