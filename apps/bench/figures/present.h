#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/apps/bench/suite/plot.h"
#include "tactus/apps/bench/suite/run_result.h"
#include "tactus/apps/bench/suite/section.h"

/// What figures and tables have in common: results as cells and as points.
namespace tactus::apps {

/// "0.144 (0.140 to 0.151, 5 runs; CPU 0.143)", with ", unsteady" if that says
/// timing_faults.h; or the status of what is not ok.
std::string FormatWall(const RunResult& result);

/// A number of the report without decimals; the status of what is not ok, and
/// "not told" of what the program does not report.
std::string FormatCount(const RunResult& result, std::string_view key);
/// The same, times `scale`, to three digits.
std::string FormatNumberOf(const RunResult& result, std::string_view key,
                           double scale = 1);

/// Three digits, or why there is no number: a word or two.
std::string FormatOptional(const std::optional<double>& value,
                           std::string_view why_not, double scale = 1);

/// "not counted", if nobody asked, or that it was too long to.
std::string FormatInstructions(const RunResult& result);

/// The error in mm, "below" what the scene's references differ by, or why
/// there is none.
std::string FormatError(const RunResult& result);

/// Where it stands in a plot: what is below the floor stands on it [m].
std::optional<double> ShownError(const RunResult& result);

/// A point at `y`; a mark for a time-out or a failure; nothing for what was
/// refused, missing or not run, and where there is no `y`.
std::optional<Point> MakePoint(const RunResult& result, double x,
                               const std::optional<double>& y);

/// Wall time per simulated second over x, with its spread.
std::optional<Point> MakeCostPoint(const RunResult& result, double x);

/// Adds a point, if there is one.
void AddPoint(const std::optional<Point>& point, Series* series);

/// A signal over time, drawn as a line. @pre as many times as values
Series MakeSignal(std::string label, const std::vector<double>& times,
                  const std::vector<double>& values);
/// Axes for signals over time [s].
Panel MakeTimePanel(std::string title, std::string y_label);

/// Who did not run here, and why, each message once: for the findings.
std::vector<std::string> ListAbsent(const std::vector<RunSpec>& specs,
                                    const Results& results);

}  // namespace tactus::apps
