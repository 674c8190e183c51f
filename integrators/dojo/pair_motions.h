#pragma once

#include "tactus/integrators/dojo/contact_features.h"

/// How joints let the two bodies of a contact move beside each other.
namespace tactus::integrators::dojo {

/// The motions of A beside B, at A's centre of mass, that joints make of unit
/// velocities, (angular, linear / size) in W, each of length 1. An anchored B
/// is where the velocity problem has A.
/// @param size  of the bodies [m].
Matrix6Xd FindPairMotions(const contact::VelocityProblem& problem,
                          const contact::ContactPatch& patch,
                          const PosedPair& pair, double size);

/// Directions in which A is moved, a column each, and the motion in them: T =
/// directions to_directions T, for all motions T or for those that joints
/// allow.
struct MotionDirections {
  Matrix6Xd directions;
  Matrix6Xd to_directions_transpose;
};

/// Where joints leave few motions, directions are independent ones of these:
/// what lies flat on each other, or along an edge, is smooth along a joint that
/// keeps it so, and jumps across. Parameters move bodies otherwise, too, and
/// so do joints that are nearly dependent: then what is left follows. Where
/// joints allow all motions, the axes of A.
/// @param motions  of FindPairMotions().
/// @param are_all  whether parameters are asked for: all motions then.
MotionDirections MakeMotionDirections(const Matrix6Xd& motions,
                                      const PosedPair& pair, bool are_all);

}  // namespace tactus::integrators::dojo
