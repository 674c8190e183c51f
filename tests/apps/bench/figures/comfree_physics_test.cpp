// Points lie on their lines.
#include <algorithm>

#include <catch2/catch.hpp>

#include "tactus/apps/bench/figures/figures.h"

namespace tactus::apps {
namespace {

TEST_CASE(
    "MakeComFreePhysics: the first points -> on the first formula's line") {
  const Section section = MakeComFreePhysics().present({}, {});
  REQUIRE(section.plots.size() == 5);
  REQUIRE(section.tables.size() == 5);
  REQUIRE(section.findings.size() == 5);
  for (std::size_t k = 0; k < section.plots.size(); ++k) {
    INFO(section.plots[k].caption);
    const Panel& panel = section.plots[k].panels.front();
    const Table& table = section.tables[k];
    CHECK(table.columns.size() == 1 + panel.series.size());
    const Series& points = panel.series.front();
    REQUIRE(points.markers);
    const auto line = std::ranges::find(panel.series, false, &Series::markers);
    REQUIRE(line != panel.series.end());
    // The stopping distance is a formula for L = 0, the first point, alone.
    const bool is_stopping = panel.x_label == "refinement sweeps L";
    const std::size_t num_compared = is_stopping ? 1 : points.points.size();
    for (std::size_t i = 0; i < num_compared; ++i)
      CHECK(points.points[i].y == Approx(line->points[i].y).epsilon(0.01));
  }
}

TEST_CASE("MakeComFreePhysics: quick -> two points each, and no runs") {
  const PlanOptions quick{.quick = true, .spot = {}, .out = {}};
  const Experiment experiment = MakeComFreePhysics();
  CHECK(experiment.plan(quick).empty());
  for (const Table& table : experiment.present(quick, {}).tables)
    CHECK(table.rows.size() == 2);
}

}  // namespace
}  // namespace tactus::apps
