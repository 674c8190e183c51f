#include "tactus/integrators/classic/sdirk2.h"

#include <cmath>
#include <numbers>

#include "integrators/classic_methods.h"
#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

const test::ClassicMethod kMethod = test::OneStepMethods()[2];
constexpr double kGamma = 1 - 1 / std::numbers::sqrt2;

// One step of xdot = lambda x, z = h lambda: (1 + (1 - 2 g) z) / (1 - g z)^2.
TEST_CASE("SDIRK2: one step of a linear rate -> its stability function") {
  REQUIRE(kMethod.name == "sdirk2");
  for (const double z : {-1e4, -30.0, -1.0, -0.1, 0.5}) {
    INFO(z);
    const auto diagram = test::MakeOde(
        VectorXd::Ones(1),
        [z](double, const VectorXd& x) -> VectorXd { return z * x; });
    const double x = test::IntegrateInSteps(*diagram, 1, 1, kMethod).x[0];
    const double denominator = (1 - kGamma * z) * (1 - kGamma * z);
    CHECK(x == Approx((1 + (1 - 2 * kGamma) * z) / denominator).epsilon(1e-8));
  }
}

// xdot = 2 t: exact, and k2 - k1 = 2 (1 - g) h.
TEST_CASE("SDIRK2: a rate linear in t -> exact, with its formula's estimate") {
  const auto diagram = test::MakeOde(
      VectorXd::Zero(1),
      [](double t, const VectorXd&) { return VectorXd::Constant(1, 2 * t); });
  const double h = 0.01;
  CHECK(test::IntegrateInSteps(*diagram, h, 1, kMethod).x[0] ==
        Approx(h * h).epsilon(1e-12));
  const auto accepted_at_once = [&](double accuracy) {
    return test::Integrate(
               *diagram, h,
               std::make_unique<Sdirk2>(ErrorControlOptions{
                   .accuracy = accuracy, .h_max = 1, .first_step = 0.1}))
               .statistics.rejected_steps == 0;
  };
  const double estimate = 2 * kGamma * (1 - kGamma) * h * h;
  CHECK(accepted_at_once(1.001 * estimate));
  CHECK_FALSE(accepted_at_once(0.999 * estimate));
}

}  // namespace
}  // namespace tactus::integrators
