#include "tactus/multibody/muscle.h"

#include <cmath>

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

TEST_CASE("Muscle curves: at their knots -> the values that define them") {
  const Muscle muscle;
  CHECK(CalcActiveCurve(muscle, 1).value == 1);
  CHECK(CalcActiveCurve(muscle, 0.5).value == 0);
  CHECK(CalcActiveCurve(muscle, 1.6).value == 0);
  CHECK(CalcActiveCurve(muscle, 0.75).value == Approx(0.5));
  CHECK(CalcActiveCurve(muscle, 1.3).value == Approx(0.5));
  CHECK(CalcActiveCurve(muscle, 0.625).value == Approx(0.125));
  CHECK(CalcVelocityCurve(muscle, -1).value == 0);
  CHECK(CalcVelocityCurve(muscle, 0).value == 1);
  CHECK(CalcVelocityCurve(muscle, -0.5).value == Approx(0.25));
  CHECK(CalcVelocityCurve(muscle, 0.1).value == Approx(1.15));
  CHECK(CalcVelocityCurve(muscle, 0.3).value == Approx(1.2));
  CHECK(CalcPassiveCurve(muscle, 1).value == 0);
  CHECK(CalcPassiveCurve(muscle, 1.3).value == Approx(0.65));
  CHECK(CalcPassiveCurve(muscle, 1.6).value == Approx(1.95));
}

TEST_CASE("Muscle curves: differences -> their slopes, also across knots") {
  const Muscle muscle;
  const double h = 1e-6;
  for (int i = 0; i < 150; ++i) {
    const double x = 0.4013 + 0.01 * i, V = x - 1.2;
    const auto check = [&](const auto& curve, double at) {
      const double slope =
          (curve(muscle, at + h).value - curve(muscle, at - h).value) / (2 * h);
      CHECK(curve(muscle, at).slope == Approx(slope).margin(1e-6));
    };
    check(CalcActiveCurve, x);
    check(CalcPassiveCurve, x);
    check(CalcVelocityCurve, V);
  }
}

// L0 = (0.35 - 0.2) / (1.05 - 0.75) = 0.5 m, L = 2 l + 0.35.
TEST_CASE(
    "CalcMuscleForce: lengths and rates -> F0, scaled as the range says") {
  Muscle muscle;
  muscle.length_lower = 0.2;
  muscle.length_upper = 0.35;
  muscle.peak_force = 300;
  const MuscleForce best = CalcMuscleForce(muscle, 0.325, 0);
  CHECK(best.gain == Approx(-300));
  CHECK(best.bias == 0);
  const MuscleForce fast = CalcMuscleForce(muscle, 0.325, -0.375);
  CHECK(fast.gain == Approx(-75));
  const MuscleForce at = CalcMuscleForce(muscle, 0.42, 0.1);
  const double h = 1e-6;
  const auto longer = CalcMuscleForce(muscle, 0.42 + h, 0.1);
  const auto shorter = CalcMuscleForce(muscle, 0.42 - h, 0.1);
  const auto faster = CalcMuscleForce(muscle, 0.42, 0.1 + h);
  const auto slower = CalcMuscleForce(muscle, 0.42, 0.1 - h);
  CHECK(at.gain_by_length == Approx((longer.gain - shorter.gain) / (2 * h)));
  CHECK(at.bias_by_length == Approx((longer.bias - shorter.bias) / (2 * h)));
  CHECK(at.gain_by_rate == Approx((faster.gain - slower.gain) / (2 * h)));
}

}  // namespace
}  // namespace tactus::multibody
