#include "tactus/apps/bench/suite/gnuplot.h"

#include <fstream>

#include "apps/bench/suite/sample_plot.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

TEST_CASE("MakeGnuplotScript: a plot -> axes, data, legend, and marks on top") {
  const std::string script = MakeGnuplotScript(MakeSamplePlot(), "a.svg");
  CHECK_THAT(script, Contains("set output 'a.svg'"));
  CHECK_THAT(script, Contains("set title 'it''s work'"));
  // The value, then the time-out at the top: twice the largest spread.
  CHECK_THAT(script, Contains("0.1 2 1 3 0\n0.01 6 6 6 1\n"));
  // That of another series is above it.
  CHECK_THAT(script, Contains("0.1 6.96469536 6.96469536 6.96469536 2\n"));
  CHECK_THAT(script, Contains("set ytics (0.1, 0.2, 0.5, 1, 2, 5, 10, 20"));
  CHECK_THAT(script, Contains("title 'time-out'"));
  CHECK_THAT(script, Contains("title 'failed'"));
  CHECK_THAT(script, Contains("'real time'"));
  // Bars stand on bars.
  CHECK_THAT(script, Contains("0 100 100 100 0\n1 100 100 100 0\n"));
  CHECK_THAT(script, Contains("('ball' 0, 'stack' 1)"));
}

TEST_CASE("MakeGnuplotScript: no marked points -> no marks in the legend") {
  Plot plot = MakeSamplePlot();
  plot.panels.erase(plot.panels.begin());
  const std::string script = MakeGnuplotScript(plot, "a.svg");
  CHECK_THAT(script, !Contains("time-out") && !Contains("failed"));
}

// Gnuplot itself is the judge, where it is installed.
TEST_CASE("RunGnuplot: scripts of plots, or nonsense -> an SVG, or an error") {
  const ScratchFolder folder;
  // Of a folder whose name has what gnuplot's quotes must bear.
  std::filesystem::create_directory(folder / "it's a folder");
  const std::filesystem::path script = folder / "it's a folder/plot.gp";
  const std::filesystem::path svg = folder / "it's a folder/plot.svg";
  Plot empty{.caption = "nothing", .panels = {{.title = "none"}}};
  for (const Plot& plot :
       {MakeSamplePlot(), empty, Plot{.caption = "no panels"}}) {
    INFO(plot.caption);
    std::ofstream(script) << MakeGnuplotScript(plot, "plot.svg");
    const std::string error = RunGnuplot(script);
    if (error.find("not installed") != std::string::npos) {
      WARN("gnuplot is not installed: plots are not drawn");
      return;
    }
    CHECK(error.empty());
    const std::string drawing = ReadText(svg);
    CHECK_THAT(drawing, Contains("<svg") && Contains("</svg>"));
    // No point is blanked out by a disc above it.
    CHECK_THAT(drawing, !Contains("color='#FFFFFF'/>"));
    std::filesystem::remove(svg);
  }
  std::ofstream(script) << "plot nonsense with rubbish\n";
  CHECK_THAT(RunGnuplot(script), StartsWith("gnuplot failed"));
}

}  // namespace
}  // namespace tactus::apps
