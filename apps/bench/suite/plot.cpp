#include "tactus/apps/bench/suite/plot.h"

#include <algorithm>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/suite/csv.h"

namespace tactus::apps {

std::string MakePlotCsv(const Plot& plot) {
  std::vector<std::vector<std::string>> rows = {
      {"panel", "series", "x", "y", "y_min", "y_max", "mark"}};
  const auto number = [](double value) {
    return fmt::format("{:.9g}", value);
  };
  for (const Panel& panel : plot.panels) {
    for (const Series& series : panel.series) {
      for (const Point& point : series.points) {
        const bool value = point.mark == Mark::kValue;
        const auto at = static_cast<std::size_t>(std::max(point.x, 0.0));
        rows.push_back({panel.title, series.label,
                        at < panel.categories.size() ? panel.categories[at]
                                                     : number(point.x),
                        value ? number(point.y) : "",
                        point.y_min ? number(*point.y_min) : "",
                        point.y_max ? number(*point.y_max) : "",
                        value                          ? "value"
                        : point.mark == Mark::kTimeout ? "timeout"
                                                       : "failed"});
      }
    }
  }
  return MakeCsv(rows);
}

}  // namespace tactus::apps
