#include "tactus/apps/bench/suite/plot_style.h"

#include <set>
#include <string>

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

TEST_CASE(
    "PlotStyleOf: a competitor at any index -> one color and point type") {
  const PlotStyle first = PlotStyleOf("CENIC", 0),
                  ninth = PlotStyleOf("CENIC", 9);
  CHECK(first.color == ninth.color);
  CHECK(first.point_type == ninth.point_type);
  CHECK(first.color != PlotStyleOf("RK3", 0).color);
}

TEST_CASE("PlotStyleOf: series that are no competitors -> ten colors in turn") {
  std::set<std::string> colors;
  for (std::size_t i = 0; i < 10; ++i)
    colors.emplace(PlotStyleOf("a signal", i).color);
  CHECK(colors.size() == 10);
  CHECK(PlotStyleOf("a signal", 10).color == PlotStyleOf("another", 0).color);
}

}  // namespace
}  // namespace tactus::apps
