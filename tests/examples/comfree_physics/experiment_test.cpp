#include "tactus/examples/comfree_physics/experiment.h"

#include <filesystem>
#include <limits>

#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

namespace tactus::examples {
namespace {

Experiment MakeExample() {
  return {.id = "fall",
          .title = "Falling",
          .x_label = "time [s]",
          .y_label = "Newton's path [m]",
          .log_y = true,
          .x = {0, 1, 2},
          .columns = {
              {.name = "measured",
               .y = {0, 4.9, std::numeric_limits<double>::quiet_NaN()}},
              {.name = "formula", .y = {0, 4.905, 19.62}, .is_formula = true}}};
}

TEST_CASE(
    "MakeMarkdown: an experiment -> a table with holes where there is no "
    "number") {
  CHECK(MakeMarkdown(MakeExample()) ==
        "## Falling\n\nNewton's path [m]\n\n"
        "| time [s] | measured | formula |\n|---|---|---|\n"
        "| 0 | 0 | 0 |\n| 1 | 4.9 | 4.905 |\n| 2 | | 19.62 |\n");
}

TEST_CASE(
    "MakePlotScript: an experiment -> points and lines, quoted for gnuplot") {
  const std::string script = MakePlotScript(MakeExample(), "it's/fall.svg");
  CHECK_THAT(script, Catch::Contains("set output 'it''s/fall.svg'"));
  CHECK_THAT(script, Catch::Contains("set ylabel 'Newton''s path [m]'"));
  CHECK_THAT(script, Catch::Contains("set logscale y"));
  CHECK_THAT(script, !Catch::Contains("set logscale x"));
  // A logarithmic axis has no zero.
  CHECK_THAT(script,
             Catch::Contains("\n0 NaN NaN\n1 4.9 4.905\n2 NaN 19.62\n"));
  CHECK_THAT(script, Catch::Contains("plot $data using 1:2 with points"));
  CHECK_THAT(script, Catch::Contains(", $data using 1:3 with lines"));
}

TEST_CASE(
    "DrawPlot: an experiment -> an SVG, or nothing without gnuplot or folder") {
  const tactus::test::TemporaryDirectory folder;
  const std::optional<std::string> svg =
      DrawPlot(MakeExample(), folder.path().string());
  if (!svg) {
    WARN("gnuplot is not here");
  } else {
    CHECK(svg->substr(0, 4) == "<svg");
    CHECK_THAT(*svg, Catch::Contains("Newton's path [m]"));
    CHECK_THAT(*svg, Catch::Contains("</svg>"));
    CHECK(std::filesystem::exists(folder.path() / "fall.svg"));
  }
  CHECK_FALSE(DrawPlot(MakeExample(), (folder.path() / "missing").string()));
}

}  // namespace
}  // namespace tactus::examples
