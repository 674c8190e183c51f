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
///     integrator, accuracy, step, duration, max_step,
///     external (implicit, explicit), error_norm (positions, state),
///     algebra (auto, dense, sparse), scheme, hessian_reuse,
///     newton_tolerance (adaptive, fixed);
///     of comfree: comfree_stiffness, comfree_damping, comfree_impedance,
///     margin, refinement, mass_splitting, backend, single_precision;
///     of cond: iterations;
///     of dojo: kappa, friction_cone (exact, linear, none)
///
/// @throws YamlError
SimulatorSettings ReadSimulatorSettings(const YamlValue& value);

}  // namespace tactus::apps
