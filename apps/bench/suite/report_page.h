#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tactus/apps/bench/suite/run_result.h"
#include "tactus/apps/bench/suite/section.h"

namespace tactus::apps {

/// A plot that was drawn: files beside the page.
struct DrawnPlot {
  std::string caption;
  std::string svg = {};  ///< The drawing itself; empty: gnuplot did not draw.
  std::string svg_file, data_file, script_file;
};

/// An experiment with all that belongs to it.
struct ReportSection {
  std::string name, title;
  Section section = {};
  std::vector<DrawnPlot> plots = {};  ///< Of `section`, in its order.
  std::string runs_file;              ///< The data of its runs.
  std::vector<const RunResult*> runs = {};
};

/// Labels and values.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// What the page tells.
struct ReportData {
  std::string title;
  Facts machine, method;  ///< On what, and how, it was measured.
  std::vector<std::string> notes;
  std::vector<ReportSection> sections;
};

/// One HTML page with a table of contents and everything inside but the data
/// files, to which it links. It has no script and fetches nothing.
std::string MakeReportPage(const ReportData& data);

/// Text as HTML shows it.
std::string EscapeHtml(std::string_view text);

}  // namespace tactus::apps
