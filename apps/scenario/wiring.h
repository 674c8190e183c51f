#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

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
/// GROUP.generalized_force. Force elements and belts act on the plant by
/// themselves. The context is in the initial state; controls of actuators that
/// nothing is connected to are held at `scenario.initial.u`.
///
/// An input that a block needs must be connected, be it read or not; controls
/// that `initial_conditions` gives by name must have an effect. Every block is
/// tried out once, so that what it refuses is found here.
/// @param place  of errors that have no better one.
/// @throws YamlError
examples::SceneInstance BuildDiagram(
    const ScenarioModel& scenario, const YamlValue& place,
    const std::optional<YamlValue>& systems,
    const std::optional<YamlValue>& connections);

/// The blocks of `systems` that nothing comes of: no way leads from them to the
/// plant, or to a block whose signals (BLOCK/PORT) are among `signals_read`.
std::vector<multibody::Notice> FindIdleBlocks(
    const YamlValue& systems, const examples::SceneInstance& scene,
    std::span<const std::string> signals_read);

}  // namespace tactus::apps
