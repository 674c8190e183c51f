#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

namespace tactus::apps {

/// Seconds that `run` takes.
template <class Run>
double TimeOf(const Run& run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  const std::chrono::duration<double> elapsed =
      std::chrono::steady_clock::now() - start;
  return elapsed.count();
}

/// @pre values are not empty.
inline double Median(std::vector<double> values) {
  const auto middle =
      values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Seconds that a call takes: the median of `repeats` times of `count` calls.
template <class Run>
double MedianTimeOf(int repeats, int count, const Run& run) {
  std::vector<double> seconds;
  for (int i = 0; i < repeats; ++i) {
    seconds.push_back(TimeOf([&] {
                        for (int k = 0; k < count; ++k) run();
                      }) /
                      count);
  }
  return Median(std::move(seconds));
}

}  // namespace tactus::apps
