#include "tactus/systems/primitives/random_source.h"

#include <cmath>
#include <limits>

#include "systems/primitives/one_block.h"
#include <catch2/catch.hpp>

#include "tactus/systems/primitives/random_bits.h"
#include "tactus/systems/simulator.h"

namespace tactus::systems {
namespace {

using Catch::Contains;
using Eigen::Vector2d;
using test::OneBlock;

VectorXd Scalar(double x) {
  return VectorXd::Constant(1, x);
}

// Published first outputs of SplitMix64 with these seeds.
TEST_CASE("RandomBits: known seeds -> SplitMix64's published outputs") {
  CHECK(RandomBits(0, 0) == 0xE220A8397B1DCDAFu);
  CHECK(RandomBits(0, 1) == 0x6E789E6AA1B965F4u);
  CHECK(RandomBits(0, 2) == 0x06C45D188009454Fu);
  CHECK(RandomBits(1234567, 0) == 6457827717110365317u);
  CHECK(RandomBits(1234567, 1) == 3203168211198807973u);
  CHECK(RandomBits(1234567, 2) == 9817491932198370423u);
}

// Of n independent numbers, moments are off by about 1/sqrt(n); 4 of their
// standard deviations are allowed. The numbers are always the same.
constexpr int kNum = 200'000;

template <class Function>
double Mean(Function&& f) {
  double sum = 0;
  for (std::uint64_t i = 0; i < kNum; ++i) sum += f(i);
  return sum / kNum;
}

TEST_CASE("UniformNumber: 200000 numbers -> moments, range, no correlation") {
  for (const std::uint64_t seed : {1u, 2u, 77u}) {
    const auto u = [&](std::uint64_t i) {
      const double x = UniformNumber(seed, i);
      if (!(x >= 0 && x < 1)) FAIL(x);
      return x - 0.5;
    };
    const double root = std::sqrt(1.0 * kNum);
    CHECK(std::abs(Mean(u)) < 4 * std::sqrt(1.0 / 12) / root);
    const auto square = [&](auto i) {
      return u(i) * u(i);
    };
    CHECK(std::abs(Mean(square) - 1.0 / 12) < 4 * std::sqrt(1.0 / 180) / root);
    const auto with_next = [&](auto i) {
      return u(i) * u(i + 1);
    };
    CHECK(std::abs(Mean(with_next)) < 4 * (1.0 / 12) / root);
    const auto with_next_seed = [&](auto i) {
      return u(i) * (UniformNumber(seed + 1, i) - 0.5);
    };
    CHECK(std::abs(Mean(with_next_seed)) < 4 * (1.0 / 12) / root);
  }
}

TEST_CASE(
    "NormalNumber: 200000 numbers -> moments, share within one deviation") {
  for (const std::uint64_t seed : {1u, 2u, 77u}) {
    const auto x = [&](std::uint64_t i) {
      return NormalNumber(seed, i);
    };
    const double root = std::sqrt(1.0 * kNum);
    CHECK(std::abs(Mean(x)) < 4 / root);
    const auto power = [&](int n) {
      return Mean([&](auto i) { return std::pow(x(i), n); });
    };
    CHECK(std::abs(power(2) - 1) < 4 * std::sqrt(2) / root);
    CHECK(std::abs(power(3)) < 4 * std::sqrt(15) / root);
    CHECK(std::abs(power(4) - 3) < 4 * std::sqrt(96) / root);
    const double share = std::erf(std::sqrt(0.5));
    const auto is_within = [&](auto i) {
      return std::abs(x(i)) < 1 ? 1 : 0;
    };
    CHECK(std::abs(Mean(is_within) - share) <
          4 * std::sqrt(share * (1 - share)) / root);
  }
}

TEST_CASE("RandomSource: each period -> a new vector, held in between") {
  OneBlock<RandomSource> noise(
      "noise", GaussianDistribution{Vector2d(10, -3), Vector2d(2, 0)}, 0.5, 42);
  Simulator simulator(*noise.diagram);
  const auto y = [&](double t) {
    simulator.AdvanceTo(t);
    return VectorXd(noise.leaf->get_output_port().Eval(simulator.context()));
  };
  for (int k = 0; k < 6; ++k) {
    // Sample k is made of the numbers 2 k and 2 k + 1.
    const Vector2d expected(10 + 2 * NormalNumber(42, 2 * k), -3);
    CHECK(y(0.5 * k + 0.1) == expected);
    CHECK(y(0.5 * k + 0.5) == expected);
  }
}

TEST_CASE(
    "RandomSource: a copied Context -> replays, another seed -> does not") {
  OneBlock<RandomSource> noise(
      "noise", UniformDistribution{Vector2d(-1, 5), Vector2d(3, 5)}, 0.1, 7);
  const auto run = [&](Simulator& simulator) {
    std::vector<double> samples;
    for (int k = 0; k < 50; ++k) {
      simulator.AdvanceTo(simulator.context().time() + 0.1);
      const VectorXd& y =
          noise.leaf->get_output_port().Eval(simulator.context());
      if (!(y[0] >= -1 && y[0] < 3)) FAIL(y[0]);
      if (y[1] != 5) FAIL(y[1]);
      samples.push_back(y[0]);
    }
    return samples;
  };
  Simulator simulator(*noise.diagram);
  run(simulator);
  const Context saved = simulator.context();
  const auto once = run(simulator);
  Simulator again(*noise.diagram, saved);
  CHECK(run(again) == once);

  Context reseeded = saved;
  reseeded.of(*noise.leaf).set_parameter<std::uint64_t>(8);
  Simulator other(*noise.diagram, reseeded);
  CHECK(run(other) != once);
}

TEST_CASE("RandomSource: bad distributions and periods -> refused by name") {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto uniform = [](double lower, double upper) {
    return UniformDistribution{Scalar(lower), Scalar(upper)};
  };
  CHECK_THROWS_WITH(RandomSource("noise", uniform(1, 0), 1, 0),
                    Contains("block 'noise': lower bounds must match"));
  CHECK_THROWS_WITH(RandomSource("noise", uniform(0, infinity), 1, 0),
                    "block 'noise': the bounds must be finite");
  CHECK_THROWS_WITH(RandomSource("noise", uniform(0, 1), 0, 0),
                    Contains("block 'noise': the period must be positive"));
  CHECK_THROWS_WITH(
      RandomSource("noise", GaussianDistribution{Scalar(0), Scalar(-1)}, 1, 0),
      Contains("block 'noise': deviations must match"));
  CHECK_THROWS_AS(
      RandomSource("noise", GaussianDistribution{Scalar(0), Vector2d(1, 1)}, 1,
                   0),
      std::invalid_argument);
}

}  // namespace
}  // namespace tactus::systems
