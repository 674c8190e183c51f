#include "tactus/integrators/classic/implicit_euler.h"

#include <cmath>

#include "integrators/classic_methods.h"
#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

const test::ClassicMethod kMethod = test::OneStepMethods()[1];

// One step of xdot = lambda x, z = h lambda: two halves of 1 / (1 - z / 2).
TEST_CASE(
    "Implicit Euler: one step of a linear rate -> its stability function") {
  REQUIRE(kMethod.name == "implicit_euler");
  for (const double z : {-1e4, -30.0, -1.0, -0.1, 0.5}) {
    INFO(z);
    const auto diagram = test::MakeOde(
        VectorXd::Ones(1),
        [z](double, const VectorXd& x) -> VectorXd { return z * x; });
    const double x = test::IntegrateInSteps(*diagram, 1, 1, kMethod).x[0];
    CHECK(x == Approx(1 / ((1 - z / 2) * (1 - z / 2))).epsilon(1e-9));
  }
}

// xdot = 2 t: x = h^2, x1 = 3/2 h^2, x_low = 2 h^2.
TEST_CASE(
    "Implicit Euler: the rate 2 t -> the estimate is the error of a step") {
  const auto diagram = test::MakeOde(
      VectorXd::Zero(1),
      [](double t, const VectorXd&) { return VectorXd::Constant(1, 2 * t); });
  const double h = 0.01;
  const auto accepted_at_once = [&](double accuracy) {
    const test::Run run = test::Integrate(
        *diagram, h,
        std::make_unique<ImplicitEuler>(ErrorControlOptions{
            .accuracy = accuracy, .h_max = 1, .first_step = 0.1}));
    return run.statistics.rejected_steps == 0;
  };
  CHECK(test::IntegrateInSteps(*diagram, h, 1, kMethod).x[0] ==
        Approx(1.5 * h * h));
  CHECK(accepted_at_once(0.5 * h * h * 1.001));
  CHECK_FALSE(accepted_at_once(0.5 * h * h * 0.999));
}

}  // namespace
}  // namespace tactus::integrators
