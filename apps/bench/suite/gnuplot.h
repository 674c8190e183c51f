#pragma once

#include <filesystem>
#include <string>

#include "tactus/apps/bench/suite/plot.h"

namespace tactus::apps {

/// The script that draws a plot with gnuplot, data inside, onto `svg_file`; a
/// bare name is one in the folder in which gnuplot runs.
/// Time-outs and failures are marked at the top of their panel, a row for each
/// series.
std::string MakeGnuplotScript(const Plot& plot, const std::string& svg_file);

/// Draws, in the folder of the script; empty if it worked, else why not: there
/// is no gnuplot, say.
std::string RunGnuplot(const std::filesystem::path& script_file);

}  // namespace tactus::apps
