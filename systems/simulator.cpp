#include "tactus/systems/simulator.h"

#include <cmath>
#include <stdexcept>

#include <spdlog/fmt/fmt.h>

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
  diagram_.Publish(&context_);
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
    AdvancePendingEvents();
    Step(t);
    diagram_.Publish(&context_);
    status = Report();
  }
  return status;
}

void Simulator::AdvancePendingEvents() {
  diagram_.PerformUpdates(&context_, &update_buffer_);
}

void Simulator::Step(double t_end) {
  const double next_event = diagram_.CalcNextEventTime(context_);
  const bool event_first = next_event < t_end && !SameTime(next_event, t_end);
  const double t_limit = event_first ? next_event : t_end;
  if (diagram_.num_continuous_states() == 0) {
    context_.SetTime(t_limit);
    return;
  }
  const double t_start = context_.time();
  x_start_ = context_.continuous_state();
  try {
    integrator_->Step(diagram_, t_limit, &context_);
  } catch (...) {
    context_.SetTimeAndContinuousState(t_start, x_start_);
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
