#include "tactus/examples/comfree_physics/experiment.h"

#include <cmath>
#include <cstdio>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/read_file.h"

namespace tactus::examples {
namespace {

// Numbers as gnuplot reads them; logarithmic axes have no place for zero.
std::string MakeData(const Experiment& experiment) {
  std::string data = "$data << END\n";
  for (std::size_t i = 0; i < experiment.x.size(); ++i) {
    data += fmt::format("{:g}", experiment.x[i]);
    for (const Experiment::Column& column : experiment.columns) {
      const double y = column.y[i];
      const bool can_show = std::isfinite(y) && !(experiment.log_y && y <= 0);
      data += can_show ? fmt::format(" {:g}", y) : " NaN";
    }
    data += "\n";
  }
  return data + "END\n";
}

// In gnuplot's single quotes, a quote is doubled.
std::string Quote(std::string_view text) {
  std::string quoted = "'";
  for (char c : text) quoted += c == '\'' ? "''" : std::string(1, c);
  return quoted + "'";
}

constexpr int kPointTypes[] = {7, 5, 9, 13, 11};  // Disc, square, triangles...
constexpr const char* kColors[] = {"#c0392b", "#e08214", "#2e86c1", "#1e8449",
                                   "#7d3c98"};

std::string MakeCurves(const Experiment& experiment) {
  std::string curves;
  int points = 0, lines = 0;
  for (std::size_t i = 0; i < experiment.columns.size(); ++i) {
    const Experiment::Column& column = experiment.columns[i];
    curves += fmt::format("{} $data using 1:{} ", i == 0 ? "plot" : ",", i + 2);
    if (column.is_formula) {
      curves += fmt::format(
          "with lines dashtype {} linewidth 1.5 linecolor '#555555'", ++lines);
    } else {
      curves +=
          fmt::format("with points pointtype {} pointsize 0.8 linecolor '{}'",
                      kPointTypes[points % 5], kColors[points % 5]);
      ++points;
    }
    curves += " title " + Quote(column.name);
  }
  return curves + "\n";
}

}  // namespace

std::string MakeMarkdown(const Experiment& experiment) {
  std::string text = fmt::format("## {}\n\n{}\n\n| {} |", experiment.title,
                                 experiment.y_label, experiment.x_label);
  std::string rule = "|---|";
  for (const Experiment::Column& column : experiment.columns) {
    text += fmt::format(" {} |", column.name);
    rule += "---|";
  }
  text += "\n" + rule + "\n";
  for (std::size_t i = 0; i < experiment.x.size(); ++i) {
    text += fmt::format("| {:g} |", experiment.x[i]);
    for (const Experiment::Column& column : experiment.columns) {
      text += std::isnan(column.y[i]) ? std::string(" |")
                                      : fmt::format(" {:.4g} |", column.y[i]);
    }
    text += "\n";
  }
  return text;
}

std::string MakePlotScript(const Experiment& experiment,
                           std::string_view path) {
  return fmt::format(
             "set terminal svg noenhanced size 680,420 font 'sans-serif,13' "
             "name {} background 'white'\n"
             "set output {}\nset xlabel {}\nset ylabel {}\n{}{}"
             "set grid linecolor '#dddddd'\nset key above\n"
             "set autoscale noextend\n"
             "set offsets graph 0.03, graph 0.03, graph 0.06, graph 0.04\n",
             Quote(experiment.id), Quote(path), Quote(experiment.x_label),
             Quote(experiment.y_label),
             experiment.log_x ? "set logscale x\n" : "",
             experiment.log_y ? "set logscale y\nset format y '%g'\n" : "") +
         MakeData(experiment) + MakeCurves(experiment);
}

std::optional<std::string> DrawPlot(const Experiment& experiment,
                                    const std::string& folder) {
  const std::string path = folder + "/" + experiment.id + ".svg";
  // Somebody must read what is written, or SIGPIPE ends this program.
  std::FILE* gnuplot =
      popen("gnuplot >/dev/null 2>&1 || { cat >/dev/null; false; }", "w");
  if (gnuplot == nullptr) return std::nullopt;
  const std::string script = MakePlotScript(experiment, path);
  std::fwrite(script.data(), 1, script.size(), gnuplot);
  if (pclose(gnuplot) != 0) return std::nullopt;
  const std::string svg = ReadFileIfThere(path);
  // Without the XML declaration, which has no place inside a page.
  const std::size_t start = svg.find("<svg");
  if (start == std::string::npos) return std::nullopt;
  return svg.substr(start);
}

}  // namespace tactus::examples
