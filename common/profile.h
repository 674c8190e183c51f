#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <string_view>

namespace tactus {

class Trace;

/// Where the time of a simulation goes; the phases of Figure 18 of [Kurtz25],
/// and those of classic integrators.
enum class Phase {
  kGeometry,  ///< Collision queries.
  kProblem,   ///< Kinematics, mass matrices, Jacobians, contact data.
  kHessian,   ///< Assembly.
  kFactorization,
  kLineSearch,
  kSolverRest,   ///< Gradients, triangular solves, islands.
  kExternal,     ///< What lies outside the plant: its values and derivatives.
  kDerivatives,  ///< Time derivatives of a whole diagram.
  kJacobian,     ///< Their derivatives by the state.
  kCount
};

std::string_view to_string(Phase phase);

/// Seconds per phase. A value: add profiles up, print them.
struct Profile {
  std::array<double, static_cast<std::size_t>(Phase::kCount)> seconds{};
  Trace* trace = nullptr;  ///< Where timers leave spans, too; may be null.
  int lane = 0;            ///< Of the spans: one per thread.

  double& operator[](Phase phase) {
    return seconds[static_cast<std::size_t>(phase)];
  }
  double operator[](Phase phase) const {
    return seconds[static_cast<std::size_t>(phase)];
  }
};

/// Adds its own lifetime to a phase; a null profile costs nothing.
class ScopedTimer {
 public:
  ScopedTimer(Profile* profile, Phase phase)
      : profile_(profile), phase_(phase) {
    if (profile_ != nullptr) start_ = Clock::now();
  }
  ~ScopedTimer() {
    if (profile_ == nullptr) return;
    const Clock::time_point end = Clock::now();
    (*profile_)[phase_] += std::chrono::duration<double>(end - start_).count();
    if (profile_->trace != nullptr) LeaveSpan(end);
  }
  ScopedTimer(const ScopedTimer&) = delete;
  ScopedTimer& operator=(const ScopedTimer&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  void LeaveSpan(Clock::time_point end) const;

  Profile* profile_;
  Phase phase_;
  Clock::time_point start_;
};

}  // namespace tactus
