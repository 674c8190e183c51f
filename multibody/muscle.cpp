#include "tactus/multibody/muscle.h"

namespace tactus::multibody {
namespace {

// x^2 / 2 with x = (L - from) / (to - from).
CurveValue Rise(double L, double from, double to) {
  const double width = to - from, x = (L - from) / width;
  return {x * x / 2, x / width};
}

CurveValue OneMinus(const CurveValue& rise) {
  return {1 - rise.value, -rise.slope};
}

}  // namespace

// Four parabolas that meet at the middles of [min_length, 1] and
// [1, max_length], and at 1.
CurveValue CalcActiveCurve(const Muscle& muscle, double L) {
  const double low = muscle.min_length, high = muscle.max_length;
  if (L <= low || L >= high) return {};
  const double a = (low + 1) / 2, b = (1 + high) / 2;
  if (L <= a) return Rise(L, low, a);
  if (L <= 1) return OneMinus(Rise(L, 1, a));
  if (L <= b) return OneMinus(Rise(L, 1, b));
  return Rise(L, high, b);
}

// (1 + V)^2 up to V = 0, then fv - (y - V)^2 / y up to y = fv - 1.
CurveValue CalcVelocityCurve(const Muscle& muscle, double V) {
  const double most = muscle.velocity_max, y = most - 1;
  if (V <= -1) return {};
  if (V <= 0) return {(1 + V) * (1 + V), 2 * (1 + V)};
  if (V <= y) return {most - (y - V) * (y - V) / y, 2 * (y - V) / y};
  return {most, 0};
}

CurveValue CalcPassiveCurve(const Muscle& muscle, double L) {
  const double b = (1 + muscle.max_length) / 2, fp = muscle.passive_max;
  if (L <= 1) return {};
  if (L <= b) {
    const CurveValue rise = Rise(L, 1, b);
    return {fp * rise.value, fp * rise.slope};
  }
  return {fp * (0.5 + (L - b) / (b - 1)), fp / (b - 1)};
}

MuscleForce CalcMuscleForce(const Muscle& muscle, double length, double rate) {
  const double L0 = (muscle.length_upper - muscle.length_lower) /
                    (muscle.range_upper - muscle.range_lower);
  const double L = muscle.range_lower + (length - muscle.length_lower) / L0;
  const double V = rate / (L0 * muscle.max_velocity);
  const CurveValue FL = CalcActiveCurve(muscle, L);
  const CurveValue FV = CalcVelocityCurve(muscle, V);
  const CurveValue FP = CalcPassiveCurve(muscle, L);
  const double F0 = muscle.peak_force;
  return {
      .gain = -F0 * FL.value * FV.value,
      .gain_by_length = -F0 * FL.slope / L0 * FV.value,
      .gain_by_rate = -F0 * FL.value * FV.slope / (L0 * muscle.max_velocity),
      .bias = -F0 * FP.value,
      .bias_by_length = -F0 * FP.slope / L0};
}

}  // namespace tactus::multibody
