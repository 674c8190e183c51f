#pragma once

#include <filesystem>

#include "tactus/examples/optimization/linear_policy.h"

/// The walkers of [Howell22], Section V-C, as tasks for linear policies that
/// observe all of their state but where they are along the ground.
namespace tactus::apps::dojo {

/// Half-cheetah, of halfcheetah.urdf: a plane body that all its capsules hold
/// off the ground, springs, limits and gears (u = 1 is 30 to 120 N m) as
/// Gymnasium has them. 80 steps of 0.05 s, each worth v_x - |u|^2 / 10.
examples::PolicyTask MakeHalfCheetah(const std::filesystem::path& urdf);

/// Ant, of ant.urdf: its torso and its feet touch the ground, u = 1 is 5 N m,
/// against dampers of 1 N m s/rad. 150 steps of 0.05 s, each worth
///
///     2 v_x - |u|^2 / 20 + 1 / 20,
///
/// as long as its torso is 0.2 to 1 m above the ground. The paper's price of
/// impulses is left out: it is at most 0.0005 for each contact and step.
examples::PolicyTask MakeAnt(const std::filesystem::path& urdf);

}  // namespace tactus::apps::dojo
