#include "tactus/apps/bench/figures/present.h"

#include <algorithm>

#include <spdlog/fmt/fmt.h>

namespace tactus::apps {

std::string FormatWall(const RunResult& result) {
  if (!result.ok() || result.wall_times.empty())
    return std::string(to_string(result.status));
  const Spread spread = CalcSpread(result.wall_times);
  if (result.wall_times.size() == 1)
    return fmt::format("{:.3g} (1 run)", spread.median);
  return fmt::format("{:.3g} ({:.3g} to {:.3g}, {} runs)", spread.median,
                     spread.min, spread.max, result.wall_times.size());
}

std::string FormatCount(const RunResult& result, std::string_view key) {
  if (!result.ok()) return std::string(to_string(result.status));
  const std::optional<double> value = result.number(key);
  return value ? fmt::format("{:.0f}", *value) : "-";
}

std::string FormatOptional(const std::optional<double>& value, double scale) {
  return value ? fmt::format("{:.3g}", scale * *value) : "-";
}

std::optional<Point> MakePoint(const RunResult& result, double x,
                               const std::optional<double>& y) {
  switch (result.status) {
    case RunStatus::kTimeout:
      return Point{.x = x, .mark = Mark::kTimeout};
    case RunStatus::kFailed:
      return Point{.x = x, .mark = Mark::kFailed};
    case RunStatus::kOk:
      if (y) return Point{.x = x, .y = *y};
      break;
    default:
      break;
  }
  return std::nullopt;
}

std::optional<Point> MakeCostPoint(const RunResult& result, double x) {
  std::optional<Point> point = MakePoint(result, x, result.cost());
  if (point && point->mark == Mark::kValue) {
    const Spread spread = CalcSpread(result.wall_times);
    point->y_min = spread.min / result.spec.duration;
    point->y_max = spread.max / result.spec.duration;
  }
  return point;
}

void AddPoint(const std::optional<Point>& point, Series* series) {
  if (point) series->points.push_back(*point);
}

Series MakeSignal(std::string label, const std::vector<double>& times,
                  const std::vector<double>& values) {
  Series series{.label = std::move(label), .markers = false};
  for (std::size_t i = 0; i < times.size(); ++i)
    series.points.push_back({.x = times[i], .y = values[i]});
  return series;
}

Panel MakeTimePanel(std::string title, std::string y_label) {
  return {.title = std::move(title),
          .x_label = "time [s]",
          .y_label = std::move(y_label),
          .log_x = false,
          .log_y = false};
}

std::vector<std::string> ListAbsent(const std::vector<RunSpec>& specs,
                                    const Results& results) {
  std::vector<std::string> lines;
  for (const RunSpec& spec : specs) {
    const RunResult& result = results.at(spec);
    if (result.status != RunStatus::kRefused &&
        result.status != RunStatus::kMissing)
      continue;
    std::string line = fmt::format("Not here: {} ({}: {}).", spec.competitor,
                                   to_string(result.status), result.message);
    if (std::ranges::find(lines, line) == lines.end())
      lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace tactus::apps
