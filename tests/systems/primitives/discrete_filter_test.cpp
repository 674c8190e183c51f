#include "tactus/systems/primitives/discrete_filter.h"

#include <cmath>
#include <complex>
#include <numbers>

#include "systems/primitives/one_block.h"
#include <catch2/catch.hpp>

namespace tactus::systems {
namespace {

using Catch::Contains;
using Eigen::Vector2d;
using Eigen::Vector3d;
using test::OneBlock;

constexpr double kPi = std::numbers::pi;
constexpr double kPeriod = 0.25;

VectorXd Scalar(double x) {
  return VectorXd::Constant(1, x);
}

// The outputs for inputs u_0, u_1, ...
std::vector<double> Respond(const std::vector<FilterSection>& sections,
                            const std::vector<double>& inputs) {
  OneBlock<DiscreteFilter> filter("filter", sections, kPeriod, 1);
  std::vector<double> outputs;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    filter.context.SetTime(kPeriod * static_cast<double>(k));
    filter.Fix(0, Scalar(inputs[k]));
    filter.diagram->PerformUpdates(&filter.context);
    outputs.push_back(filter.Output()[0]);
  }
  return outputs;
}

std::vector<double> Impulse(int num) {
  std::vector<double> u(static_cast<std::size_t>(num), 0.0);
  u[0] = 1;
  return u;
}

TEST_CASE("DiscreteFilter: one pole -> a geometric series") {
  // y_k = a y_(k-1) + 3 u_k, written with a_0 = 2.
  const auto y = Respond({{Scalar(6), Vector2d(2, -2 * 0.75)}}, Impulse(20));
  for (int k = 0; k < 20; ++k) CHECK(y[k] == Approx(3 * std::pow(0.75, k)));
}

TEST_CASE("DiscreteFilter: two poles -> a ringing response in closed form") {
  // 1 / (1 - 2 r cos(w) z^-1 + r^2 z^-2) has the impulse response
  // r^k sin((k + 1) w) / sin(w).
  const double r = 0.9, w = 0.7;
  const auto y = Respond(
      {{Scalar(1), Vector3d(1, -2 * r * std::cos(w), r * r)}}, Impulse(40));
  for (int k = 0; k < 40; ++k) {
    CHECK(y[k] == Approx(std::pow(r, k) * std::sin((k + 1) * w) / std::sin(w))
                      .margin(1e-13));
  }
}

TEST_CASE("DiscreteFilter: no poles -> its coefficients as impulse response") {
  CHECK(Respond({{Vector3d(1, -2, 5), Scalar(1)}}, Impulse(5)) ==
        std::vector<double>{1, -2, 5, 0, 0});
}

TEST_CASE("DiscreteFilter: sections in a chain -> their product") {
  // (1 + z^-1)^2 and (1 + z^-1)^3
  const FilterSection one{Vector2d(1, 1), Scalar(1)};
  CHECK(Respond({one, one}, Impulse(4)) == std::vector<double>{1, 2, 1, 0});
  CHECK(Respond({one, {Scalar(2), Scalar(2)}, one, one}, Impulse(5)) ==
        std::vector<double>{1, 3, 3, 1, 0});
}

TEST_CASE(
    "DiscreteFilter: two elements -> filtered apart, held between samples") {
  OneBlock<DiscreteFilter> filter("filter", MakeMovingAverage(2), kPeriod, 2);
  CHECK(filter.Output() == Vector2d(0, 0));
  filter.Fix(0, Vector2d(4, -6));
  CHECK(filter.Output() == Vector2d(0, 0));
  filter.diagram->PerformUpdates(&filter.context);
  CHECK(filter.Output() == Vector2d(2, -3));
  filter.Fix(0, Vector2d(10, 10));
  filter.context.SetTime(kPeriod / 2);
  filter.diagram->PerformUpdates(&filter.context);
  CHECK(filter.Output() == Vector2d(2, -3));
  filter.context.SetTime(kPeriod);
  filter.diagram->PerformUpdates(&filter.context);
  CHECK(filter.Output() == Vector2d(7, 2));
}

TEST_CASE("MakeMovingAverage: of 4 samples -> their mean, of none -> refused") {
  const auto y = Respond(MakeMovingAverage(4), {4, 8, 12, 16, 20, 0});
  const double expected[]{1, 3, 6, 10, 14, 12};
  for (int k = 0; k < 6; ++k) CHECK(y[k] == Approx(expected[k]));
  CHECK_THROWS_WITH(MakeMovingAverage(0),
                    "a moving average of 0 samples: it needs one");
}

// The amplitude of the response to a sine, after its start has died away, from
// the filter running; by projection on the sine and the cosine over whole
// periods.
double MeasureGain(const std::vector<FilterSection>& sections,
                   int samples_per_turn) {
  const int num_settle = 40 * 60, num = num_settle + 10 * samples_per_turn;
  std::vector<double> u;
  for (int k = 0; k < num; ++k) {
    u.push_back(std::sin(2 * kPi * k / samples_per_turn));
  }
  const auto y = Respond(sections, u);
  std::complex<double> sum = 0;
  for (int k = num_settle; k < num; ++k) {
    sum += y[k] * std::polar(1.0, -2 * kPi * k / samples_per_turn);
  }
  return std::abs(sum) * 2 / (num - num_settle);
}

TEST_CASE("MakeButterworthLowPass: orders 1 to 8 -> the gain in closed form") {
  const double cutoff = 0.4;  // Hz, at 4 samples per second
  for (const int order : {1, 2, 3, 4, 5, 8}) {
    const auto sections = MakeButterworthLowPass(order, cutoff, kPeriod);
    CHECK(sections.size() == static_cast<std::size_t>((order + 1) / 2));
    for (const int samples_per_turn : {40, 10, 6, 4, 3}) {
      const double f = 1 / (samples_per_turn * kPeriod);
      const double ratio =
          std::tan(kPi * f * kPeriod) / std::tan(kPi * cutoff * kPeriod);
      CHECK(MeasureGain(sections, samples_per_turn) ==
            Approx(1 / std::sqrt(1 + std::pow(ratio, 2 * order)))
                .epsilon(1e-9)
                .margin(1e-12));
    }
    // f = cutoff
    CHECK(MeasureGain(sections, 10) == Approx(std::sqrt(0.5)));
  }
}

TEST_CASE("MakeButterworthLowPass: a constant -> passes") {
  const auto y = Respond(MakeButterworthLowPass(3, 0.5, kPeriod),
                         std::vector<double>(200, 2.5));
  CHECK(y.back() == Approx(2.5).epsilon(1e-12));
}

TEST_CASE("DiscreteFilter: bad sections, periods and cutoffs -> refused") {
  const std::vector<FilterSection> good = MakeMovingAverage(2);
  CHECK_THROWS_WITH(DiscreteFilter("filter", {}, 1, 1),
                    "block 'filter': a filter needs a section");
  CHECK_THROWS_WITH(DiscreteFilter("filter", good, -1, 1),
                    "block 'filter': the period must be positive, but is -1 s");
  CHECK_THROWS_WITH(DiscreteFilter("filter", {{Scalar(1), Scalar(0)}}, 1, 1),
                    Contains("an a_0 other than zero"));
  CHECK_THROWS_WITH(DiscreteFilter("filter", {{VectorXd(), Scalar(1)}}, 1, 1),
                    Contains("needs b_0"));
  CHECK_THROWS_WITH(
      DiscreteFilter("filter", {{Scalar(std::nan("")), Scalar(1)}}, 1, 1),
      Contains("coefficients must be finite"));
  CHECK_THROWS_AS(MakeButterworthLowPass(0, 1, 0.1), std::invalid_argument);
  CHECK_THROWS_WITH(MakeButterworthLowPass(2, 5, 0.1),
                    Contains("below half the sampling frequency"));
  CHECK_THROWS_AS(MakeButterworthLowPass(2, 0, 0.1), std::invalid_argument);
  CHECK_THROWS_AS(MakeButterworthLowPass(2, std::nan(""), 0.1),
                  std::invalid_argument);
}

}  // namespace
}  // namespace tactus::systems
