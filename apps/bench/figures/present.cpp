#include "tactus/apps/bench/figures/present.h"

#include <algorithm>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/suite/timing_faults.h"

namespace tactus::apps {
namespace {

constexpr const char* kNotTold = "not told";

}  // namespace

std::string FormatWall(const RunResult& result) {
  if (!result.ok() || result.wall_times.empty())
    return std::string(to_string(result.status));
  const Spread spread = CalcSpread(result.wall_times);
  const std::string cpu =
      result.cpu_times.empty()
          ? ""
          : fmt::format("; CPU {:.3g}", CalcSpread(result.cpu_times).median);
  if (result.wall_times.size() == 1)
    return fmt::format("{:.3g} (1 run{})", spread.median, cpu);
  return fmt::format("{:.3g} ({:.3g} to {:.3g}, {} runs{}{})", spread.median,
                     spread.min, spread.max, result.wall_times.size(), cpu,
                     IsUnsteady(result) ? ", unsteady" : "");
}

std::string FormatCount(const RunResult& result, std::string_view key) {
  if (!result.ok()) return std::string(to_string(result.status));
  const std::optional<double> value = result.number(key);
  return value ? fmt::format("{:.0f}", *value) : kNotTold;
}

std::string FormatNumberOf(const RunResult& result, std::string_view key,
                           double scale) {
  if (!result.ok()) return std::string(to_string(result.status));
  return FormatOptional(result.number(key), kNotTold, scale);
}

std::string FormatOptional(const std::optional<double>& value,
                           std::string_view why_not, double scale) {
  return value ? fmt::format("{:.3g}", scale * *value) : std::string(why_not);
}

std::string FormatInstructions(const RunResult& result) {
  if (!result.ok()) return std::string(to_string(result.status));
  return FormatOptional(result.instructions, "not counted", 1e-9);
}

std::string FormatError(const RunResult& result) {
  if (!result.error)
    return result.no_error.empty() ? "not compared" : result.no_error;
  const double in_mm = 1e3;
  return *result.error < result.error_floor
             ? fmt::format("below {:.2g}", in_mm * result.error_floor)
             : fmt::format("{:.3g}", in_mm * *result.error);
}

std::optional<double> ShownError(const RunResult& result) {
  if (!result.error) return std::nullopt;
  const double shown = std::max(*result.error, result.error_floor);
  return shown > 0 ? std::optional(shown) : std::nullopt;
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
