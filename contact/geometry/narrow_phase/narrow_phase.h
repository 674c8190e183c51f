#pragma once

#include <vector>

#include "tactus/contact/geometry/narrow_phase/manifold.h"
#include "tactus/contact/geometry/shapes/shape.h"

namespace tactus::contact {

/// Appends the points where A, posed at X_WA, and B, at X_WB, overlap and, with
/// a margin [m], points where they are less than that apart. Those that overlap
/// are bit by bit those of no margin. The others are where the solids may come
/// to touch, with the weights that touch will give them as nearly as can be
/// told: a box that falls flat has its four lower corners, whatever the margin;
/// one that falls tilted its lowest corner and then the others of its lower
/// face. Nothing is allocated but what `points` needs to grow, and what a
/// height field takes to gather its faces. A pose that is not finite touches
/// nothing. A mesh that is the box of a field touches as the field
/// (height_field.h).
void AppendManifold(const Shape& a, const RigidTransform& X_WA, const Shape& b,
                    const RigidTransform& X_WB, double margin,
                    std::vector<ManifoldPoint>* points);

}  // namespace tactus::contact
