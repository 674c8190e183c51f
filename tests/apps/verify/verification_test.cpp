#include "tactus/apps/verify/verification.h"

#include <cmath>
#include <functional>

#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic_scheme.h"

namespace tactus::apps {
namespace {

using Convergence = Estimate::Convergence;

/// A model file of its own, and how it is to be verified.
struct Case {
  explicit Case(const std::string& body, const std::string& more = {}) {
    std::ofstream(folder / "model.xml")
        << "<mujoco><option gravity='0 0 -9.81'/><worldbody>" << body
        << "</worldbody>" << more << "</mujoco>";
  }

  Scenario Make(double duration) const {
    return MakeScenario(
        {.target = (folder / "model.xml").string(), .duration = duration});
  }

  ScratchFolder folder;
};

Verification Judge(
    const Scenario& scenario, double accuracy, const std::string& quantity,
    double tolerance,
    integrators::Scheme scheme = integrators::Scheme::kExtrapolated) {
  const std::vector<std::string> patterns = {quantity};
  const QuantityList quantities(*scenario.scene.diagram, patterns);
  IntegratorOptions integrator;
  integrator.accuracy = accuracy;
  integrator.method_options["scheme"] = to_string(scheme);
  return Verify(
      scenario, integrator, quantities,
      {.period = scenario.duration / 1000, .tolerances = {tolerance}});
}

/// The largest true error of the first number of the only quantity.
double TrueError(const Trajectory& run,
                 const std::function<double(double t)>& truth) {
  double error = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    error =
        std::max(error, std::abs(run.values(static_cast<Eigen::Index>(i), 0) -
                                 truth(run.times[i])));
  }
  return error;
}

void CheckEstimate(const Verification& verification, double true_error,
                   double factor) {
  REQUIRE(verification.is_complete());
  REQUIRE(verification.estimates.size() == 1);
  const Estimate& estimate = verification.estimates[0];
  INFO("estimate " << estimate.error << ", truth " << true_error);
  CHECK(estimate.error <= factor * true_error);
  CHECK(estimate.error >= true_error / factor);
  CHECK(estimate.convergence == Convergence::kOrderly);
  CHECK(verification.held() == (estimate.error <= estimate.tolerance));
}

TEST_CASE("Verify: free fall by step doubling -> the true error within 2") {
  const Case fall(
      "<body name='b' pos='0 0 5'><joint type='slide' axis='0 0 1' "
      "name='z'/><geom size='0.1'/></body>");
  const Scenario scenario = fall.Make(1);
  const double accuracy = GENERATE(1e-2, 1e-3, 1e-4);
  const Verification v =
      Judge(scenario, accuracy, "joint/z/position", 10 * accuracy,
            integrators::Scheme::kStepDoubling);  // by others it is exact
  CheckEstimate(
      v, TrueError(v.levels[0], [](double t) { return -9.81 / 2 * t * t; }), 2);
  CHECK(v.estimates[0].order.value() == Approx(1).margin(0.3));
}

// phi'' = -(g / l) sin(phi) for a point mass; Runge-Kutta of fourth order with
// steps of 0.1 ms is exact to 1e-12.
TEST_CASE("Verify: a pendulum -> the true error within a factor of 2") {
  const double l = 0.5;
  const Case pendulum(
      "<body name='b'><joint name='hinge' type='hinge' axis='0 1 0'/>"
      "<inertial pos='0 0 -0.5' mass='1' diaginertia='1e-9 1e-9 "
      "1e-9'/></body>");
  Scenario scenario = pendulum.Make(2);
  scenario.scene.plant->SetPositions(&scenario.scene.context,
                                     VectorXd::Constant(1, 2.0));
  std::vector<double> phi = {2.0};
  const auto f = [&](const Vector2d& x) {
    return Vector2d(x[1], -9.81 / l * std::sin(x[0]));
  };
  Vector2d x(2, 0);
  const double h = 1e-4;
  for (int i = 0; i < 20000; ++i) {
    const Vector2d k1 = f(x), k2 = f(x + h / 2 * k1), k3 = f(x + h / 2 * k2),
                   k4 = f(x + h * k3);
    x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    phi.push_back(x[0]);
  }
  const auto truth = [&](double t) {
    return phi[static_cast<std::size_t>(std::lround(t / h))];
  };
  const double accuracy = GENERATE(1e-3, 1e-4, 1e-5);
  const Verification v = Judge(scenario, accuracy, "joint/hinge/position", 0.5);
  CHECK(v.estimates[0].order_in_accuracy.value() > 0.2);
  CheckEstimate(v, TrueError(v.levels[0], truth), 2);
}

// Falls freely, then on a spring without loss: m z'' = -m g - k (z - r).
TEST_CASE("Verify: a bouncing ball -> the true error within a factor of 3") {
  const double g = 9.81, k = 1e3, m = 0.1, r = 0.1, w = std::sqrt(k / m);
  const double fall = std::sqrt(2 / g), speed = g * fall;
  const double phase = std::atan2(g / (w * w), speed / w);
  const double contact = (M_PI + 2 * phase) / w, period = 2 * fall + contact;
  const auto truth = [&](double t) {
    const double s = std::fmod(t + fall, period);  // from an apex less a fall
    const double height = s <= 2 * fall
                              ? 1 - g / 2 * (s - fall) * (s - fall)
                              : -g / (w * w) +
                                    g / (w * w) * std::cos(w * (s - 2 * fall)) -
                                    speed / w * std::sin(w * (s - 2 * fall));
    return r + height;
  };
  REQUIRE(truth(0) == Approx(1.1));
  REQUIRE(truth(fall) == Approx(r));
  const Scenario scenario =
      MakeScenario({.target = "ball_drop", .duration = 1});
  const double accuracy = GENERATE(1e-4, 1e-5, 1e-6);
  const std::vector<std::string> patterns = {"body/ball/position"};
  const QuantityList quantities(*scenario.scene.diagram, patterns);
  IntegratorOptions integrator;
  integrator.accuracy = accuracy;
  const Verification v = Verify(scenario, integrator, quantities,
                                {.period = 1e-3, .tolerances = {0.01}});
  REQUIRE(v.is_complete());
  double true_error = 0;
  for (std::size_t i = 0; i < v.levels[0].times.size(); ++i) {
    const double z = v.levels[0].values(static_cast<Eigen::Index>(i), 2);
    true_error =
        std::max(true_error, std::abs(z - truth(v.levels[0].times[i])));
  }
  CheckEstimate(v, true_error, 3);
}

// A servo of 1e4 N m/rad, critically damped, on 1 kg m^2.
TEST_CASE("Verify: a stiff servo -> the true error within a factor of 2") {
  const Case servo(
      "<body name='b'><joint name='hinge' type='hinge' axis='0 0 1' "
      "damping='200'/>"
      "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body>",
      "<actuator><position joint='hinge' name='servo' kp='10000'/></actuator>");
  Scenario scenario = servo.Make(0.2);
  scenario.scene.context.FixInput(scenario.scene.plant->actuation_input(),
                                  VectorXd::Constant(1, 0.5));
  // w = 100
  const auto truth = [](double t) {
    return 0.5 - 0.5 * std::exp(-100 * t) * (1 + 100 * t);
  };
  const double accuracy = GENERATE(1e-3, 1e-4, 1e-5);
  const Verification v = Judge(scenario, accuracy, "joint/hinge/position", 0.1);
  CheckEstimate(v, TrueError(v.levels[0], truth), 2);
}

TEST_CASE("Verify: a fixed step -> halved twice, first order in free fall") {
  const Case fall(
      "<body name='b' pos='0 0 5'><joint type='slide' axis='0 0 1' "
      "name='z'/><geom size='0.1'/></body>");
  const Scenario scenario = fall.Make(1);
  const std::vector<std::string> patterns = {"joint/z/position"};
  const QuantityList quantities(*scenario.scene.diagram, patterns);
  IntegratorOptions icf;
  icf.step = 0.01;
  const Verification v =
      Verify(scenario, icf, quantities, {.period = 1e-3, .tolerances = {0.1}});
  REQUIRE(v.is_complete());
  CHECK(v.levels[2].step.value() == 0.0025);
  CHECK(v.levels[2].steps == 400);
  CHECK(v.estimates[0].order.value() == Approx(1).margin(0.02));
  CHECK_FALSE(v.estimates[0].order_in_accuracy);
  // z_n = -g h^2 n (n + 1) / 2: off by g h t / 2 at the end.
  CHECK(v.estimates[0].error == Approx(9.81 * 0.01 / 2).epsilon(0.02));
}

TEST_CASE("Verify: a box at rest -> held, with steps a quarter as long") {
  const Scenario scenario = MakeScenario({.target = "incline", .duration = 1});
  const Verification v = Judge(scenario, 1e-2, "body/box/rotation", 0.1);
  REQUIRE(v.is_complete());
  CHECK(v.held());
  CHECK(v.levels[2].longest_step <= v.levels[0].longest_step / 4 * 1.001);
}

TEST_CASE("Verify: a clutter of hard bodies -> trusted for a while only") {
  const Scenario scenario =
      MakeScenario({.target = "hard_clutter", .duration = 3});
  const std::vector<std::string> patterns = {"body/*/position"};
  const QuantityList quantities(*scenario.scene.diagram, patterns);
  const Verification v =
      Verify(scenario, {}, quantities,
             {.period = 3e-3, .tolerances = std::vector<double>(20, 0.01)});
  REQUIRE(v.estimates.size() == 20);
  CHECK_FALSE(v.held());
  int sensitive = 0;
  for (const Estimate& estimate : v.estimates) {
    CHECK(estimate.trusted_until > 0.1);
    if (estimate.held) continue;
    CHECK(estimate.trusted_until < 3);
    sensitive += estimate.parts_at.has_value();
  }
  CHECK(sensitive > 0);
}

TEST_CASE("Verify: a level that fails -> failed with a message, not held") {
  const Case motor(
      "<body name='b'><joint name='hinge' type='hinge' axis='0 0 1'/>"
      "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body>",
      "<actuator><motor joint='hinge' name='m'/></actuator>");
  Scenario scenario = motor.Make(1);
  scenario.scene.context.FixInput(scenario.scene.plant->actuation_input(),
                                  VectorXd::Constant(1, NAN));
  const Verification v = Judge(scenario, 1e-3, "joint/hinge/position", 1);
  CHECK_FALSE(v.is_complete());
  CHECK_FALSE(v.held());
  REQUIRE(v.levels.size() == 1);
  CHECK(v.levels[0].end == Trajectory::End::kFailed);
  CHECK_FALSE(v.levels[0].message.empty());
}

TEST_CASE("Verify: a stop request -> interrupted inside of the first level") {
  const Scenario scenario = MakeScenario({.target = "ball_drop"});
  const std::vector<std::string> patterns = {"body/ball/position"};
  const QuantityList quantities(*scenario.scene.diagram, patterns);
  int calls = 0;
  const Verification v =
      Verify(scenario, {}, quantities, {.tolerances = {1}, .stop = [&calls] {
                                          return ++calls > 5;
                                        }});
  CHECK_FALSE(v.is_complete());
  REQUIRE(v.levels.size() == 1);
  CHECK(v.levels[0].end == Trajectory::End::kInterrupted);
  // It is asked inside of steps, too, and not again.
  CHECK(calls == 6);
  CHECK(v.levels[0].steps > 0);
  CHECK(v.levels[0].steps < 5);
}

}  // namespace
}  // namespace tactus::apps
