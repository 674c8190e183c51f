#pragma once

#include <vector>

#include "tactus/contact/manifold.h"
#include "tactus/contact/shape.h"

namespace tactus::contact {

/// Appends the points where A, posed at X_WA, and B, at X_WB, overlap or, with
/// a margin [m], are less than that apart. Nothing is allocated but what
/// `points` needs to grow. A pose that is not finite touches nothing.
void AppendManifold(const Shape& a, const RigidTransform& X_WA, const Shape& b,
                    const RigidTransform& X_WB, double margin,
                    std::vector<ManifoldPoint>* points);

}  // namespace tactus::contact
