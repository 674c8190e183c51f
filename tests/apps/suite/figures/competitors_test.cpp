#include "tactus/apps/suite/figures/competitors.h"

#include <set>

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

TEST_CASE("Competitors have a name and an integrator each, and no more") {
  std::set<std::string_view> labels;
  for (const Competitor& competitor : ErrorControlled()) {
    INFO(competitor.label);
    CHECK(labels.insert(competitor.label).second);
    REQUIRE(competitor.settings.size() >= 2);
    CHECK(competitor.settings[0] == "--integrator");
  }
  // Nothing is tuned: only CENIC has a further flag, its algebra.
  for (const Competitor& competitor : Baselines())
    CHECK(competitor.settings.size() == 2);
  CHECK(Rk3().label == "RK3");
}

TEST_CASE("References are two, the more accurate one first") {
  const std::vector<RunSpec> stiff = References("hard_clutter", 1);
  REQUIRE(stiff.size() == 2);
  CHECK(*stiff[0].accuracy < *stiff[1].accuracy);
  CHECK(stiff[0].competitor == stiff[1].competitor);
  const std::vector<RunSpec> smooth = References("double_pendulum", 1);
  CHECK(smooth[0].competitor != smooth[1].competitor);
  for (const auto& pair : {stiff, smooth}) {
    for (const RunSpec& spec : pair) {
      CHECK(spec.reference);
      CHECK(spec.wants_log());
    }
  }
}

}  // namespace
}  // namespace tactus::apps
