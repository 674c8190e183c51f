#pragma once

namespace tactus::systems {

/// Which zeros of a witness function w(t, x, z) are events: those between the
/// two ends of a step, w0 and w1, where
enum class WitnessDirection {
  kPositiveThenNonPositive,  ///< w0 > 0 and w1 <= 0
  kNegativeThenNonNegative,  ///< w0 < 0 and w1 >= 0
  kCrossesZero,              ///< either
};

/// True if `w0` and `w1` lie on the two sides that `direction` names. A
/// function that starts at zero, as after its own event, has to leave it first.
constexpr bool Crosses(WitnessDirection direction, double w0, double w1) {
  const bool falls = w0 > 0 && w1 <= 0;
  const bool rises = w0 < 0 && w1 >= 0;
  switch (direction) {
    case WitnessDirection::kPositiveThenNonPositive:
      return falls;
    case WitnessDirection::kNegativeThenNonNegative:
      return rises;
    case WitnessDirection::kCrossesZero:
      return falls || rises;
  }
  return false;
}

}  // namespace tactus::systems
