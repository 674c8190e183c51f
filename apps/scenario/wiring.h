#pragma once

#include <optional>

#include "tactus/apps/scenario/scenario_model.h"
#include "tactus/apps/scenario/yaml_reader.h"
#include "tactus/examples/scenes/scene.h"

namespace tactus::apps {

/// Builds the diagram of a scenario: the plant, called "plant", of
/// `scenario.model`; its groups as blocks of their names (GroupState); the
/// blocks of `systems`, a map of names to maps with the key `type`; and
/// `connections`, a list of
///
///     - OUTPUT -> INPUT
///
/// A port is BLOCK.PORT. A group's inputs are GROUP.actuation and
/// GROUP.generalized_force. Force elements act on the plant by themselves. The
/// context is in the initial state; controls of actuators that nothing is
/// connected to are held at `scenario.initial.u`.
///
/// Every block is tried out once, so that a missing connection is found here.
/// @param place  of errors that have no better one.
/// @throws YamlError
examples::SceneInstance BuildDiagram(
    const ScenarioModel& scenario, const YamlValue& place,
    const std::optional<YamlValue>& systems,
    const std::optional<YamlValue>& connections);

/// "block.port" of a diagram. @throws YamlError
systems::OutputPort FindOutput(const systems::Diagram& diagram,
                               const YamlValue& value);

}  // namespace tactus::apps
