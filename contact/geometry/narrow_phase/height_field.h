#pragma once

#include <vector>

#include "tactus/contact/geometry/narrow_phase/manifold.h"
#include "tactus/contact/geometry/shapes/height_grid.h"
#include "tactus/contact/geometry/shapes/shape.h"

namespace tactus::contact {

/// Appends the points where a height field, posed at X_WF, and a convex shape,
/// at X_WS, overlap or are less than `margin` apart [m], normals from the field
/// into the shape.
///
/// The field touches as one surface. Triangles of one plane are one face
/// (FieldSurface), so that a planar field touches as the half-space below it:
/// of a face there are those points of the shape's contact with the half-space
/// whose feet are on the face and which are in the solid. At a convex edge
/// there are those of the shape's contact with the edge, with normals between
/// those of the two faces; at a corner likewise, between those of all its
/// faces. At concave edges there are those of the faces.
///
/// What several faces and edges find of one place of the shape is one contact.
/// With f_i in [0, 1], which fades as the foot of a point leaves its face, n
/// normals, d depths and q the place on the shape, point i has the weight
///
///     w_i f_i / max(1, w_i f_i + sum_j c_ij w_j f_j),
///     c_ij = alike(n_i, n_j) near(q_i, q_j) min(1, d_j / d_i),
///
/// j over the other points, but those of the same face. `alike` is 1 up to an
/// angle of 0.05 rad and 0 from 0.25 rad on: beyond it, two faces are two
/// contacts. `near` is 1 where q_i and q_j are as far from each other as the
/// ends of an arc of the shape's inner radius that turns n_i into n_j, and 0 at
/// twice that.
void AppendHeightField(const HeightGrid& grid, const RigidTransform& X_WF,
                       const Shape& shape, const RigidTransform& X_WS,
                       double margin, std::vector<ManifoldPoint>* points);

}  // namespace tactus::contact
