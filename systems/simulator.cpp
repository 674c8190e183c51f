#include "tactus/systems/simulator.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <spdlog/fmt/fmt.h>

#include "tactus/systems/checkpoint.h"

namespace tactus::systems {

Simulator::Simulator(const Diagram& diagram)
    : Simulator(diagram, diagram.CreateDefaultContext()) {}

Simulator::Simulator(const Diagram& diagram, Context context)
    : diagram_(diagram), context_(std::move(context)) {
  CheckContext();
}

void Simulator::set_integrator(std::unique_ptr<Integrator> integrator) {
  integrator_ = std::move(integrator);
  initialized_ = false;
}

void Simulator::Observe(double period, Observer observer) {
  if (!std::isfinite(period) || period < 0) {
    throw std::invalid_argument(
        fmt::format("an observer's period must not be {} s", period));
  }
  observers_.push_back({period, std::move(observer)});
}

void Simulator::set_witness_tolerance(double tolerance) {
  if (!std::isfinite(tolerance) || tolerance <= 0) {
    throw std::invalid_argument(fmt::format(
        "the tolerance of witnesses must be positive, not {} s", tolerance));
  }
  witness_tolerance_ = tolerance;
}

SimulatorStatus Simulator::Initialize() {
  initialized_ = false;
  Prepare();
  return Report();
}

void Simulator::Prepare() {
  CheckContext();
  const bool has_continuous_state = diagram_.num_continuous_states() > 0;
  if (has_continuous_state && !integrator_) {
    throw std::invalid_argument(
        "the diagram has continuous state, but the Simulator has no "
        "integrator");
  }
  const bool has_memory = context_.integrator_memory().has_value();
  if (has_continuous_state && !(initialized_ && has_memory)) {
    integrator_->Initialize(diagram_, &context_);
  }
  initialized_ = true;
  Publish();
}

SimulatorStatus Simulator::AdvanceTo(double t) {
  if (!std::isfinite(t) || t < context_.time()) {
    throw std::invalid_argument(fmt::format(
        "cannot advance from t = {} s to {} s", context_.time(), t));
  }
  const bool is_first = !initialized_;
  Prepare();
  SimulatorStatus status =
      is_first ? Report() : SimulatorStatus{.time = context_.time()};
  while (context_.time() < t && status.reached_time()) {
    status = AdvancePendingEvents();
    if (!status.reached_time()) break;
    Step(t);
    PublishInsideStep();
    Publish();
    status = Report();
  }
  return status;
}

SimulatorStatus Simulator::AdvancePendingEvents() {
  std::optional<std::string> termination =
      diagram_.PerformUpdates(&context_, &update_buffer_);
  SimulatorStatus status{.time = context_.time()};
  if (termination) {
    status.reason = SimulatorStatus::Reason::kTerminated;
    status.message = std::move(*termination);
  }
  return status;
}

void Simulator::Save(std::ostream* out) const {
  WriteCheckpoint(context_, out);
}

void Simulator::Restore(std::istream* in) {
  Context next = context_;
  if (integrator_ && diagram_.num_continuous_states() > 0) {
    integrator_->Initialize(diagram_, &next);  // memory of its own type
  }
  ReadCheckpoint(in, &next);
  context_ = std::move(next);
  initialized_ = false;
}

void Simulator::Step(double t_end) {
  const double next_event = diagram_.CalcNextUpdateTime(context_.time());
  const bool event_first = next_event < t_end && !SameTime(next_event, t_end);
  const double t_limit = event_first ? next_event : t_end;
  step_.t0 = context_.time();
  step_.x0 = context_.continuous_state();
  if (diagram_.num_witnesses() > 0) {
    StepToCrossing(t_limit);
  } else {
    Integrate(t_limit);
  }
  step_.t1 = context_.time();
  step_.x1 = context_.continuous_state();
}

// Bisects the length of one step from `before_step_` until
//
//     no witness crosses in [t0, t_before],  one does in [t0, t_after],
//     t_after - t_before <= tolerance,
//
// and ends the step at t_after.
void Simulator::StepToCrossing(double t_limit) {
  before_step_.AssignExceptRecords(context_);
  try {
    diagram_.CalcWitnesses(context_, &w0_);
    Integrate(t_limit);
    diagram_.CalcWitnesses(context_, &w1_);
    if (!diagram_.AnyCrosses(w0_, w1_)) return;

    double t_before = before_step_.time(), t_after = context_.time();
    const double tolerance =
        std::max(witness_tolerance_, 1e-15 * std::abs(t_after));
    bool is_after = true;  // The Context is at t_after, not at t_before.
    while (t_after - t_before > tolerance || !is_after) {
      // Once both are close enough, back to t_after.
      const double t_try = t_after - t_before > tolerance
                               ? t_before + (t_after - t_before) / 2
                               : t_after;
      context_.AssignExceptRecords(before_step_);
      if (integrator_) integrator_->TakeBackStep();
      Integrate(t_try);
      diagram_.CalcWitnesses(context_, &w1_);
      is_after = diagram_.AnyCrosses(w0_, w1_);
      // A step that does not reach so far is kept: the next one sees the zero.
      if (!is_after && (context_.time() < t_try || t_try == t_after)) return;
      (is_after ? t_after : t_before) = context_.time();
    }
    diagram_.TriggerWitnesses(w0_, w1_, &context_);
  } catch (...) {
    context_.AssignExceptRecords(before_step_);
    throw;
  }
}

void Simulator::Integrate(double t_limit) {
  if (diagram_.num_continuous_states() == 0) {
    context_.SetTime(t_limit);
    return;
  }
  const double t_start = context_.time();
  try {
    integrator_->Step(diagram_, t_limit, &context_);
  } catch (...) {
    context_.SetTimeAndContinuousState(t_start, step_.x0);
    throw;
  }
  CheckStep(t_start, t_limit);
}

void Simulator::CheckStep(double t_start, double t_limit) const {
  if (context_.time() > t_start && context_.time() <= t_limit) return;
  throw std::logic_error(fmt::format(
      "integrator '{}' stepped from t = {} s to {} s; it was to end at or "
      "before {} s",
      integrator_->name(), t_start, context_.time(), t_limit));
}

void Simulator::PublishInsideStep() {
  bool is_first = true;
  for (double t = CalcNextPublishTime(step_.t0);
       t < step_.t1 && !SameTime(t, step_.t1); t = CalcNextPublishTime(t)) {
    if (is_first) {
      inside_step_.AssignExceptRecords(context_);
      if (diagram_.num_continuous_states() > 0) {
        integrator_->CalcSlopes(diagram_, &inside_step_, &step_);
      }
      is_first = false;
    }
    inside_step_.SetTime(t);
    if (diagram_.num_continuous_states() > 0) {
      step_.Eval(t, &x_);
      diagram_.ProjectContinuousState(&x_);
      inside_step_.SetContinuousState(x_);
    }
    diagram_.PublishInside(&inside_step_, &context_);
    for (const auto& [period, observe] : observers_) {
      if (period > 0 && PeriodicSchedule{period}.IsDue(t)) {
        observe(inside_step_);
      }
    }
  }
}

void Simulator::Publish() {
  if (!diagram_.Publish(&context_)) return;
  for (const auto& [period, observe] : observers_) {
    if (period == kEveryStep ||
        PeriodicSchedule{period}.IsDue(context_.time())) {
      observe(context_);
    }
  }
}

double Simulator::CalcNextPublishTime(double t) const {
  double next = diagram_.CalcNextPublishTime(t);
  for (const PeriodicObserver& observer : observers_) {
    if (observer.period == kEveryStep) continue;
    next = std::min(next, PeriodicSchedule{observer.period}.NextTime(t));
  }
  return next;
}

SimulatorStatus Simulator::Report() const {
  SimulatorStatus status{.time = context_.time()};
  if (!monitor_) return status;
  if (std::optional<std::string> reason = monitor_(context_)) {
    status.reason = SimulatorStatus::Reason::kStoppedByMonitor;
    status.message = std::move(*reason);
  }
  return status;
}

void Simulator::CheckContext() const {
  if (context_.BelongsTo(diagram_)) return;
  throw std::invalid_argument("the Context belongs to another Diagram");
}

}  // namespace tactus::systems
