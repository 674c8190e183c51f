#pragma once

#include <vector>

#include "tactus/contact/geometry/narrow_phase/narrow_phase.h"

namespace tactus::contact {

/// A point at which a shape may touch a height field, as one of the field's
/// faces or edges has it.
struct FieldPoint {
  ManifoldPoint point;  ///< A is the field, B the shape; in the field's frame.
  double fade{};        ///< How much it counts, from 0 to 1.
  int source{};         ///< Which face or edge.
};

/// Over the shape's inner radius R: over which points fade beyond what they
/// belong to.
constexpr double kFieldFade = 0.05;

/// Lets points that describe one contact share its weight: with w_i the weight
/// of a point, f_i how much it counts, and s_i = f_i min(1, w_i),
///
///     w_i <- w_i f_i / max(1, s_i + sum over j of c_ij s_j),
///
/// where c_ij is from 0, of points with different normals or far apart, to 1;
/// and 0 of two points of one face. The first `num_faces` sources are faces.
void ShareFieldWeights(double inner_radius, int num_faces,
                       std::vector<FieldPoint>* points);

}  // namespace tactus::contact
