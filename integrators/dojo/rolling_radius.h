#pragma once

#include "tactus/contact/geometry/shapes/shape.h"

namespace tactus::integrators {

/// Radius of curvature of a solid's surface where its outward normal is `n_G`,
/// along the way that the contact with a plane takes while the solid turns at
/// `w_G` relative to the plane [m]. A ball of this radius, tangent inside, has
/// the solid's distance from the plane to second order in the turn. With R the
/// radii of curvature across n, symmetric and 2x2, and dn = w x n,
///
///     rho = dn' R dn / |dn|^2 .
///
/// Cylinder, on its side or rim: along the rim, r / |n across the axis|; across
/// it, an edge, 0. Ellipsoid, D its squared radii: R = (D - D n n' D / H^2) /
/// H, H^2 = n' D n. Where nothing turns, along the rim, or the mean. 0 for all
/// that has faces and edges, and for a cylinder's end.
///
/// @param n_G, w_G  in the shape's axes; |n| = 1.
double CalcRollingRadius(const contact::Shape& shape, const Vector3d& n_G,
                         const Vector3d& w_G);

}  // namespace tactus::integrators
