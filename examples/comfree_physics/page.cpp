#include "tactus/examples/comfree_physics/page.h"

#include <cmath>

#include <spdlog/fmt/fmt.h>

namespace tactus::examples {
namespace {

constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>What ComFree does to your physics</title>
<style>
  body { font: 16px/1.55 sans-serif; color: #222; max-width: 46em;
         margin: 2em auto; padding: 0 1em; }
  svg { width: 100%; height: auto; }
  table { border-collapse: collapse; font-size: 85%; }
  th, td { border-bottom: 1px solid #ddd; padding: .2em .7em;
           text-align: right; vertical-align: bottom; }
  summary { cursor: pointer; color: #555; }
  .formula { margin-left: 2em; font-style: italic; }
</style>
</head>
<body>
<h1>What ComFree does to your physics</h1>
<p>ComFree finds contact forces in one closed-form pass, without a solver.
That makes a step cheap, and it makes contact a damper with a spring behind it
rather than a constraint. If you come from MuJoCo: friction coefficients,
<i>condim</i>, <i>solimp</i> and <i>margin</i> mean what they mean there, but
nothing iterates until friction holds. Each section below measures one
consequence. Points are simulated; lines are formulas.</p>
<p>Symbols: stiffness k [1/s] and damping d are the two knobs of ComFree, G =
k h + d, step h, friction &mu;, n contacts of four facets each, g gravity.
&rho; = r / (1 &minus; r) comes from the impedance r (<i>solimp</i>) and lies
between 9 and 19 for the defaults 0.9 and 0.95. Unless a legend says
otherwise, k = 0.1, d = 0.001, h = 2 ms and r = 0.9 throughout, so that &rho;
= 9 and the formulas are exact. L counts refinement sweeps
(<code>refinement_iterations</code>): L = 0 is ComFree as published.</p>
)";

std::string Escape(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string MakeTable(const Experiment& experiment) {
  std::string html = fmt::format(
      "<details><summary>The numbers: {}</summary>\n<table>\n<tr>"
      "<th>{}</th>",
      Escape(experiment.y_label), Escape(experiment.x_label));
  for (const Experiment::Column& column : experiment.columns)
    html += fmt::format("<th>{}</th>", Escape(column.name));
  html += "</tr>\n";
  for (std::size_t i = 0; i < experiment.x.size(); ++i) {
    html += fmt::format("<tr><td>{:g}</td>", experiment.x[i]);
    for (const Experiment::Column& column : experiment.columns) {
      html += std::isnan(column.y[i])
                  ? std::string("<td></td>")
                  : fmt::format("<td>{:.4g}</td>", column.y[i]);
    }
    html += "</tr>\n";
  }
  return html + "</table>\n</details>\n";
}

}  // namespace

std::string MakePage(std::span<const Experiment> experiments,
                     const std::vector<std::string>& plots) {
  std::string page = kHead;
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    const Experiment& experiment = experiments[i];
    page += fmt::format("<h2 id=\"{}\">{}</h2>\n{}\n{}\n{}", experiment.id,
                        Escape(experiment.title), experiment.html, plots[i],
                        MakeTable(experiment));
  }
  return page + "</body>\n</html>\n";
}

}  // namespace tactus::examples
