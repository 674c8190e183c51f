#include "tactus/systems/simulator.h"

#include <algorithm>
#include <array>
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
  ShowEndOfStep();
}

SimulatorStatus Simulator::AdvanceTo(double t) {
  const bool is_past = t < context_.time() && !SameTime(t, context_.time());
  if (!std::isfinite(t) || is_past) {
    throw std::invalid_argument(fmt::format(
        "cannot advance from t = {} s to {} s", context_.time(), t));
  }
  const bool is_first = !initialized_;
  Prepare();
  SimulatorStatus status =
      is_first ? Report() : SimulatorStatus{.time = context_.time()};
  while (context_.time() < t && !SameTime(context_.time(), t) &&
         status.reached_time()) {
    status = AdvancePendingEvents();
    if (!status.reached_time()) break;
    Step(t);
    ShowInsideOfStep();
    ShowEndOfStep();
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
  const bool integrates = integrator_ && diagram_.num_continuous_states() > 0;
  if (integrates) {
    integrator_->Initialize(diagram_, &next);  // memory of its own type
  }
  ReadCheckpoint(in, &next);
  if (integrates) {
    integrator_->Initialize(diagram_, &next);  // refuses what does not fit
  }
  context_ = std::move(next);
  initialized_ = false;
}

void Simulator::Step(double t_end) {
  // An end that is an event but for rounding is that event, to the last bit, so
  // that a run which is split there takes the same steps.
  const double next_event = diagram_.CalcNextUpdateTime(context_.time());
  const bool event_first = next_event < t_end || SameTime(next_event, t_end);
  const double t_limit = event_first ? next_event : t_end;
  step_.t0 = context_.time();
  step_.x0 = context_.continuous_state();
  if (diagram_.num_witnesses() > 0) {
    StepToCrossing(t_limit);
  } else {
    Integrate(t_limit);
  }
}

// Looks for a zero of a witness in the step to `t_limit`, first at points of
// its dense output, of which t_clear is the last before the zero. Then bisects
// the step from `before_step_` until
//
//     no witness crosses in [t_clear, t_before],
//     one does in           [t_clear, t_after],
//     t_after - t_before <= tolerance,
//
// and ends it at t_after.
void Simulator::StepToCrossing(double t_limit) {
  before_step_ = context_;
  try {
    Integrate(t_limit);
    double t_before{}, t_after{};
    if (!FindCrossing(&t_before, &t_after)) return;

    const double tolerance =
        std::max(witness_tolerance_, 1e-15 * std::abs(t_after));
    bool is_after = t_after == context_.time();  // The Context is at t_after.
    bool is_certain = is_after;  // Found by a step, not in its dense output.
    while (t_after - t_before > tolerance || !is_after) {
      // In between; or to t_after, to make certain of it, and in the end.
      const double t_try = is_certain && t_after - t_before > tolerance
                               ? t_before + (t_after - t_before) / 2
                               : t_after;
      context_ = before_step_;
      if (integrator_) integrator_->UndoStep();
      Integrate(t_try);
      diagram_.CalcWitnesses(context_, &w1_);
      const bool crosses = diagram_.AnyCrosses(w0_, w1_);
      // A step that does not reach so far, or without the zero that its dense
      // output had, is kept: the next one sees what there is.
      if (!crosses && (context_.time() < t_try || t_try == t_after)) return;
      (crosses ? t_after : t_before) = context_.time();
      is_after = crosses;
      is_certain = is_certain || crosses;
    }
    diagram_.TriggerWitnesses(w0_, w1_, &context_);
  } catch (...) {
    context_ = before_step_;
    throw;
  }
}

// Walks through the step from `before_step_` to the Context, and stops with the
// values on both sides of the first crossing in w0_ and w1_. The points are
// close together where the step begins: a ball that bounces at t0 has its next
// flight there, however short against the step.
bool Simulator::FindCrossing(double* t_before, double* t_after) {
  constexpr int kUniform = 8, kHalvings = 20;
  const double t0 = before_step_.time(), t1 = context_.time();
  std::array<double, kHalvings + kUniform - 2> shares;
  int num = 0;
  for (int k = kHalvings; k > 3; --k) shares[num++] = std::exp2(-k);
  for (int k = 1; k < kUniform; ++k) {
    shares[num++] = static_cast<double>(k) / kUniform;
  }
  PrepareDenseOutput(t0, before_step_.continuous_state());
  *t_before = t0;
  diagram_.CalcWitnesses(before_step_, &w0_);
  for (int i = 0; i <= num; ++i) {
    *t_after = i < num ? t0 + shares[i] * (t1 - t0) : t1;
    if (*t_after <= *t_before) continue;
    if (i < num) MoveInsideStep(*t_after);
    diagram_.CalcWitnesses(i < num ? inside_step_ : context_, &w1_);
    if (diagram_.AnyCrosses(w0_, w1_)) return true;
    w0_ = w1_;
    *t_before = *t_after;
  }
  return false;
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

void Simulator::PrepareDenseOutput(double t0, const VectorXd& x0) {
  step_.t0 = t0;
  step_.x0 = x0;
  step_.t1 = context_.time();
  step_.x1 = context_.continuous_state();
  inside_step_ = context_;
  if (diagram_.num_continuous_states() > 0) {
    integrator_->CalcSlopes(diagram_, &inside_step_, &step_);
  }
}

void Simulator::MoveInsideStep(double t) {
  inside_step_.SetTime(t);
  if (diagram_.num_continuous_states() == 0) return;
  step_.Eval(t, &x_);
  integrator_->ProjectInside(diagram_, step_, &x_);
  inside_step_.SetContinuousState(x_);
}

void Simulator::ShowInsideOfStep() {
  const double t0 = step_.t0, t1 = context_.time();
  bool is_first = true;
  for (double t = CalcNextObservedTime(t0); t < t1 && !SameTime(t, t1);
       t = CalcNextObservedTime(t)) {
    if (is_first) PrepareDenseOutput(t0, VectorXd(step_.x0));
    is_first = false;
    MoveInsideStep(t);
    for (const auto& [period, observe] : observers_) {
      if (period > 0 && PeriodicSchedule{period}.IsDue(t)) {
        observe(inside_step_);
      }
    }
  }
}

void Simulator::ShowEndOfStep() {
  if (SameTime(context_.observed_at_, context_.time())) return;
  context_.observed_at_ = context_.time();
  for (const auto& [period, observe] : observers_) {
    if (period == kEveryStep ||
        PeriodicSchedule{period}.IsDue(context_.time())) {
      observe(context_);
    }
  }
}

double Simulator::CalcNextObservedTime(double t) const {
  double next = kInfinity;
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
