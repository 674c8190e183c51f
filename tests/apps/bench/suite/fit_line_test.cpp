#include "tactus/apps/bench/suite/fit_line.h"

#include <cmath>

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

TEST_CASE(
    "FitLine: points on and about a line -> slope, intercept, R squared") {
  const Line line = FitLine({1, 2, 5}, {3, 1, -5});
  CHECK(line.slope == Approx(-2));
  CHECK(line.intercept == Approx(5));
  CHECK(line.r_squared == Approx(1));
  // Normal equations by hand: means 1 and 2, sums of products 2 and 1.
  const Line between = FitLine({0, 1, 2}, {1, 3, 2});
  CHECK(between.slope == Approx(0.5));
  CHECK(between.intercept == Approx(1.5));
  CHECK(between.r_squared == Approx(0.25));
}

TEST_CASE("FitExponent: points of a power law -> its exponent") {
  std::vector<double> x = {1, 10, 300}, y;
  for (const double each : x) y.push_back(7 * std::pow(each, 1.5));
  CHECK(FitExponent(x, y) == Approx(1.5));
}

}  // namespace
}  // namespace tactus::apps
