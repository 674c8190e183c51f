#pragma once

#include <optional>

#include "tactus/apps/scenario/integrator_factory.h"
#include "tactus/apps/scenario/yaml_reader.h"

namespace tactus::apps {

/// How a scenario is to be simulated.
struct SimulatorSettings {
  std::optional<double> duration{};  ///< [s]
  IntegratorOptions integrator{};
};

/// Reads the `simulator` of a scenario: the options of `tactus run`, with _ for
/// -.
///
///     integrator, accuracy, step, duration,
///     and the options of methods (method_options.h)
///
/// @throws YamlError
SimulatorSettings ReadSimulatorSettings(const YamlValue& value);

}  // namespace tactus::apps
