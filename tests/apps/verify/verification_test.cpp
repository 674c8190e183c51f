#include "tactus/apps/verify/verification.h"

#include <cmath>
#include <functional>

#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic_scheme.h"

namespace tactus::apps {
namespace {

using Convergence = Estimate::Convergence;

/// Runs whose errors are known: what level k is off by, at each time.
struct Levels {
  std::vector<double> times, steps;
  std::vector<VectorXd> errors;

  Levels(std::vector<double> mean_steps,
         const std::function<double(int level, double t)>& error)
      : steps(std::move(mean_steps)) {
    for (int i = 0; i <= 1000; ++i) times.push_back(i / 100.0);
    for (std::size_t k = 0; k < steps.size(); ++k) {
      VectorXd& e = errors.emplace_back(1001);
      for (int i = 0; i <= 1000; ++i)
        e[i] = error(static_cast<int>(k), times[static_cast<std::size_t>(i)]);
    }
  }

  Estimate Judge(double tolerance) const {
    std::vector<VectorXd> gaps;
    for (std::size_t k = 0; k + 1 < errors.size(); ++k)
      gaps.push_back((errors[k] - errors[k + 1]).cwiseAbs());
    return Assess(times, gaps, (errors.front() - errors.back()).cwiseAbs(),
                  {.mean_steps = steps, .accuracy_factor = 10}, 1, tolerance);
  }
};

TEST_CASE(
    "Assess: errors as a power of the step -> the exact error and order") {
  const double p = GENERATE(1.0, 2.0, 3.0);
  const double C = 0.02;
  const std::vector<double> h = {0.1, 0.05, 0.025, 0.0125};
  const Levels levels(h, [&](int k, double t) {
    return C * t * std::pow(h[static_cast<std::size_t>(k)] / h[0], p);
  });
  const Estimate loose = levels.Judge(1);
  CHECK(loose.held);
  CHECK(loose.convergence == Convergence::kOrderly);
  CHECK(loose.error == Approx(C * 10));
  CHECK(loose.order.value() == Approx(p));
  CHECK(loose.order_in_accuracy.value() == Approx(p * std::log10(2)));
  CHECK(loose.trusted_until == 10);
  CHECK_FALSE(loose.parts_at);

  const Estimate tight = levels.Judge(0.101);
  CHECK_FALSE(tight.held);
  CHECK(tight.trusted_until == Approx(5.05).margin(0.011));
  CHECK(tight.trusted_error <= 0.101);
  CHECK(tight.error == Approx(C * 10));
  CHECK_FALSE(tight.parts_at);  // A finer run would do.
}

TEST_CASE("Assess: only the coarsest run differs -> its error, no order") {
  const Levels levels({0.1, 0.05, 0.025},
                      [](int k, double t) { return k == 0 ? 1e-3 * t : 0; });
  const Estimate estimate = levels.Judge(1e-6);
  CHECK(estimate.convergence == Convergence::kRoundOff);
  CHECK_FALSE(estimate.order);
  CHECK_FALSE(estimate.held);
  CHECK(estimate.error == Approx(1e-2));
}

TEST_CASE("Assess: runs equal up to round-off -> held, no order") {
  const Levels levels({0.1, 0.05, 0.025}, [](int k, double t) {
    return 1e-15 * (k % 2 == 0 ? 1 : -1) * t;
  });
  const Estimate estimate = levels.Judge(1e-6);
  CHECK(estimate.convergence == Convergence::kRoundOff);
  CHECK_FALSE(estimate.order);
  CHECK(estimate.held);
  CHECK(estimate.error < 1e-12);
}

TEST_CASE("Assess: steps that do not shrink -> not refined, not held") {
  const Levels levels({0.1, 0.1, 0.0999}, [](int, double) { return 0.5; });
  const Estimate estimate = levels.Judge(1e-3);
  CHECK(estimate.convergence == Convergence::kNotRefined);
  CHECK_FALSE(estimate.held);
}

TEST_CASE(
    "Assess: gaps that do not shrink -> erratic, a multiple as the error") {
  const Levels levels({0.1, 0.05, 0.025}, [](int k, double) {
    return k == 1 ? 0.002 : 0.001;  // The truth is as far from all of them.
  });
  const Estimate estimate = levels.Judge(0.1);
  CHECK(estimate.convergence == Convergence::kErratic);
  CHECK_FALSE(estimate.order);
  CHECK(estimate.error >= 0.009);  // Taken to be many times the difference.
  CHECK(estimate.held);
  CHECK_FALSE(estimate.parts_at);
  // Within a tolerance that is close to the differences, nothing is claimed.
  CHECK_FALSE(levels.Judge(0.002).held);
}

// Neighbours part as e^(2 t) until they are a unit apart.
TEST_CASE(
    "Assess: exponential divergence -> trusted while the error is small") {
  const auto error = [](int k, double t) {
    const double d = 1e-4 * std::pow(0.1, k) * std::exp(2 * t);
    return std::sin(std::min(d, 1.0) * (1 + k));
  };
  const Levels levels({0.1, 0.03, 0.01}, error);
  const double tolerance = 0.01;
  const Estimate estimate = levels.Judge(tolerance);
  CHECK_FALSE(estimate.held);
  const double truth = std::log(tolerance / 1e-4) / 2;  // 2.3 s
  CHECK(estimate.trusted_until == Approx(truth).margin(0.05));
  CHECK(std::abs(error(0, estimate.trusted_until)) <= tolerance);
  REQUIRE(estimate.parts_at);
  CHECK(*estimate.parts_at > estimate.trusted_until);
  CHECK(estimate.order.value() > 1);
}

TEST_CASE("Assess: the finest run infinite from 3 s -> trusted until then") {
  const Levels levels({0.1, 0.05, 0.025}, [](int k, double t) {
    return k == 2 && t > 3 ? INFINITY : 1e-6 * std::pow(0.5, k);
  });
  const Estimate estimate = levels.Judge(1e-3);
  CHECK_FALSE(estimate.held);
  CHECK(estimate.trusted_until == Approx(3));
}

TEST_CASE(
    "Assess: gaps not finite at a time -> an infinite error from then on") {
  const double bad = GENERATE(double{INFINITY}, double{NAN});
  const double from = GENERATE(0.0, 3.0);
  // From then on or, once, then only.
  const double until = GENERATE(false, true) ? from : 20;
  const std::vector<double> times = {0, 1, 2, 3, 4, 5};
  const auto gap = [&](double fine) {
    VectorXd gaps(6);
    for (int i = 0; i < 6; ++i) {
      const double t = times[static_cast<std::size_t>(i)];
      gaps[i] = t >= from && t <= until ? bad : fine;
    }
    return gaps;
  };
  const std::vector<VectorXd> gaps = {gap(1e-6), gap(5e-7)};
  const Estimate estimate = Assess(
      times, gaps, gap(1.5e-6),
      {.mean_steps = {0.1, 0.05, 0.025}, .accuracy_factor = {}}, 1, 1e-3);
  CHECK_FALSE(estimate.held);
  CHECK(estimate.error == INFINITY);
  CHECK(estimate.trusted_until == std::max(from - 1, 0.0));
  CHECK_FALSE(estimate.order);
  for (std::size_t i = 0; i < times.size(); ++i)
    CHECK(std::isinf(estimate.over_time[i]) == (times[i] >= from));
}

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
