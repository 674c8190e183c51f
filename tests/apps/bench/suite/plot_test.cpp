#include "tactus/apps/bench/suite/plot.h"

#include "apps/bench/suite/sample_plot.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

TEST_CASE("MakePlotCsv: a plot -> each point with its panel, series and mark") {
  CHECK(MakePlotCsv(MakeSamplePlot()) ==
        "panel,series,x,y,y_min,y_max,mark\n"
        "it's work,CENIC,0.1,2,1,3,value\n"
        "it's work,CENIC,0.01,,,,timeout\n"
        "it's work,\"other, one\",0.1,,,,failed\n"
        "shares,geometry,ball,30,,,value\n"
        "shares,geometry,stack,40,,,value\n"
        "shares,rest,ball,70,,,value\n"
        "shares,rest,stack,60,,,value\n");
}

}  // namespace
}  // namespace tactus::apps
