#include "tactus/multibody/muscle_rates.h"

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

TEST_CASE("CalcMuscleForceRates: every parabola -> differences of slopes") {
  const Muscle muscle{
      .peak_force = 300, .length_lower = 0.2, .length_upper = 0.35};
  const double L0 = 0.15 / 0.3;
  constexpr double e = 1e-6;
  for (const double L : {0.4, 0.6, 0.9, 1.1, 1.25, 1.4, 1.7}) {
    for (const double V : {-1.2, -0.6, 0.1, 0.4}) {
      CAPTURE(L, V);
      const double length = 0.2 + (L - 0.75) * L0, rate = V * L0 * 1.5;
      const MuscleForceRates found = CalcMuscleForceRates(muscle, length, rate);
      const MuscleForce longer = CalcMuscleForce(muscle, length + e, rate);
      const MuscleForce shorter = CalcMuscleForce(muscle, length - e, rate);
      const MuscleForce faster = CalcMuscleForce(muscle, length, rate + e);
      const MuscleForce slower = CalcMuscleForce(muscle, length, rate - e);
      const auto difference = [](double more, double less) {
        return Approx((more - less) / (2 * e)).margin(1e-5);
      };
      CHECK(found.gain_by_length_twice ==
            difference(longer.gain_by_length, shorter.gain_by_length));
      CHECK(found.gain_by_length_and_rate ==
            difference(longer.gain_by_rate, shorter.gain_by_rate));
      CHECK(found.gain_by_length_and_rate ==
            difference(faster.gain_by_length, slower.gain_by_length));
      CHECK(found.gain_by_rate_twice ==
            difference(faster.gain_by_rate, slower.gain_by_rate));
      CHECK(found.bias_by_length_twice ==
            difference(longer.bias_by_length, shorter.bias_by_length));
    }
  }
}

}  // namespace
}  // namespace tactus::multibody
