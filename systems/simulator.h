#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "tactus/systems/context.h"
#include "tactus/systems/diagram.h"
#include "tactus/systems/integrator.h"

namespace tactus::systems {

/// How an advance ended.
struct SimulatorStatus {
  enum class Reason { kReachedTime, kStoppedByMonitor };

  double time{};  ///< [s]
  Reason reason{Reason::kReachedTime};
  std::string message{};  ///< the monitor's, if it stopped

  bool reached_time() const { return reason == Reason::kReachedTime; }
};

/// Advances a Context through time: integrator steps between events, and the
/// events. What happens at one time t, in this order:
///
///     integrator   arrives at t                             x-, z-
///     publish      periodic ones due at t, and per-step
///                  ones, see                                x-, z-
///     monitor      may stop the simulation here
///     update       all updates due at t read x-, z-
///                  and lead to                              x-, z+
///                  from which the next step starts
///
/// so AdvanceTo(t) returns *before* the updates due at t; the next advance
/// makes them first, or AdvancePendingEvents() does. At the initial time there
/// is no step, and Initialize() publishes. A step ends at every event and at
/// the time asked for; events that coincide but for rounding happen together
/// (see PeriodicSchedule).
///
/// The Simulator itself remembers nothing that bears on the result: a copy of
/// its Context, continued by another Simulator, repeats it bit for bit.
///
/// When a block or the integrator throws, the exception passes through and the
/// Context stays at the last accepted step.
class Simulator {
 public:
  using Monitor = std::function<std::optional<std::string>(const Context&)>;

  /// `diagram` must outlive the Simulator.
  explicit Simulator(const Diagram& diagram);
  /// @throws std::invalid_argument if `context` belongs to another Diagram.
  Simulator(const Diagram& diagram, Context context);

  /// Needed by diagrams with continuous state; without such state, time jumps
  /// from event to event.
  void set_integrator(std::unique_ptr<Integrator> integrator);
  template <class T, class... Args>
  T& reset_integrator(Args&&... args) {
    auto integrator = std::make_unique<T>(std::forward<Args>(args)...);
    T& result = *integrator;
    set_integrator(std::move(integrator));
    return result;
  }

  /// Called after Initialize() and after every accepted step. Returning a
  /// reason stops the simulation there; another advance continues it.
  void set_monitor(Monitor monitor) { monitor_ = std::move(monitor); }

  /// Prepares the integrator, publishes at the current time unless the Context
  /// comes from a simulation that did so, and asks the monitor. The first
  /// advance calls it.
  /// @throws std::invalid_argument if there is continuous state but no
  /// integrator.
  SimulatorStatus Initialize();

  /// Steps until the time is exactly `t` [s] or the monitor stops. Does nothing
  /// if it is already.
  /// @throws std::invalid_argument if `t` is not finite or in the past.
  SimulatorStatus AdvanceTo(double t);

  /// Makes the updates due at the current time, so that outputs show their
  /// result.
  void AdvancePendingEvents();

  const Diagram& diagram() const { return diagram_; }
  const Context& context() const { return context_; }
  /// For restoring a copy, and for changing state between two advances.
  Context& mutable_context() { return context_; }

 private:
  void Prepare();
  void Step(double t_end);
  void CheckStep(double t_start, double t_limit) const;
  /// Asks the monitor.
  SimulatorStatus Report() const;
  void CheckContext() const;

  const Diagram& diagram_;
  Context context_;
  std::unique_ptr<Integrator> integrator_;
  Monitor monitor_;
  UpdateBuffer update_buffer_;
  VectorXd x_start_;  // of the step under way
  bool initialized_{false};
};

}  // namespace tactus::systems
