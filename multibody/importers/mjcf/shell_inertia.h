#pragma once

#include "tactus/contact/geometry/shapes/shape.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::multibody::mjcf {

/// The surface of a sphere, box, capsule, cylinder (with its ends) or ellipsoid
/// at density 1 kg/m^2, in the shape's frame, whose origin is the centre of
/// mass: its area A and
///
///     I = tr(S) 1 - S,    S = ∮ p p' dA.
///
/// S is diagonal. It is a closed form but for the ellipsoid's, x = a s cos f,
/// y = b s sin f, z = c u, s² = 1 - u², with
///
///     dA = sqrt(s² ((b c cos f)² + (a c sin f)²) + (a b u)²) du df,
///
/// by Gauss's rule for u and the trapezium rule for f.
/// @throws std::invalid_argument for other shapes.
SpatialInertia MakeShellInertia(const contact::Shape& shape);

}  // namespace tactus::multibody::mjcf
