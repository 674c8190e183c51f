#include "tactus/integrators/classic/rosenbrock2.h"

#include <cmath>
#include <numbers>

#include "integrators/classic_methods.h"
#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using Gamma = Rosenbrock2::Gamma;

TEST_CASE("ROS2: gamma, small and large -> the roots of g^2 - 2 g + 1/2") {
  for (const Gamma which : {Gamma::kSmall, Gamma::kLarge}) {
    const double g = Rosenbrock2({}, which).gamma();
    CHECK(g * g - 2 * g + 0.5 == Approx(0).margin(1e-15));
  }
  CHECK(Rosenbrock2({}, Gamma::kSmall).gamma() < 1);
  CHECK(Rosenbrock2({}, Gamma::kLarge).gamma() > 1);
}

// One step of xdot = lambda x, z = h lambda: (1 + (1 - 2 g) z) / (1 - g z)^2.
TEST_CASE("ROS2: one step of a linear rate -> its stability function") {
  for (const Gamma which : {Gamma::kSmall, Gamma::kLarge}) {
    for (const double z : {-1e4, -30.0, -1.0, -0.1, 0.1}) {
      INFO(z);
      const auto diagram = test::MakeOde(
          VectorXd::Ones(1),
          [z](double, const VectorXd& x) -> VectorXd { return z * x; });
      const auto options =
          ErrorControlOptions{.accuracy = 1e9, .h_max = 1e3, .first_step = 0.1};
      auto method = std::make_unique<Rosenbrock2>(options, which);
      const double g = method->gamma();
      const double x = test::Integrate(*diagram, 1, std::move(method)).x[0];
      const double denominator = (1 - g * z) * (1 - g * z);
      CHECK(x == Approx((1 + (1 - 2 * g) * z) / denominator).epsilon(1e-6));
    }
  }
}

// xdot = 2 t: exact, with x1 - x_low = (k1 + k2) h / 2 = (1 - 2 g) h^2.
TEST_CASE("ROS2: a rate linear in t -> exact, with its formula's estimate") {
  const auto diagram = test::MakeOde(
      VectorXd::Zero(1),
      [](double t, const VectorXd&) { return VectorXd::Constant(1, 2 * t); });
  const double h = 0.01;
  for (const Gamma which : {Gamma::kSmall, Gamma::kLarge}) {
    const double g = Rosenbrock2({}, which).gamma();
    const auto run = [&](double accuracy) {
      return test::Integrate(
          *diagram, h,
          std::make_unique<Rosenbrock2>(
              ErrorControlOptions{
                  .accuracy = accuracy, .h_max = 1, .first_step = 0.1},
              which));
    };
    CHECK(run(1).x[0] == Approx(h * h).epsilon(1e-7));
    const double estimate = std::abs(1 - 2 * g) * h * h;
    CHECK(run(1.001 * estimate).statistics.rejected_steps == 0);
    CHECK(run(0.999 * estimate).statistics.rejected_steps > 0);
  }
}

TEST_CASE("ROS2: steps with retries -> one Jacobian a step, no iterations") {
  const auto diagram =
      test::MakeOde(Vector2d(2, 0), [](double, const VectorXd& x) {
        return Vector2d(x[1], (1 - x[0] * x[0]) * x[1] * 50 - x[0]);
      });
  const Statistics statistics =
      test::Integrate(*diagram, 100, std::make_unique<Rosenbrock2>())
          .statistics;
  CHECK(statistics.rejected_steps > 0);
  CHECK(statistics.jacobian_evaluations == statistics.steps);
  CHECK(statistics.newton_iterations == 0);
  const long attempts = statistics.steps + statistics.rejected_steps;
  CHECK(statistics.factorizations == attempts);
  // f and f_t at the start, two columns; one more f per attempt.
  CHECK(statistics.derivative_evaluations == 4 * statistics.steps + attempts);
}

}  // namespace
}  // namespace tactus::integrators
