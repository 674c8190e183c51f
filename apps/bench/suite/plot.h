#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tactus::apps {

/// What stands for a run in a plot.
enum class Mark { kValue, kTimeout, kFailed };

struct Point {
  double x{}, y{};
  Mark mark = Mark::kValue;
  /// The spread of y, where it was measured more than once.
  std::optional<double> y_min{}, y_max{};
};

/// Points of one competitor; a label has the same colour in every plot.
struct Series {
  std::string label;
  std::vector<Point> points = {};
  bool markers = true;  ///< False: a line alone, as for signals over time.
};

/// One pair of axes.
struct Panel {
  std::string title = {}, x_label = {}, y_label = {};
  bool log_x = true, log_y = true;
  std::vector<Series> series = {};
  /// Names under x = 0, 1, ...; then x is no number.
  std::vector<std::string> categories{};
  bool stacked = false;  ///< Bars over categories, series on series.
  /// A dashed line across, and what it says: "real time".
  std::optional<double> level{};
  std::string level_label{};
};

/// Panels side by side, with one legend.
struct Plot {
  std::string caption;
  int columns = 1;
  std::vector<Panel> panels = {};
};

/// All points: panel, series, x, y, y_min, y_max, mark.
std::string MakePlotCsv(const Plot& plot);

}  // namespace tactus::apps
