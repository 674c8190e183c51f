#pragma once

#include "tactus/apps/scenario/scenario.h"

namespace tactus::apps {

constexpr double kDefaultDuration = 5;  ///< [s], of files that say none.

/// Reads a scenario: a YAML map of
///
///     directives           what there is               (directives.h)
///     gravity              [x, y, z], world [m/s^2]
///     fluid                {density, viscosity, wind}
///     groups               {NAME: [MODEL, ...]}
///     contact              surfaces by name            (contact_patterns.h)
///     hydroelastic         modulus of all that is not rigid [Pa]
///     contact_model        how what can touch does  (ContactOptions())
///     initial_conditions   where it starts     (initial_conditions.h)
///     systems, connections what controls it            (wiring.h)
///     simulator            how to simulate it  (simulator_settings.h)
///     logs                 [{signals, rate, file}]
///     assert               what must hold in the end   (assertions.h)
///
/// all optional but the first. docs/scenario.md lists every key. What the
/// options say holds before what the file says.
///
/// @throws YamlError with file, line and column.
Scenario LoadScenarioFile(const ScenarioOptions& options);

}  // namespace tactus::apps
