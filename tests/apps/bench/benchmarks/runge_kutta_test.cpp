#include "tactus/apps/bench/benchmarks/runge_kutta.h"

#include <cmath>

#include <catch2/catch.hpp>

#include "tactus/common/types.h"

namespace tactus::apps {
namespace {

// x'' = -x from (1, 0): the angle is the time.
double CalcError(int num_steps) {
  const auto rate = [](const Vector2d& x) {
    return Vector2d(x[1], -x[0]);
  };
  Vector2d x(1, 0);
  for (int i = 0; i < num_steps; ++i) StepRungeKutta(rate, 2.0 / num_steps, &x);
  return (x - Vector2d(std::cos(2), -std::sin(2))).norm();
}

TEST_CASE("StepRungeKutta: half the step -> a sixteenth of the error") {
  CHECK(CalcError(40) < 1e-6);
  CHECK(CalcError(40) / CalcError(80) == Approx(16).epsilon(0.05));
}

}  // namespace
}  // namespace tactus::apps
