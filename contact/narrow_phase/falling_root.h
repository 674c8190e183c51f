#pragma once

#include <algorithm>
#include <cmath>

namespace tactus::contact {

/// Where a non-increasing function f changes sign in [low, high]; the end with
/// the smaller |f| where it does not. f may jump.
///
/// False position with the Illinois rule (an end kept twice counts half), and a
/// bisection whenever two steps have not halved the bracket; ends when the
/// bracket is as wide as round-off.
template <class Function>
double FallingRoot(const Function& f, double low, double high) {
  double f_low = f(low), f_high = f(high);
  if (!(f_low > 0)) return low;
  if (!(f_high < 0)) return high;
  const double tolerance = 4e-16 * std::max(std::abs(low), std::abs(high));
  double width_before = high - low;
  int kept = 0;  // +1 the high end, -1 the low end, in the last step.
  for (int i = 1; high - low > tolerance; ++i) {
    double t = low + (high - low) * (f_low / (f_low - f_high));
    const bool slow = i % 2 == 0 && high - low > 0.5 * width_before;
    if (i % 2 == 0) width_before = high - low;
    if (slow || !(t > low && t < high)) t = 0.5 * (low + high);
    if (!(t > low && t < high)) break;
    const double f_t = f(t);
    if (f_t > 0) {
      low = t, f_low = f_t;
      if (kept == 1) f_high *= 0.5;
      kept = 1;
    } else if (f_t < 0) {
      high = t, f_high = f_t;
      if (kept == -1) f_low *= 0.5;
      kept = -1;
    } else {
      return t;
    }
  }
  return 0.5 * (low + high);
}

}  // namespace tactus::contact
