#include "tactus/apps/bench/suite/plot_axes.h"

#include <algorithm>
#include <cmath>

namespace tactus::apps {
namespace {

// Where a logarithmic axis ends, with room.
Range Widen(Range range, bool logarithmic) {
  if (range.empty()) return {0.1, 1};
  if (logarithmic)
    return {std::max(range.min, 1e-300) / 2, std::max(range.max, 1e-300) * 2};
  const double margin = range.max > range.min ? 0.05 * (range.max - range.min)
                                              : 0.1 + std::abs(range.max);
  return {range.min - margin, range.max + margin};
}

bool HasMarks(const Series& series) {
  return std::ranges::any_of(series.points, [](const Point& point) {
    return point.mark != Mark::kValue;
  });
}

}  // namespace

Axes CalcAxes(const Panel& panel) {
  Axes axes;
  for (const Series& series : panel.series) {
    for (const Point& point : series.points) {
      if (!panel.log_x || point.x > 0) axes.x.Add(point.x);
      if (point.mark != Mark::kValue) continue;
      for (const double y : {point.y, point.y_min.value_or(point.y),
                             point.y_max.value_or(point.y)}) {
        if (!panel.log_y || y > 0) axes.y.Add(y);
      }
    }
  }
  if (panel.level && !axes.y.empty()) axes.y.Add(*panel.level);
  axes.x = Widen(axes.x, panel.log_x && panel.categories.empty());
  if (!panel.categories.empty())
    axes.x = {-0.6, static_cast<double>(panel.categories.size()) - 0.4};
  axes.y = Widen(axes.y, panel.log_y);
  // Above all values, row by row, so that none hides another.
  double& top = axes.y.max;
  const double row = panel.log_y ? std::pow(top / axes.y.min, 0.06)
                                 : 0.06 * (top - axes.y.min);
  for (const Series& series : panel.series) {
    axes.marks.push_back(top);
    if (HasMarks(series)) top = panel.log_y ? top * row : top + row;
  }
  top = panel.log_y ? top * row : top + row;
  return axes;
}

}  // namespace tactus::apps
