#include "tactus/systems/trajectories/kinks.h"

#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/systems/trajectories/minimum_jerk.h"
#include "tactus/systems/trajectories/piecewise_polynomial.h"

namespace tactus::systems {
namespace {

using Times = std::vector<double>;

Times Find(const PiecewisePolynomial& q) {
  return FindKinks({.breaks = q.breaks(),
                    .value = [&](double t) { return q.value(t); },
                    .rate =
                        [&](double t) {
                          return q.derivative(t);
                        }});
}

TEST_CASE("FindKinks: straight lines -> where they bend by a tenth or more") {
  CHECK(Find(MakePiecewiseLinear({1, 2, 3, 4, 5},
                                 MatrixXd{{0, 1, 2.05, 3.1, 4}})) ==
        Times{1, 4, 5});
  CHECK(Find(MakePiecewiseLinear({0, 1, 2}, MatrixXd{{0, 1, 2}})) ==
        Times{0, 2});
}

// 1 s of 1 Hz in 200 lines: the rate jumps by 3 % of the greatest.
TEST_CASE("FindKinks: a densely sampled curve -> its ends") {
  Times times;
  MatrixXd knots(1, 201);
  for (int k = 0; k <= 200; ++k) {
    times.push_back(k / 200.0);
    knots(0, k) = std::sin(2 * M_PI * times.back());
  }
  CHECK(Find(MakePiecewiseLinear(times, knots)) == Times{0, 1});
}

TEST_CASE("FindKinks: minimum jerk -> where rest begins and ends") {
  CHECK(Find(MakeMinimumJerk({1, 2, 3, 4, 5}, MatrixXd{{0, 1, 0, 0, 2}})) ==
        Times{1, 3, 4, 5});
}

TEST_CASE("FindKinks: a value that jumps -> there, rest or not") {
  CHECK(Find({{0, 1, 2}, {MatrixXd{{1}}, MatrixXd{{1.001}}}}) == Times{1});
  CHECK(Find({{0, 1, 2}, {MatrixXd{{1}}, MatrixXd{{1}}}}).empty());
}

// Times there differ by more than a billionth of a piece.
TEST_CASE("FindKinks: bends at a late time -> found") {
  const Times times = {1e6, 1e6 + 0.01, 1e6 + 0.02};
  CHECK(Find(MakePiecewiseLinear(times, MatrixXd{{0, 1, 0}})) == times);
}

TEST_CASE("FindKinks: more than a thousand bends, as of noise -> none") {
  const auto count = [](int n) {
    Times times;
    MatrixXd zigzag(1, n);
    for (int k = 0; k < n; ++k) {
      times.push_back(k);
      zigzag(0, k) = k % 2;
    }
    return Find(MakePiecewiseLinear(times, zigzag)).size();
  };
  CHECK(count(1000) == 1000);
  CHECK(count(1001) == 0);
}

}  // namespace
}  // namespace tactus::systems
