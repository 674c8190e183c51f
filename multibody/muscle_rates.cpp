#include "tactus/multibody/muscle_rates.h"

namespace tactus::multibody {
namespace {

double Square(double x) {
  return x * x;
}

// Of the four parabolas of FL.
double CalcActiveCurvature(const Muscle& muscle, double L) {
  const double low = muscle.min_length, high = muscle.max_length;
  if (L <= low || L >= high) return 0;
  const double a = (low + 1) / 2, b = (1 + high) / 2;
  if (L <= a) return 1 / Square(a - low);
  if (L <= 1) return -1 / Square(1 - a);
  if (L <= b) return -1 / Square(b - 1);
  return 1 / Square(high - b);
}

double CalcVelocityCurvature(const Muscle& muscle, double V) {
  const double y = muscle.velocity_max - 1;
  if (V <= -1) return 0;
  if (V <= 0) return 2;
  return V <= y ? -2 / y : 0;
}

double CalcPassiveCurvature(const Muscle& muscle, double L) {
  const double b = (1 + muscle.max_length) / 2;
  return L <= 1 || L > b ? 0 : muscle.passive_max / Square(b - 1);
}

}  // namespace

// Of -F0 FL(L) FV(V) and -F0 FP(L), with L and V linear in length and rate.
MuscleForceRates CalcMuscleForceRates(const Muscle& muscle, double length,
                                      double rate) {
  const double L0 = (muscle.length_upper - muscle.length_lower) /
                    (muscle.range_upper - muscle.range_lower);
  const double L = muscle.range_lower + (length - muscle.length_lower) / L0;
  const double V1 = L0 * muscle.max_velocity, V = rate / V1;
  const CurveValue FL = CalcActiveCurve(muscle, L);
  const CurveValue FV = CalcVelocityCurve(muscle, V);
  const double F0 = muscle.peak_force;
  return {.gain_by_length_twice =
              -F0 * CalcActiveCurvature(muscle, L) / Square(L0) * FV.value,
          .gain_by_length_and_rate = -F0 * FL.slope / L0 * FV.slope / V1,
          .gain_by_rate_twice =
              -F0 * FL.value * CalcVelocityCurvature(muscle, V) / Square(V1),
          .bias_by_length_twice =
              -F0 * CalcPassiveCurvature(muscle, L) / Square(L0)};
}

}  // namespace tactus::multibody
