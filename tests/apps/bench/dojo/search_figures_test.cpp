#include "tactus/apps/bench/dojo/search_figures.h"

#include <cmath>

#include <catch2/catch.hpp>

namespace tactus::apps::dojo {
namespace {

using examples::SearchResult;

const SearchResult kRandom = {
    .policy = {}, .returns = {0, 2, 1, 5, 9}, .steps = {0, 100, 200, 300, 400}};
const SearchResult kGradient = {
    .policy = {}, .returns = {0, 3, 5, 4}, .steps = {0, 20, 45, 70}};

TEST_CASE("Search figures: returns that fall again -> the first as large") {
  CHECK(BestReturn(kRandom) == 9);
  CHECK(BestReturn(kGradient) == 5);
  CHECK(StepsTo(1.5, kRandom) == 100);
  CHECK(StepsTo(2, kRandom) == 100);
  CHECK(StepsTo(3, kRandom) == 300);
  CHECK(StepsTo(0, kRandom) == 0);
}

TEST_CASE("Search figures: one search finds more -> steps to what both find") {
  // 5, after 45 and 300 steps; 9 is beyond gradients.
  CHECK(CalcShareOfSteps(kRandom, kGradient) == Approx(45.0 / 300));
  CHECK(CalcShareOfSteps(kGradient, kRandom) == Approx(300.0 / 45));
  const SearchResult none = {.policy = {}, .returns = {7}, .steps = {0}};
  CHECK(std::isnan(CalcShareOfSteps(none, none)));
}

TEST_CASE("Search figures: five returns -> mean and deviation of three") {
  CHECK(MeanOfBest({1, 10, 16, 13, 2}) == "13.0 +- 2.4");
  CHECK(MeanOfBest({4, 6}) == "5.0 +- 1.0");
}

}  // namespace
}  // namespace tactus::apps::dojo
