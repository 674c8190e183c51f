#pragma once

#include <string>

#include "tactus/apps/models/neutral_scene.h"
#include "tactus/examples/scenes/scene.h"

namespace tactus::apps {

/// A scene as it starts, in the neutral form.
///
/// @throws std::invalid_argument naming the scene and what of it that form
/// cannot say: blocks besides the plant, joints, actuators, constraints, bodies
/// of more than one shape or with shapes away from their centre of mass,
/// meshes, pairs that never touch, surfaces of which not all pairs have one
/// law.
NeutralScene ExportScene(const std::string& name,
                         const std::string& description, double duration,
                         const examples::SceneInstance& scene);

/// A built-in scene in that form, as a text. @throws likewise
std::string MakeNeutralText(const std::string& scene);

}  // namespace tactus::apps
