#pragma once

#include <vector>

#include "tactus/multibody/constraint.h"

namespace tactus::multibody {

/// A hinge that closes a loop: two balls on its axis, 0.1 m apart about the
/// common origin of the frames P and Q that `frames` gives, "NAME/1" and
/// "NAME/2".
/// @param axis  its direction, the same in P and in Q; not zero.
std::vector<Constraint> MakeHinge(const Constraint& frames,
                                  const Vector3d& axis);

}  // namespace tactus::multibody
