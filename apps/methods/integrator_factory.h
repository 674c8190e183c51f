#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "tactus/integrators/step_size/statistics.h"
#include "tactus/solvers/stop.h"
#include "tactus/systems/integrator.h"

namespace tactus::apps {

/// What the command line says about the integrator.
struct IntegratorOptions {
  /// Empty: icf when there is a step, else cenic.
  std::string name{};
  /// For cenic and the classic methods; 1e-3 if not given.
  std::optional<double> accuracy{};
  /// For icf and dojo (0.01 if not given), comfree, cond, pgs and apgd (0.002)
  /// [s].
  std::optional<double> step{};
  /// How far a body may move in a step, as a part of its smallest half-extent
  /// (integrators/step_size/travel_limit.h); nothing: as far as it likes.
  std::optional<double> travel{};
  /// How many threads cenic, cond, icf, and comfree with the backend openmp
  /// use.
  int num_threads = 1;
  /// Values of the method's own options, by key (method_options.h).
  nlohmann::ordered_json method_options = nlohmann::ordered_json::object();
  /// Asked inside of steps whether to stop them; null: nobody asks.
  const solvers::StopRequest* stop = nullptr;
};

/// What contact may give back of what it has taken (EnergyWatch).
enum class ContactStore {
  kContinuousLaw,  ///< Its springs (contact/continuous_forces.h).
  kOwn,            ///< What the method holds, in its records.
  kStart,          ///< No more than that of the start.
};

/// An integrator with what it was set to.
struct IntegratorChoice {
  std::unique_ptr<systems::Integrator> integrator;
  std::optional<double> accuracy, step;  ///< One of them.
  int threads = 1;                       ///< That it uses.
  bool counts_contacts = true;  ///< Its statistics do; else contact_tally.h.
  ContactStore contact_store = ContactStore::kContinuousLaw;
  nlohmann::ordered_json settings{};  ///< All of them, by name.
  /// Where `integrator` leaves spans; null: nowhere.
  std::function<void(Trace*)> set_trace;
  /// The statistics of `integrator` as they are now.
  std::function<const integrators::Statistics&()> statistics;
};

/// What `file` asks for where `command_line` does not. A method other than the
/// file's, which the command line names, gets nothing of the file's. --step
/// alone names icf, unless the file's method has a step.
IntegratorOptions Merge(const IntegratorOptions& file,
                        const IntegratorOptions& command_line);

/// @throws std::invalid_argument for an unknown name, an accuracy or step that
/// is not positive, and one that the integrator has no use for.
IntegratorChoice MakeIntegrator(const IntegratorOptions& options);

/// Whether the integrator of that name takes a step, and no accuracy.
/// @throws std::invalid_argument for an unknown name.
bool HasFixedStep(const std::string& name);

/// The names of all integrators of this build: "cenic, comfree, ...".
std::string IntegratorNames();

}  // namespace tactus::apps
