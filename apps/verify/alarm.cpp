#include "tactus/apps/verify/alarm.h"

#include <chrono>
#include <functional>

namespace tactus::apps {

std::function<bool()> MakeAlarm(double seconds,
                                const std::function<bool()>& other) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(seconds));
  return [end, other] {
    return Clock::now() > end || (other && other());
  };
}

}  // namespace tactus::apps
