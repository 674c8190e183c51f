#pragma once

#include <functional>

#include "tactus/contact/geometry/shapes/shape.h"

namespace tactus::integrators {

/// Visits the planes of the faces of a box, or of a convex mesh of at most 100
/// faces: axes whose z points outward, and a point, in the shape's frame [m].
/// Other shapes have none.
void VisitFacePlanes(const contact::Shape& shape,
                     const std::function<void(const Matrix3d& axes,
                                              const Vector3d& origin)>& visit);

}  // namespace tactus::integrators
