#pragma once

#include "tactus/contact/geometry/shapes/shape.h"

namespace tactus::contact {

/// A box along the world's axes.
struct Bounds {
  Vector3d center;
  Vector3d half_extents;

  bool Overlaps(const Bounds& other) const {
    return ((center - other.center).cwiseAbs().array() <=
            (half_extents + other.half_extents).array())
        .all();
  }
};

/// The tightest bounds of a shape posed at X_WG; of a mesh, those of the box
/// along G's axes around it. A half-space has none: its extents are infinite.
Bounds CalcBounds(const Shape& shape, const RigidTransform& X_WG);

}  // namespace tactus::contact
