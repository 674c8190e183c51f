#include "tactus/apps/bench/dish_rack/pace.h"

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

TEST_CASE("CalcPace: steps of two stretches -> rate and sizes of each") {
  const std::vector<double> times = {0, 0.1, 0.4, 0.9, 1.5};
  const std::vector<double> spent = {2, 2.1, 2.15, 2.25, 2.35};
  const std::vector<Pace> paces = CalcPace(times, spent, 1);
  REQUIRE(paces.size() == 2);
  CHECK(paces[0].begin == 0);
  CHECK(paces[0].end == 1);
  CHECK(paces[0].steps == 3);
  CHECK(paces[0].rate == Approx(0.9 / 0.25));
  CHECK(paces[0].least == Approx(0.1));
  CHECK(paces[0].median == Approx(0.3));
  CHECK(paces[0].most == Approx(0.5));
  CHECK(paces[1].begin == 1);
  CHECK(paces[1].steps == 1);
  CHECK(paces[1].rate == Approx(6));
  CHECK(paces[1].least == paces[1].most);
}

TEST_CASE("CalcPace: a step over a border -> it counts where its middle is") {
  const std::vector<double> times = {0, 0.9, 1.05, 1.3};
  const std::vector<double> spent = {0, 1, 2, 3};
  const std::vector<Pace> paces = CalcPace(times, spent, 1);
  REQUIRE(paces.size() == 2);
  CHECK(paces[0].steps == 2);
  CHECK(paces[1].steps == 1);
}

TEST_CASE("CalcPace: a stretch within one step -> no row, nothing divided") {
  const std::vector<double> times = {0, 0.4, 3.4, 3.6};
  const std::vector<double> spent = {0, 1, 2, 3};
  const std::vector<Pace> paces = CalcPace(times, spent, 1);
  REQUIRE(paces.size() == 3);
  CHECK(paces[1].begin == 1);
  CHECK(paces[2].begin == 3);
}

TEST_CASE("CalcPace: no step -> no pace") {
  CHECK(CalcPace({}, {}, 1).empty());
  CHECK(CalcPace(std::vector<double>{0}, std::vector<double>{0}, 1).empty());
}

}  // namespace
}  // namespace tactus::apps
