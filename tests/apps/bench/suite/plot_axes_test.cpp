#include "tactus/apps/bench/suite/plot_axes.h"

#include <limits>

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST_CASE("CalcAxes: logarithmic axes -> from half to twice the values") {
  const Axes axes = CalcAxes(
      {.series = {{.label = "a",
                   .points = {{.x = 1e-3, .y = 4, .y_min = 2, .y_max = 8},
                              {.x = 1e-1, .y = kInfinity}}}}});
  CHECK(axes.x.min == Approx(5e-4));
  CHECK(axes.x.max == Approx(0.2));
  CHECK(axes.y.min == Approx(1));
  // One row more, a twentieth of the axis' length and a bit, as for marks.
  CHECK(axes.y.max > 16);
  CHECK(axes.y.max < 20);
}

TEST_CASE("CalcAxes: series with marks -> a row each above all values") {
  const Series timeout{
      .label = "t",
      .points = {{.x = 1, .y = 3}, {.x = 2, .mark = Mark::kTimeout}}};
  const Axes axes = CalcAxes({.log_y = false, .series = {timeout, timeout}});
  REQUIRE(axes.marks.size() == 2);
  CHECK(axes.marks[0] > 3);
  CHECK(axes.marks[1] > axes.marks[0]);
  CHECK(axes.y.max > axes.marks[1]);
}

TEST_CASE("CalcAxes: no points, or one at zero -> axes of some length") {
  for (const bool logarithmic : {false, true}) {
    const Axes none = CalcAxes({.log_x = logarithmic, .log_y = logarithmic});
    CHECK(none.x.min < none.x.max);
    CHECK(none.y.min < none.y.max);
    const Axes zero =
        CalcAxes({.log_x = logarithmic,
                  .log_y = logarithmic,
                  .series = {{.label = "zero", .points = {{.x = 0, .y = 0}}}}});
    CHECK(zero.x.min < zero.x.max);
    CHECK(zero.y.min < zero.y.max);
  }
}

TEST_CASE("CalcAxes: categories -> whole numbers with room for half a bar") {
  const Axes axes = CalcAxes({.categories = {"a", "b", "c"}});
  CHECK(axes.x.min < -0.5);
  CHECK(axes.x.max > 2.5);
}

}  // namespace
}  // namespace tactus::apps
