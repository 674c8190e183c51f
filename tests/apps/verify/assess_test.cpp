// What is made of runs at three levels, without running anything.
#include <cmath>
#include <functional>

#include <catch2/catch.hpp>

#include "tactus/apps/verify/verification.h"

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

}  // namespace
}  // namespace tactus::apps
