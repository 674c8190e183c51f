#pragma once

#include <vector>

#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/contact/pressure/contact_surface.h"
#include "tactus/contact/pressure/posed_solids.h"

namespace tactus::contact {

/// Appends the points of a surface's polygons (CalcPressurePoints() or
/// CalcCentroidPoint()). The depth of a point is p / |grad p|: where the
/// gradient is along the normal, the approach that makes its pressure.
void AppendPatch(const ContactSurface& surface,
                 Compliance::Quadrature quadrature,
                 std::vector<ManifoldPoint>* points);

/// By how much approach at a point of a patch deepens it, p / |grad p|:
///
///     r = f g / |grad p| = k depth / force,   0 <= r <= 1,
///
/// with k the stiffness, at a rim that of the way out. The normal force after
/// Hunt and Crossley follows the rate of depth, force (1 - d r vn): the side of
/// a rigid box that slides along a soft slab, where the gradient lies across
/// the normal, has r = 0, and does not press harder in front for being fast. 1
/// without a force.
double CalcDepthRate(const ManifoldPoint& point);

/// Appends the same points, bit by bit, as AppendPatch() of the surface of two
/// solids, found by several threads: parts of the search, and of the pairs of
/// cells that it finds. `chunks` is work space. It allocates.
/// @pre num_threads is at least 1.
void AppendPatchInParallel(const PosedSolids& solids,
                           Compliance::Quadrature quadrature, int num_threads,
                           std::vector<ContactSet::Workspace::Chunk>* chunks,
                           std::vector<ManifoldPoint>* points);

}  // namespace tactus::contact
