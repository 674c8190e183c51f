#pragma once

#include <optional>

#include "tactus/apps/methods/integrator_factory.h"
#include "tactus/apps/methods/method_options.h"
#include "tactus/apps/scenario/yaml_reader.h"

namespace tactus::apps {

/// What stands in `map` under the option's key, checked; if anything does.
std::optional<nlohmann::ordered_json> ReadOption(const MethodOption& option,
                                                 YamlMap* map);

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
