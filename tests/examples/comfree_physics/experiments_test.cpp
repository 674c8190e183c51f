// The page's points lie on its lines.
#include "tactus/examples/comfree_physics/experiments.h"

#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

namespace tactus::examples {
namespace {

TEST_CASE(
    "MakeComFreeExperiments: the first points -> on the first formula's line") {
  const std::vector<Experiment> experiments = MakeComFreeExperiments();
  REQUIRE(experiments.size() == 5);
  std::set<std::string> ids;
  for (const Experiment& experiment : experiments) {
    INFO(experiment.id);
    ids.insert(experiment.id);
    for (const Experiment::Column& column : experiment.columns)
      REQUIRE(column.y.size() == experiment.x.size());
    const auto line = std::find_if(
        experiment.columns.begin(), experiment.columns.end(),
        [](const Experiment::Column& column) { return column.is_formula; });
    REQUIRE(line != experiment.columns.end());
    const Experiment::Column& points = experiment.columns.front();
    REQUIRE_FALSE(points.is_formula);
    // The stopping distance is a formula for L = 0, the first point, alone.
    const std::size_t num_compared =
        experiment.id == "stopping" ? 1 : experiment.x.size();
    for (std::size_t i = 0; i < num_compared; ++i)
      CHECK(points.y[i] == Approx(line->y[i]).epsilon(0.01));
  }
  CHECK(ids.size() == experiments.size());
}

}  // namespace
}  // namespace tactus::examples
