#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/systems/diagram.h"
#include "tactus/systems/signals/signal.h"

namespace tactus::multibody {

/// The signals of a diagram whose names are `name` or fit it, `*` standing for
/// anything: vector outputs, "block/port", and the quantities of its plant
/// (quantities.h), "body/hand/pose". Where there are several plants, each one's
/// name and a slash go before its quantities. Elements may stand without their
/// scopes where that leaves one: "joint/elbow/position" for
/// "joint/arm::elbow/position".
///
/// Contacts, of which there are many, are found by patterns that begin with
/// "contact/" only.
/// @throws std::invalid_argument if there are several that a name without scope
/// may mean, and if there is none: for an output that is no
/// vector, with those of its diagram that are; otherwise with names near it.
std::vector<systems::Signal> FindSignals(const systems::Diagram& diagram,
                                         std::string_view name);

/// The same for several names or patterns; what fits two of them comes once.
std::vector<systems::Signal> FindSignals(const systems::Diagram& diagram,
                                         std::span<const std::string> names);

/// "joint/arm::elbow/position" without scopes, "joint/elbow/position".
std::string WithoutScopes(std::string_view name);

/// @throws std::invalid_argument, with their names, if several are called alike
/// without scopes.
void RequireDifferentWithoutScopes(std::span<const systems::Signal> signals);

}  // namespace tactus::multibody
