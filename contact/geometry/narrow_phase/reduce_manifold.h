#pragma once

#include <vector>

#include "tactus/contact/geometry/narrow_phase/manifold.h"

namespace tactus::contact {

inline constexpr int kMaxManifoldPoints = 8;

/// Joins the points of one pair, those from `first` on, until they are at most
/// eight, so that the pair exerts what it did.
///
/// Two points with forces f = w d, d the depth, become one with
///
///     f = f_1 + f_2,  p = sum f_i p_i / f,  d = sum f_i d_i / f,  w = f / d,
///
/// and the normal along sum f_i n_i: force and torque, sum f and sum f p, are
/// those of the two points as far as they are parallel. So they change as
/// continuously as before, whichever points are joined. Those are, again and
/// again, the two that this moves least (Ward's criterion):
///
///     f_1 f_2 / (f_1 + f_2) (|p_1 - p_2|^2 + r^2 |n_1 - n_2|^2),
///
/// r the distance of the points from their mean, as a root mean square. The
/// deepest point with a thousandth of the weight stays as it is. Points that do
/// not overlap count with f = w and are joined to each other, in the room that
/// the others leave.
void ReduceManifold(std::size_t first, std::vector<ManifoldPoint>* points);

}  // namespace tactus::contact
