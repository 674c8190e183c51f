#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tactus/contact/comfree/options.h"
#include "tactus/integrators/external_system.h"
#include "tactus/integrators/statistics.h"
#include "tactus/systems/integrator.h"

namespace tactus::apps {

/// What the command line says about the integrator.
struct IntegratorOptions {
  /// Empty: icf when there is a step, else cenic.
  std::string name;
  std::optional<double> accuracy;  ///< For cenic and rk3; 1e-3 if not given.
  /// For icf (0.01 if not given) and comfree (0.002) [s].
  std::optional<double> step;
  /// How CENIC and step functions take what lies outside the plant; implicit
  /// if not given.
  std::optional<integrators::ExternalScheme> external{};
  contact::ComFreeOptions comfree{};
  /// The options of comfree that were given, as typed.
  std::vector<std::string> comfree_given{};
};

/// An integrator with what it was set to.
struct IntegratorChoice {
  std::unique_ptr<systems::Integrator> integrator;
  std::optional<double> accuracy, step;  ///< One of them.
  int threads = 1;                       ///< That it uses.
  /// Of `integrator`, as they are now.
  std::function<const integrators::Statistics&()> statistics;
};

/// What `file` asks for where `command_line` does not. A method other than the
/// file's, which the command line names (--step alone names icf), gets nothing
/// of the file's.
IntegratorOptions Merge(const IntegratorOptions& file,
                        const IntegratorOptions& command_line);

/// @throws std::invalid_argument for an unknown name, an accuracy or step that
/// is not positive, and one that the integrator has no use for.
IntegratorChoice MakeIntegrator(const IntegratorOptions& options);

}  // namespace tactus::apps
