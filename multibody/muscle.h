#pragma once

namespace tactus::multibody {

/// MuJoCo's muscle with its tendon, a massless string (documentation of MuJoCo,
/// "Muscles"). Its force along the length l of what it acts on, at the
/// activation a, is
///
///     f = -F0 (a FL(L) FV(V) + FP(L)),
///     L = (l - L_T) / L0,   V = l_dot / (L0 v_max),
///     L0 = (l_upper - l_lower) / (range_upper - range_lower),
///     L_T = l_lower - range_lower L0,
///
/// of the scaled length L and velocity V of the muscle:
///
///   symbol     code            meaning
///   L0, L_T                    optimal length; length of the tendon [m]
///   F0         peak_force      active force at L = 1, V = 0 [N]
///   FL(L)      active curve    1 at L = 1, 0 outside (min_length, max_length)
///   FV(V)      velocity curve  0 up to V = -1, 1 at V = 0, velocity_max from
///                              V = velocity_max - 1 on
///   FP(L)      passive curve   0 up to L = 1, passive_max / 2 half way to
///                              max_length, and straight from there on
///
/// All are quadratic splines, continuous with their slopes.
struct Muscle {
  double range_lower = 0.75, range_upper = 1.05;  ///< L at l_lower, l_upper.
  double peak_force = -1;  ///< F0; negative: scale / acc0, see ModelBuilder.
  double scale = 200;
  double min_length = 0.5, max_length = 1.6;
  double max_velocity = 1.5;  ///< v_max, in L0 per second.
  double passive_max = 1.3;   ///< Of FP.
  double velocity_max = 1.2;  ///< Of FV.
  /// Where l goes in the ranges of joints [m]; equal: see ModelBuilder.
  double length_lower{}, length_upper{};
};

/// A value and its derivative.
struct CurveValue {
  double value{}, slope{};
};
CurveValue CalcActiveCurve(const Muscle& muscle, double L);
CurveValue CalcVelocityCurve(const Muscle& muscle, double V);
CurveValue CalcPassiveCurve(const Muscle& muscle, double L);

/// f = gain a + bias at (l, l_dot), and the derivatives of both.
struct MuscleForce {
  double gain{}, gain_by_length{}, gain_by_rate{};
  double bias{}, bias_by_length{};
};
MuscleForce CalcMuscleForce(const Muscle& muscle, double length, double rate);

}  // namespace tactus::multibody
