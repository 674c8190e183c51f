#pragma once

#include <nlohmann/json.hpp>

#include "tactus/apps/commands/joint_state.h"
#include "tactus/multibody/model.h"

namespace tactus::apps {

/// The equations of motion at a state, by name, for comparison with other
/// tools:
///
///     M(q) vdot + k(q, v) = p(q, v)
///
///   velocity_names  what the rows below belong to; of a floating base in the
///                   axes of the world
///   mass_matrix     M, rows; armature included [kg, kg m, kg m^2]
///   bias            k: Coriolis, centrifugal and gravity terms [N, N m]
///   passive_forces  p: springs and damping of joints and tendons, and what
///                   the fluid does [N, N m]
///   accelerations   vdot: free of contact, limits and actuation [m/s^2,
///                   rad/s^2]
///   body_poses      by body, x y z qw qx qy qz of its frame in the world
nlohmann::ordered_json MakeDynamicsJson(const multibody::Model& model,
                                        const JointState& state);

}  // namespace tactus::apps
