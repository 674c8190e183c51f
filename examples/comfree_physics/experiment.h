#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::examples {

/// One question put to several methods and formulas: y against x.
struct Experiment {
  struct Column {
    std::string name;
    std::vector<double> y = {};  ///< One per x; NaN where there is none.
    bool is_formula = false;     ///< Drawn as a line, not as points.
  };

  std::string id = {};  ///< A word, for file and anchor names.
  std::string title = {};
  std::string html = {};  ///< What to learn from it: paragraphs.
  std::string x_label = {}, y_label = {};
  bool log_x = false, log_y = false;
  std::vector<double> x = {};
  std::vector<Column> columns = {};
};

/// A table in Markdown.
std::string MakeMarkdown(const Experiment& experiment);

/// What gnuplot must be told to write the plot as SVG to `path`.
std::string MakePlotScript(const Experiment& experiment, std::string_view path);

/// The plot as an <svg> element, for pages; also left in `folder` as
/// <id>.svg. Nothing where there is no gnuplot, or it fails.
std::optional<std::string> DrawPlot(const Experiment& experiment,
                                    const std::string& folder);

}  // namespace tactus::examples
