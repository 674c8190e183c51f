#pragma once

#include <filesystem>

#include "tactus/examples/optimization/linear_policy.h"

namespace tactus::apps::dojo {

/// The ant of [Howell22], Section V-C, as a task for linear policies: ant.urdf,
/// whose torso, elbows and feet touch the ground as balls, with friction 0.5,
/// springs of 25 N m/rad towards straight legs, dampers of 50 N m s/rad, limits
/// and gears (u = 1 is 150 N m) as Dojo's own environment has them. Up to 150
/// steps of 0.05 s while the torso's centre is 0.2 to 1 m high, each worth
///
///     2 v_x - |u|^2 / 20 + 1/20,    within +- 1.
///
/// The price that Dojo's environment puts on contact, sum of gamma^2 / 2000
/// over normal impulses of at most 1 N s, is left out: on its feet the ant, of
/// 0.88 kg, pays less than 1e-4 a step. All of the state is observed but where
/// the torso is along the ground, velocities in units of 10 m/s and rad/s.
examples::PolicyTask MakeAnt(const std::filesystem::path& urdf);

}  // namespace tactus::apps::dojo
