#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "tactus/apps/bench/suite/plot.h"

namespace tactus::apps {

/// The least and the largest of numbers, without those that are not finite.
struct Range {
  double min = std::numeric_limits<double>::infinity(), max = -min;
  void Add(double value) {
    if (!std::isfinite(value)) return;
    min = std::min(min, value);
    max = std::max(max, value);
  }
  bool empty() const { return !(min <= max); }
};

/// The ends of a panel's axes.
struct Axes {
  Range x, y;
  std::vector<double> marks;  ///< By series: the y of its marks.
};

/// Ends with some room around all values. Marks are above them, a row for each
/// series that has any, so that none hides another.
Axes CalcAxes(const Panel& panel);

}  // namespace tactus::apps
