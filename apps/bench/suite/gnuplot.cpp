#include "tactus/apps/bench/suite/gnuplot.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/suite/plot_axes.h"
#include "tactus/apps/bench/suite/plot_style.h"
#include "tactus/apps/io/child_process.h"

namespace tactus::apps {
namespace {

constexpr int kPanelWidth = 400, kPanelHeight = 320, kLegendWidth = 190;

// The labels of a plot's series, each once, in the order in which they come.
std::vector<std::string> LabelsOf(const Plot& plot) {
  std::vector<std::string> labels;
  for (const Panel& panel : plot.panels) {
    for (const Series& series : panel.series) {
      if (std::ranges::find(labels, series.label) == labels.end())
        labels.push_back(series.label);
    }
  }
  return labels;
}

// In single quotes gnuplot takes everything as it is.
std::string Quote(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    quoted += c;
    if (c == '\'') quoted += c;
  }
  return quoted + "'";
}

std::string BlockName(std::size_t panel, std::size_t series) {
  return fmt::format("$p{}s{}", panel, series);
}

// The data of a series, in rows of x, y, y_min, y_max, mark.
std::string DataBlock(const Series& series, const std::string& name,
                      double mark) {
  std::string text = name + " << EOD\n";
  for (const Point& point : series.points) {
    const double y = point.mark == Mark::kValue ? point.y : mark;
    text += fmt::format("{:.9g} {:.9g} {:.9g} {:.9g} {}\n", point.x, y,
                        point.y_min.value_or(y), point.y_max.value_or(y),
                        static_cast<int>(point.mark));
  }
  return text + "EOD\n";
}

// The tics of an axis of few decades are 1, 2 and 5 in each; those of others
// are gnuplot's own.
std::string LogTics(const Range& range) {
  const double low = std::floor(std::log10(range.min));
  const double high = std::ceil(std::log10(range.max));
  if (range.max / range.min > 200) return "autofreq";
  std::vector<std::string> tics;
  for (double k = low; k <= high; ++k) {
    for (const double digit : {1, 2, 5})
      tics.push_back(fmt::format("{:g}", digit * std::pow(10, k)));
  }
  return fmt::format("({})", fmt::join(tics, ", "));
}

std::string SetAxes(const Panel& panel, const Axes& axes) {
  std::string text = fmt::format(
      "set title {}\nset xlabel {}\nset ylabel {}\n"
      "set xrange [{:.9g}:{:.9g}]\nset yrange [{:.9g}:{:.9g}]\n",
      Quote(panel.title), Quote(panel.x_label), Quote(panel.y_label),
      axes.x.min, axes.x.max, axes.y.min, axes.y.max);
  text += panel.log_x && panel.categories.empty() ? "set logscale x\n"
                                                  : "unset logscale x\n";
  text += panel.log_y ? "set logscale y\n" : "unset logscale y\n";
  text += panel.log_x && panel.categories.empty() ? "set format x '%.0e'\n"
                                                  : "set format x '%g'\n";
  text += panel.log_y ? "set format y '%.0e'\n" : "set format y '%g'\n";
  text += "set ytics " + (panel.log_y ? LogTics(axes.y) : "autofreq") + '\n';
  if (panel.categories.empty()) return text + "set xtics autofreq norotate\n";
  text += "set xtics rotate by -30 (";
  for (std::size_t i = 0; i < panel.categories.size(); ++i) {
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ",
                        Quote(panel.categories[i]), i);
  }
  return text + ")\n";
}

std::string DrawLines(const Panel& panel, std::size_t index,
                      const std::vector<std::string>& labels) {
  std::vector<std::string> parts;
  if (panel.level) {
    parts.push_back(
        fmt::format("{:.9g} with lines dashtype 2 linecolor '#888888' notitle",
                    *panel.level));
  }
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    const Series& series = panel.series[s];
    const auto at = static_cast<std::size_t>(
        std::ranges::find(labels, series.label) - labels.begin());
    const PlotStyle style = PlotStyleOf(series.label, at);
    const std::string block = BlockName(index, s);
    const std::string color = fmt::format("linecolor '{}'", style.color);
    if (!series.markers) {
      parts.push_back(fmt::format(
          "{} using 1:2 with lines linewidth 1.5 {} notitle", block, color));
      continue;
    }
    // Spreads below their points; gnuplot's error bars would blank points out.
    parts.push_back(
        fmt::format("{} using 1:($5==0?$3:NaN):(0):($4-$3) with vectors nohead "
                    "linewidth 1.5 {} notitle",
                    block, color));
    const char* const line =
        panel.categories.empty() ? "linespoints" : "points";
    parts.push_back(fmt::format(
        "{} using 1:($5==0?$2:NaN) with {} linewidth 1.5 pointtype {} "
        "pointsize 0.8 {} notitle",
        block, line, style.point_type, color));
    parts.push_back(fmt::format(
        "{} using 1:($5==1?$2:NaN) with points pointtype 2 pointsize 0.9 {} "
        "notitle",
        block, color));
    parts.push_back(fmt::format(
        "{} using 1:($5==2?$2:NaN) with points pointtype 1 pointsize 0.9 {} "
        "notitle",
        block, color));
  }
  return fmt::format("plot {}\n", fmt::join(parts, ", \\\n  "));
}

// The tallest bar first, so that each hides what is below it.
std::string DrawBars(const Panel& panel, std::size_t index,
                     const std::vector<std::string>& labels) {
  std::vector<std::string> parts;
  for (std::size_t s = panel.series.size(); s-- > 0;) {
    const auto at = static_cast<std::size_t>(
        std::ranges::find(labels, panel.series[s].label) - labels.begin());
    parts.push_back(fmt::format(
        "{} using 1:2 with boxes fillstyle solid 1 border linecolor 'white' "
        "fillcolor '{}' notitle",
        BlockName(index, s), PlotStyleOf(panel.series[s].label, at).color));
  }
  return "set boxwidth 0.7\n" +
         fmt::format("plot {}\n", fmt::join(parts, ", \\\n  "));
}

// Series that stand on those before them.
Panel Accumulate(Panel panel) {
  for (std::size_t s = 1; s < panel.series.size(); ++s) {
    for (std::size_t i = 0; i < panel.series[s].points.size(); ++i)
      panel.series[s].points[i].y += panel.series[s - 1].points[i].y;
  }
  return panel;
}

std::string DrawPanel(const Panel& original, std::size_t index,
                      const std::vector<std::string>& labels) {
  const Panel panel = original.stacked ? Accumulate(original) : original;
  Axes axes = CalcAxes(panel);
  if (panel.stacked) axes.y.min = 0;
  std::string text;
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    text += DataBlock(panel.series[s], BlockName(index, s), axes.marks[s]);
  }
  text += SetAxes(panel, axes) + "unset key\nunset label\n";
  if (panel.level) {
    text += fmt::format(
        "set label {} at graph 0.02, first {:.9g} offset 0,0.4 "
        "font ',9' textcolor '#666666'\n",
        Quote(panel.level_label), *panel.level);
  }
  if (panel.series.empty()) {
    return text +
           "set label 'no data' at graph 0.5, 0.5 center\nplot NaN "
           "notitle\nunset label\n";
  }
  return text + (panel.stacked ? DrawBars(panel, index, labels)
                               : DrawLines(panel, index, labels));
}

bool HasMark(const Plot& plot, Mark mark) {
  for (const Panel& panel : plot.panels) {
    for (const Series& series : panel.series) {
      if (std::ranges::find(series.points, mark, &Point::mark) !=
          series.points.end())
        return true;
    }
  }
  return false;
}

// A strip at the right without axes.
std::string DrawLegend(const Plot& plot,
                       const std::vector<std::string>& labels) {
  std::vector<std::string> parts;
  const bool stacked = !plot.panels.empty() && plot.panels.front().stacked;
  const auto markers = [&](const std::string& label) {
    for (const Panel& panel : plot.panels) {
      for (const Series& series : panel.series) {
        if (series.label == label) return series.markers;
      }
    }
    return true;
  };
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const PlotStyle style = PlotStyleOf(labels[i], i);
    const std::string title = Quote(labels[i]);
    if (stacked) {
      parts.push_back(fmt::format(
          "NaN with boxes fillstyle solid 1 fillcolor '{}' title {}",
          style.color, title));
    } else if (markers(labels[i])) {
      parts.push_back(fmt::format(
          "NaN with linespoints linewidth 1.5 pointtype {} linecolor '{}' "
          "title {}",
          style.point_type, style.color, title));
    } else {
      parts.push_back(
          fmt::format("NaN with lines linewidth 1.5 linecolor '{}' title {}",
                      style.color, title));
    }
  }
  for (const auto& [mark, type, label] :
       {std::tuple(Mark::kTimeout, 2, "time-out"),
        std::tuple(Mark::kFailed, 1, "failed")}) {
    if (!HasMark(plot, mark)) continue;
    parts.push_back(
        fmt::format("NaN with points pointtype {} linecolor '#444444' title {}",
                    type, Quote(label)));
  }
  if (parts.empty()) parts.emplace_back("NaN notitle");
  return "unset title\nunset xlabel\nunset ylabel\nunset tics\nunset border\n"
         "unset grid\nunset logscale\nset xrange [0:1]\nset yrange [0:1]\n"
         "unset label\nset key at graph 0, graph 1 left top Left reverse "
         "samplen 2 spacing 1.3 noautotitle\n" +
         fmt::format("plot {}\n", fmt::join(parts, ", \\\n  "));
}

}  // namespace

std::string MakeGnuplotScript(const Plot& plot, const std::string& svg_file) {
  const auto panels = static_cast<int>(plot.panels.size());
  const int columns = std::max(1, std::min(plot.columns, panels));
  const int rows = std::max(1, (panels + columns - 1) / columns);
  const int width = columns * kPanelWidth + kLegendWidth;
  const int height = rows * kPanelHeight;
  const double share = static_cast<double>(kPanelWidth) / width;
  const std::vector<std::string> labels = LabelsOf(plot);
  std::string text = fmt::format(
      "set terminal svg noenhanced size {},{} font 'sans-serif,11' background "
      "'white'\nset encoding utf8\nset output {}\n"
      "set grid linecolor '#dddddd'\nset tics nomirror\n"
      "set border 3 linecolor '#444444'\nset multiplot\n",
      width, height, Quote(svg_file));
  for (int i = 0; i < panels; ++i) {
    const int row = i / columns, column = i % columns;
    text +=
        fmt::format("set size {:.6g},{:.6g}\nset origin {:.6g},{:.6g}\n", share,
                    1.0 / rows, column * share, 1 - (row + 1.0) / rows);
    const auto index = static_cast<std::size_t>(i);
    text += DrawPanel(plot.panels[index], index, labels);
  }
  text += fmt::format("set size {:.6g},1\nset origin {:.6g},0\n",
                      1 - columns * share, columns * share);
  return text + DrawLegend(plot, labels) + "unset multiplot\n";
}

std::string RunGnuplot(const std::filesystem::path& script_file) {
  const std::string folder =
      std::filesystem::absolute(script_file).parent_path().string();
  const ChildResult child =
      RunChild({.program = "gnuplot",
                .arguments = {"-e", "cd " + Quote(folder),
                              script_file.filename().string()},
                .time_limit = 120});
  if (child.end == ChildResult::End::kNotStarted)
    return "gnuplot is not installed: there are tables only";
  if (child.end == ChildResult::End::kExited && child.code == 0) return "";
  return "gnuplot failed: " + child.err.substr(0, 300);
}

}  // namespace tactus::apps
