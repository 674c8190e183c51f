#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tactus/apps/scenario/yaml_reader.h"
#include "tactus/examples/scenes/scene.h"
#include "tactus/systems/context.h"

namespace tactus::apps {

/// What assertions look at: the end of a run.
struct RunEnd {
  const systems::Context& context;
  double initial_energy{};  ///< CalcTotalEnergy() at the start [J].
};

/// One condition of a scenario.
struct Assertion {
  std::string place;  ///< "scene.yaml:12:5"
  /// Nothing if the condition holds; otherwise what was found, with its value.
  std::function<std::string(const RunEnd&)> check;
  std::string signal = {};  ///< That it reads, if it reads one.
};

/// Reads the `assert` list of a scenario. Each item is a quantity and what it
/// must be:
///
///     {body: NAME, position: x | y | z}          of its origin, world [m]
///     {body: NAME, velocity: x | y | z | norm}   of its origin, world [m/s]
///     {joint_position: NAME}                     of a scalar joint [rad or m]
///     {joint_velocity: NAME}                     [rad/s or m/s]
///     {energy_drift: absolute | relative}        |E - E_0|, or by |E_0| [J, -]
///     {signal: NAME, component: NAME}            systems/signals/signal.h
///
/// with any of  above: A,  below: B,  near: C and tolerance: T;  or
///
///     {contact: [PATTERN, PATTERN], exists: true | false}
///
/// whether bodies or geometries of such names press on each other; true unless
/// said. A name without * and ? must mean one body or geometry.
///
/// @param scene  must outlive the assertions. @throws YamlError
std::vector<Assertion> ReadAssertions(const YamlValue& value,
                                      const examples::SceneInstance& scene);

/// The messages of those that do not hold, "PLACE: assertion failed: ...".
std::vector<std::string> CheckAssertions(
    const std::vector<Assertion>& assertions, const RunEnd& end);

}  // namespace tactus::apps
