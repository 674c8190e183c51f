#pragma once

#include <string>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// PID control as a digital controller runs it: sampled, with a filtered
/// derivative, limits, and an integral that does not wind up against them. At
/// t_k = k P, element by element:
///
///     D <- (Tf D + kd (d_k - d_(k-1))) / (Tf + P),       d_k = c r_k - y_k
///     v  = kp (b r_k - y_k) + I + D
///     u <- min(max(v, lower), upper)
///     I <- I + ki P (r_k - y_k) + (P / Tt) (u - v)        back-calculation
///     I <- I + ki P (r_k - y_k), but not while u is at a
///          limit and this would push it further           clamping
///
/// and u is held until t_(k+1). D is 0 at the first sample, since nothing is
/// known of the change before it.
///
///     r, y  desired and measured value, inputs "desired" and "measured"
///     u     output "control", zero until the first sample; v before limits
///     I, D  integral and derivative part of v
///     kp, ki, kd  gains [u/y, u/(y s), u s/y]      P   period [s]
///     Tf    time constant of the derivative's filter [s]; 0 for none
///     b, c  how much of a jump of r the proportional and the derivative part
///           see; with c = 0 a jump of r makes no spike of u
///     Tt    tracking time [s], in which back-calculation empties I
///
/// The derivative is the backward difference, stable for every Tf >= 0.
/// Source: [AstromMurray08], sections 10.4 and 10.5.
class DiscretePid final : public LeafSystem {
 public:
  enum class AntiWindup { kClamping, kBackCalculation };

  struct Options {
    VectorXd kp{}, ki{}, kd{};
    double period{};                      ///< P [s]
    double derivative_time_constant = 0;  ///< Tf [s]
    double proportional_weight = 1;       ///< b
    double derivative_weight = 0;         ///< c
    VectorXd lower{}, upper{};            ///< empty: no limit
    AntiWindup anti_windup = AntiWindup::kClamping;
    double tracking_time = 0;  ///< Tt [s], for back-calculation; at least P
  };

  /// @throws std::invalid_argument if sizes differ, a number is not finite
  /// (limits may be infinite), P <= 0, Tf < 0, a limit crosses the other, or
  /// Tt < P where it is used.
  DiscretePid(std::string name, Options options);

  const InputPort& measured_input() const { return measured_; }
  const InputPort& desired_input() const { return desired_; }
  const OutputPort& control_output() const { return get_output_port(); }

 private:
  void CheckOptions() const;
  void Update(const LeafContext& context, NextState* next) const;
  void UpdateElement(int i, double r, double y, bool is_first,
                     NextState* next) const;
  void CalcControl(const LeafContext& context, VectorXd* u) const;

  Options options_;
  InputPort measured_, desired_;
  int integral_{}, derivative_{}, last_{}, control_{}, started_{};
};

}  // namespace tactus::systems
