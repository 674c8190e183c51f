#pragma once

#include "tactus/contact/geometry/shapes/triangle_mesh.h"

namespace tactus::recording {

/// A coarser surface, to look at, of at most `max_triangles`; the mesh itself
/// if it has no more. Vertices in one cell of a cubic grid become one, where
/// the squared distances to the planes of their triangles, each times its
/// area squared, have the least sum [Lindstrom00]. It may be any set of
/// triangles: open, with holes, or meeting in more than two at an edge.
/// @pre max_triangles > 0.
contact::TriangleMesh SimplifyMesh(const contact::TriangleMesh& mesh,
                                   int max_triangles);

}  // namespace tactus::recording
