#pragma once

#include <algorithm>

namespace tactus::contact {

/// How much deeper a contact of two solids is taken to be for the weights and
/// choices of its points, while their depths stay true. Solids that overlap are
/// taken as they are, whatever the margin; solids that are s apart as if they
/// overlapped by
///
///     e = s / 10, but at least 1e-12 L and at most 1e-2 L,
///
/// so that, as they come nearer, their points become those of touch.
///
/// @param overlap  -s for solids that are apart [m].
/// @param size  L, a length like the smaller solid's [m].
/// @return 0 if they overlap, else s + e.
inline double CalcLift(double overlap, double size) {
  if (overlap > 0) return 0;
  return -overlap + std::clamp(-0.1 * overlap, 1e-12 * size, 1e-2 * size);
}

/// What is taken off all depths where those of a contact's faces are compared,
/// so that of solids deep in each other those count that are as deep as the
/// deepest, and not half of all:
///
///     c = (d - 0.1 L)+ .
///
/// @param depth  d, the greatest [m].
/// @param size  L, a length like the smaller solid's [m].
inline double CalcCommonDepth(double depth, double size) {
  return std::max(0.0, depth - 0.1 * size);
}

/// The weight of points apart where the points that touch have the weight x of
/// 1: less, and none for the least, which are of faces that look away.
inline double FadeApart(double x) {
  constexpr double least = 0.01;
  return x > least ? (x - least) / (1 - least) : 0;
}

}  // namespace tactus::contact
