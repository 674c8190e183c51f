#include "tactus/systems/periodic_schedule.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <spdlog/fmt/fmt.h>

namespace tactus::systems {
namespace {

constexpr double kLeastPeriod = 1e-9;  // [s]

double EventTime(const PeriodicSchedule& schedule, double k) {
  return schedule.offset + k * schedule.period;
}

}  // namespace

void PeriodicSchedule::Validate() const {
  if (std::isfinite(period) && period >= kLeastPeriod &&
      std::isfinite(offset) && offset >= 0) {
    return;
  }
  throw std::invalid_argument(
      fmt::format("an event's period must be positive, {} s at least, and its "
                  "offset not negative, but they are {} s and {} s",
                  kLeastPeriod, period, offset));
}

double PeriodicSchedule::NextTime(double time) const {
  // The quotient may be off by a rounding, so start one event early.
  double k = std::max(0.0, std::floor((time - offset) / period) - 1);
  // Beyond, k and k + 1 are one number.
  constexpr double kLargest = 9007199254740992;  // 2^53
  while (EventTime(*this, k) <= time || SameTime(EventTime(*this, k), time)) {
    if (++k >= kLargest) {
      throw std::invalid_argument(
          fmt::format("a period of {} s is too short to be counted at t = {} s",
                      period, time));
    }
  }
  return EventTime(*this, k);
}

bool PeriodicSchedule::IsDue(double time) const {
  const double k = std::max(0.0, std::round((time - offset) / period));
  return SameTime(EventTime(*this, k), time);
}

bool SameTime(double a, double b) {
  if (!std::isfinite(a) || !std::isfinite(b)) return a == b;
  constexpr double kTolerance = 4 * std::numeric_limits<double>::epsilon();
  return std::abs(a - b) <= kTolerance * std::max(std::abs(a), std::abs(b));
}

}  // namespace tactus::systems
