#include "tactus/examples/comfree_physics/page.h"

#include <array>

#include <catch2/catch.hpp>

namespace tactus::examples {
namespace {

TEST_CASE(
    "MakePage: experiments -> a section each, with its plot and numbers") {
  const std::array<Experiment, 2> experiments = {
      Experiment{.id = "one",
                 .title = "Less < more & more",
                 .html = "<p>What it means.</p>",
                 .x_label = "x",
                 .y_label = "y",
                 .x = {0.5},
                 .columns = {{.name = "measured", .y = {2.25}}}},
      Experiment{.id = "two", .title = "Second"}};
  const std::string page = MakePage(experiments, {"<svg>plot</svg>", ""});
  CHECK_THAT(page, Catch::StartsWith("<!DOCTYPE html>"));
  CHECK_THAT(page, Catch::Contains("Less &lt; more &amp; more</h2>\n"
                                   "<p>What it means.</p>\n<svg>plot</svg>"));
  CHECK_THAT(page, Catch::Contains("<td>0.5</td><td>2.25</td>"));
  CHECK_THAT(page, Catch::Contains("<h2 id=\"two\">Second</h2>"));
  CHECK_THAT(page, Catch::EndsWith("</html>\n"));
  // No request leaves the page.
  CHECK_THAT(page, !Catch::Contains("src=") && !Catch::Contains("href="));
}

}  // namespace
}  // namespace tactus::examples
