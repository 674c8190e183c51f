#pragma once

#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "tactus/systems/context.h"
#include "tactus/systems/diagram.h"
#include "tactus/systems/integrator.h"

namespace tactus::systems {

/// How an advance ended.
struct SimulatorStatus {
  enum class Reason { kReachedTime, kStoppedByMonitor, kTerminated };

  double time{};  ///< [s]
  Reason reason{Reason::kReachedTime};
  /// The monitor's, if it stopped; the block's and its name, if it terminated.
  std::string message{};

  bool reached_time() const { return reason == Reason::kReachedTime; }
};

/// Advances a Context through time: integrator steps between events, and the
/// events. What happens at one time t, in this order:
///
///     integrator   arrives at t                             x-, z-
///     observers    of every step, and those due at t, see   x-, z-
///     monitor      may stop the simulation here
///     update       all updates due at t read x-, z-
///                  and lead to                              x+, z+
///                  from which the next step starts; one
///                  of them may terminate the simulation
///
/// so AdvanceTo(t) returns *before* the updates due at t; the next advance
/// makes them first, or AdvancePendingEvents() does. At the initial time there
/// is no step, and Initialize() shows it to the observers. A step ends at every
/// periodic update, where a witness passes through zero, and at the time asked
/// for; events that coincide but for rounding happen together (see
/// PeriodicSchedule). Observers inside a step see its dense output, so that how
/// often one looks does not change what happens.
///
/// The Simulator itself remembers nothing that bears on the result: a copy of
/// its Context, continued by another Simulator, repeats it bit for bit.
///
/// When a block or the integrator throws, the exception passes through and the
/// Context stays at the last accepted step.
class Simulator {
 public:
  using Monitor = std::function<std::optional<std::string>(const Context&)>;
  using Observer = std::function<void(const Context&)>;

  static constexpr double kEveryStep = 0;

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

  /// Shows the simulation to `observer` at the times k period [s], or at the
  /// start and after every step:
  ///
  ///     simulator.Observe(0.1, [&](const Context& context) {
  ///       fmt::print("{} {}\n", context.time(), arm.positions(context)[0]);
  ///     });
  ///
  /// The Context given is good for the call only. For logs see SignalLog, for
  /// pictures Recorder.
  /// @throws std::invalid_argument for a period that is negative or not finite.
  void Observe(double period, Observer observer);

  /// Zeros of witnesses are located to this [s]; positive.
  void set_witness_tolerance(double tolerance);
  double witness_tolerance() const { return witness_tolerance_; }

  /// Prepares the integrator, shows the current time to the observers unless
  /// the Context comes from a simulation that did so, and asks the monitor. The
  /// first advance calls it.
  /// @throws std::invalid_argument if there is continuous state but no
  /// integrator.
  SimulatorStatus Initialize();

  /// Steps until the time is `t` [s], the monitor stops, or a block terminates.
  /// Does nothing if it is already. Where `t` is the time of an update but for
  /// rounding, it is that update's time which is reached.
  /// @throws std::invalid_argument if `t` is not finite or in the past.
  SimulatorStatus AdvanceTo(double t);

  /// Makes the updates due at the current time, so that outputs show their
  /// result.
  SimulatorStatus AdvancePendingEvents();

  /// Writes the Context as a checkpoint (checkpoint.h).
  void Save(std::ostream* out) const;
  /// Continues from a checkpoint of this diagram, which was saved with an
  /// integrator of the same kind: a run that is saved and restored repeats the
  /// uninterrupted one bit for bit. Inputs that blocks do not feed have to be
  /// fixed, to anything, before. Leaves the Simulator alone on failure.
  /// @throws CheckpointError
  void Restore(std::istream* in);

  const Diagram& diagram() const { return diagram_; }
  const Context& context() const { return context_; }
  /// For restoring a copy, and for changing state between two advances.
  Context& mutable_context() { return context_; }

 private:
  struct PeriodicObserver {
    double period{};
    Observer observe;
  };

  void Prepare();
  void Step(double t_end);
  void StepToCrossing(double t_limit);
  bool FindCrossing(double* t_before, double* t_after);
  void Integrate(double t_limit);
  void CheckStep(double t_start, double t_limit) const;
  void PrepareDenseOutput(double t0, const VectorXd& x0);
  /// Puts the inside of the step in place, as of `t`.
  void MoveInsideStep(double t);
  void ShowInsideOfStep();
  void ShowEndOfStep();
  double CalcNextObservedTime(double t) const;
  /// Asks the monitor.
  SimulatorStatus Report() const;
  void CheckContext() const;

  const Diagram& diagram_;
  Context context_;
  std::unique_ptr<Integrator> integrator_;
  Monitor monitor_;
  std::vector<PeriodicObserver> observers_;
  double witness_tolerance_ = 1e-6;
  bool initialized_{false};

  // Scratch.
  UpdateBuffer update_buffer_;
  DenseOutput step_;  // the last one; x1, t1 and slopes as they were needed
  Context before_step_, inside_step_;
  VectorXd w0_, w1_, x_;
};

}  // namespace tactus::systems
