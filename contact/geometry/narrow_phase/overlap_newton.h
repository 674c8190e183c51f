#pragma once

#include "tactus/contact/geometry/narrow_phase/least_overlap.h"

namespace tactus::contact {

/// Turns a direction of nearly least overlap into one of least overlap.
///
/// On the unit sphere o(n) = h_P(n) + h_Q(-n) has, with s = p_P(n) - p_Q(-n)
/// and n' along the tangents T of the sphere,
///
///     gradient T's,    Hessian T'(∇²h_P + ∇²h_Q)T - o 1,
///
/// where it is smooth. It has kinks at the normals of faces and at the
/// directions across edges, and its minimum is on one of them for most contacts
/// but those of ellipsoids. Tried are therefore: each face's normal near n,
/// each direction across one edge of P and one of Q, and, by Newton's method
/// with a falling o, the best direction across each edge and across none. Every
/// direction bounds the least overlap from above, so the best of them is taken.
///
/// @param is_rough  false: of two polytopes, the direction is exact but for a
///   face's round-off.
void RefineOverlap(const ConvexSolid& p, const ConvexSolid& q,
                   OverlapAxis* axis, bool is_rough = false);

}  // namespace tactus::contact
