#include "tactus/apps/bench/dish_rack/pace.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tactus::apps {
namespace {

/// The steps of a stretch.
struct Stretch {
  long number{};  // From n * length to (n + 1) * length.
  std::vector<double> sizes = {};
  double processor_time{};
};

Pace MakePace(Stretch stretch, double length) {
  std::vector<double>& h = stretch.sizes;
  std::ranges::sort(h);
  double simulated = 0;
  for (const double size : h) simulated += size;
  return {.begin = static_cast<double>(stretch.number) * length,
          .end = static_cast<double>(stretch.number + 1) * length,
          .steps = static_cast<int>(h.size()),
          .rate = simulated / stretch.processor_time,
          .least = h.front(),
          .median = h[h.size() / 2],
          .most = h.back()};
}

}  // namespace

std::vector<Pace> CalcPace(std::span<const double> times,
                           std::span<const double> processor_times,
                           double stretch) {
  std::vector<Stretch> stretches;
  for (std::size_t i = 1; i < times.size(); ++i) {
    const double middle = (times[i - 1] + times[i]) / 2;
    const long number = static_cast<long>(std::floor(middle / stretch));
    if (stretches.empty() || stretches.back().number != number)
      stretches.push_back({.number = number});
    stretches.back().sizes.push_back(times[i] - times[i - 1]);
    stretches.back().processor_time +=
        processor_times[i] - processor_times[i - 1];
  }
  std::vector<Pace> paces;
  for (Stretch& each : stretches)
    paces.push_back(MakePace(std::move(each), stretch));
  return paces;
}

}  // namespace tactus::apps
