#pragma once

namespace tactus::systems {

/// Event k = 0, 1, 2, ... of a schedule happens at
///
///     t_k = o + k P
///
/// computed as this product and sum, never by adding periods up, so that the
/// millionth event is as exact as the first and nothing has to be remembered
/// between events.
///
///     P  period [s], at least 1e-9     o  offset [s], not negative
struct PeriodicSchedule {
  double period{};
  double offset{};

  /// @throws std::invalid_argument unless both are finite, P is at least 1e-9 s
  /// and o not negative.
  void Validate() const;

  /// The first t_k after `time` that is not the SameTime().
  double NextTime(double time) const;

  /// True if some t_k is the SameTime() as `time`.
  bool IsDue(double time) const;
};

/// True if the two times would be one but for rounding. Were o + k P of one
/// schedule and o' + k' P' of another equal for the decimal numbers that the
/// user wrote, then each is off by at most 2 roundings in the product and 1 in
/// the sum, a relative error below 2^-53 each; hence the bound of 3 * 2 * 2^-53
/// < 4 * 2^-52 on their relative distance. Events closer than this happen
/// together, instead of asking for an integration step of 1e-17 s in between.
bool SameTime(double a, double b);

}  // namespace tactus::systems
