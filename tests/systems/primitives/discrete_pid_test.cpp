#include "tactus/systems/primitives/discrete_pid.h"

#include <cmath>

#include "systems/primitives/one_block.h"
#include <catch2/catch.hpp>

#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/simulator.h"

namespace tactus::systems {
namespace {

using Catch::Contains;
using test::OneBlock;
using Options = DiscretePid::Options;
using AntiWindup = DiscretePid::AntiWindup;

constexpr double kPeriod = 0.125;

VectorXd Scalar(double x) {
  return VectorXd::Constant(1, x);
}

Options MakeOptions(double kp, double ki, double kd) {
  return {
      .kp = Scalar(kp), .ki = Scalar(ki), .kd = Scalar(kd), .period = kPeriod};
}

// The control after sample k = 0, 1, ..., given r and y at that time.
struct Loop {
  explicit Loop(const Options& options) : pid("pid", options) {}

  double Sample(double r, double y) {
    pid.context.SetTime(kPeriod * k++);
    pid.context.FixInput(pid.leaf->desired_input(), Scalar(r));
    pid.context.FixInput(pid.leaf->measured_input(), Scalar(y));
    pid.diagram->PerformUpdates(&pid.context);
    return pid.Output()[0];
  }

  OneBlock<DiscretePid> pid;
  int k{0};
};

TEST_CASE("DiscretePid: a constant error -> multiplied and summed") {
  Loop loop(MakeOptions(3, 2, 7));
  CHECK(loop.pid.Output()[0] == 0);
  for (int k = 0; k < 10; ++k) {
    CHECK(loop.Sample(5, 4.5) == Approx(3 * 0.5 + 2 * 0.5 * k * kPeriod));
  }
}

TEST_CASE("DiscretePid: a ramp -> its filtered derivative in closed form") {
  // D_k = -kd slope (1 - a^k),  a = Tf / (Tf + P)
  const double kd = 2, slope = 3, Tf = 0.3;
  for (const double time_constant : {0.0, Tf}) {
    Options options = MakeOptions(0, 0, kd);
    options.derivative_time_constant = time_constant;
    Loop loop(options);
    const double a = time_constant / (time_constant + kPeriod);
    for (int k = 0; k < 12; ++k) {
      CHECK(loop.Sample(9, 1 + slope * kPeriod * k) ==
            Approx(-kd * slope * (1 - std::pow(a, k))).margin(1e-13));
    }
  }
}

TEST_CASE("DiscretePid: a jump of the desired value -> passed by its weights") {
  Options options = MakeOptions(4, 0, 1);
  Loop without(options);
  without.Sample(0, 0);
  CHECK(without.Sample(2, 0) == Approx(8));
  options.proportional_weight = 0.5;
  options.derivative_weight = 0.25;
  Loop with(options);
  with.Sample(0, 0);
  CHECK(with.Sample(2, 0) == Approx(4 + 0.25 * 2 / kPeriod));
}

TEST_CASE(
    "DiscretePid: at its limit -> the integral stops, and turns at once") {
  Options options = MakeOptions(1, 8, 0);
  options.lower = Scalar(-3);
  options.upper = Scalar(3);
  for (const double sign : {1.0, -1.0}) {
    Loop loop(options);
    // I = k until 1 + I > 3.
    const double expected[]{1, 2, 3, 3, 3, 3};
    for (const double u : expected) {
      CHECK(loop.Sample(sign, 0) == Approx(sign * u));
    }
    // I stopped at 3; with the error gone it is all that is left, and then
    // falls by 1 each.
    CHECK(loop.Sample(0, 0) == Approx(sign * 3));
    CHECK(loop.Sample(-sign, 0) == Approx(sign * 2));
    CHECK(loop.Sample(-sign, 0) == Approx(sign * 1));
  }
}

TEST_CASE(
    "DiscretePid: back-calculation -> the integral settles geometrically") {
  // With a constant error e at the limit U:
  //   I+ = I + ki P e + (P / Tt) (U - kp e - I),
  // a geometric approach to U - kp e + ki Tt e by the factor 1 - P / Tt.
  const double e = 1, kp = 2, ki = 4, U = 1, Tt = 0.5;
  Options options = MakeOptions(kp, ki, 0);
  options.upper = Scalar(U);
  options.lower = Scalar(-U);
  options.anti_windup = AntiWindup::kBackCalculation;
  options.tracking_time = Tt;
  Loop loop(options);
  const double limit = U - kp * e + ki * Tt * e;
  for (int k = 1; k < 20; ++k) {
    CHECK(loop.Sample(e, 0) == U);
    const double I = loop.pid.context.of(*loop.pid.leaf).discrete_state(0)[0];
    CHECK(I == Approx(limit * (1 - std::pow(1 - kPeriod / Tt, k))));
  }
}

// An integrator x+ = x + P u under PI control to r = 1, where plant and
// controller sample together, so that the plant sees the control one period
// late. With a = kp P and b = ki P^2 the error obeys
//
//     z (z - 1)^2 + a (z - 1) + b = 0,   e_0 = e_1 = 1,  e_2 = 1 - a
//
// With the roots 0.5, 0.7 and 0.8 (a = 0.31, b = 0.03) the solution is
//
//     e_k = -25/6 0.5^k + 21/2 0.7^k - 16/3 0.8^k
TEST_CASE("DiscretePid: a sampled closed loop -> closed form") {
  DiagramBuilder builder;
  const auto& plant = builder.AddSystem<LinearSystem>(
      "plant",
      LinearSystem::Matrices{MatrixXd{{1}}, MatrixXd{{kPeriod}}, MatrixXd{{1}},
                             MatrixXd{{0}}},
      kPeriod);
  const auto& pid = builder.AddSystem<DiscretePid>(
      "pid", MakeOptions(0.31 / kPeriod, 0.03 / (kPeriod * kPeriod), 0));
  const auto& target =
      builder.AddSystem<ConstantVectorSource>("target", Scalar(1));
  builder.Connect(plant.get_output_port(), pid.measured_input());
  builder.Connect(target.get_output_port(), pid.desired_input());
  builder.Connect(pid.control_output(), plant.get_input_port());
  const auto diagram = std::move(builder).Build();
  Simulator simulator(*diagram);
  for (int k = 0; k < 30; ++k) {
    simulator.AdvanceTo(k * kPeriod);
    const double e = -25.0 / 6 * std::pow(0.5, k) + 10.5 * std::pow(0.7, k) -
                     16.0 / 3 * std::pow(0.8, k);
    CHECK(plant.get_output_port().Eval(simulator.context())[0] ==
          Approx(1 - e).margin(1e-13));
  }
}

TEST_CASE("DiscretePid: two elements -> each by its own gains and limits") {
  OneBlock<DiscretePid> pid("pid", Options{.kp = Eigen::Vector2d(1, 10),
                                           .ki = Eigen::Vector2d(0, 0),
                                           .kd = Eigen::Vector2d(0, 0),
                                           .period = 1,
                                           .lower = Eigen::Vector2d(-1, -100),
                                           .upper = Eigen::Vector2d(1, 100)});
  pid.context.FixInput(pid.leaf->desired_input(), Eigen::Vector2d(3, 4));
  pid.context.FixInput(pid.leaf->measured_input(), Eigen::Vector2d(0, 1));
  pid.diagram->PerformUpdates(&pid.context);
  CHECK(pid.Output() == Eigen::Vector2d(1, 30));
}

TEST_CASE("DiscretePid: bad options -> refused by name") {
  const Options good = MakeOptions(1, 1, 1);
  const auto complaint = [&](auto&& spoil) {
    Options options = good;
    spoil(options);
    try {
      DiscretePid("pid", options);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const double nan = std::nan("");
  CHECK(complaint([](Options&) {}).empty());
  CHECK(complaint([](Options& o) { o.ki = VectorXd::Zero(2); }) ==
        "block 'pid': kp, ki and kd differ in size");
  CHECK(complaint([&](Options& o) { o.kd[0] = nan; }) ==
        "block 'pid': kd must be finite");
  CHECK(complaint([](Options& o) { o.period = 0; }) ==
        "block 'pid': the period must be positive, but is 0 s");
  CHECK_THAT(complaint([](Options& o) { o.derivative_time_constant = -1; }),
             Contains("time constant"));
  CHECK_THAT(complaint([&](Options& o) { o.proportional_weight = nan; }),
             Contains("weights"));
  CHECK_THAT(complaint([](Options& o) { o.lower = VectorXd::Zero(2); }),
             Contains("limits"));
  CHECK_THAT(complaint([](Options& o) {
               o.lower = Scalar(1);
               o.upper = Scalar(0);
             }),
             Contains("lower must not exceed upper"));
  CHECK_THAT(complaint([](Options& o) {
               o.anti_windup = AntiWindup::kBackCalculation;
               o.tracking_time = kPeriod / 2;
             }),
             Contains("tracking time"));
}

}  // namespace
}  // namespace tactus::systems
