#pragma once

#include <filesystem>

#include "tactus/examples/optimization/linear_policy.h"

namespace tactus::apps::dojo {

/// The half-cheetah of [Howell22], Section V-C, as a task for linear policies:
/// halfcheetah.urdf, a plane robot that all its capsules hold off the ground,
/// with friction 0.4, springs and gears (u = 1 is 30 to 120 N m) as Dojo's own
/// environment and Gymnasium's have them. 80 steps of 0.05 s, each worth
///
///     v_x - |u|^2 / 10.
///
/// All of the state is observed but where it is along the ground, velocities in
/// units of 30 m/s and rad/s. Inertias that no body can have are mended.
examples::PolicyTask MakeHalfCheetah(const std::filesystem::path& urdf);

}  // namespace tactus::apps::dojo
