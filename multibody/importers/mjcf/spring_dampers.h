#pragma once

#include "tactus/multibody/importers/mjcf/body_tree.h"

namespace tactus::multibody::mjcf {

/// Turns springdamper = (T, z), a time constant [s] and a damping ratio, into
/// stiffness and damping of its joint, in whose place they come:
///
///     k = m / (T z)^2,    d = 2 m / T,
///
/// with m what the joint feels of the robot, armature included, where all
/// joints are at their references and all others are free, 1 / (M^-1)_jj; of
/// ball and free joints with the mean of (M^-1)_jj over their velocities. Both
/// numbers must be positive, else nothing is changed. (MuJoCo's modeling
/// reference, "joint"; its inverse weights.)
/// @throws ModelFileError for numbers so small that the spring is infinite.
void ApplySpringDampers(BodyTree* tree);

/// True if any joint asks for it: the mass matrix is worth its price.
bool HasSpringDampers(const BodyTree& tree);

}  // namespace tactus::multibody::mjcf
