#pragma once

#include "tactus/contact/geometry/shapes/triangle_mesh.h"

namespace tactus::contact {

/// Holes that are together at most this share of a surface are closed.
inline constexpr double kMostOfHoles = 0.1;

/// The surface of a solid, without a rim.
struct ClosedSurface {
  TriangleMesh mesh;  ///< Each position once.
  double volume{};    ///< Of the caps' solid [m^3].
  int num_open = 0;   ///< Edges of the given mesh that bound one triangle.
  int num_holes = 0;  ///< That caps close now.
};

/// Closes small holes by fans about the means of their rims.
/// @throws std::invalid_argument, saying what to do, for a mesh that is not
/// valid, that is open wider than that, with the number of its open edges, that
/// is inside out, and that encloses nothing.
ClosedSurface CloseSurface(const TriangleMesh& mesh);

}  // namespace tactus::contact
