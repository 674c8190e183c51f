#include "tactus/apps/bench/impacts/sweep.h"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/solids.h"

namespace tactus::apps::impacts {
namespace {

using Catch::Matchers::Contains;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// A ball of 1 kg that falls for half a second, and meets nothing.
Problem MakeFall() {
  multibody::ModelBuilder builder;
  const int ball = builder.AddBody(
      "ball", {.mass = 1, .I_Bcm = Matrix3d(Matrix3d::Identity())});
  builder.SetDefaultPose(ball, RigidTransform::Identity());
  VectorXd v = VectorXd::Zero(6);
  v[3] = 2;
  return {.model = std::move(builder).Build(), .v = v, .duration = 0.5};
}

TEST_CASE("Judge: measured and true -> percent, difference, value") {
  CHECK(Judge(Judgement::kRelative, 3, 4) == Approx(25));
  CHECK(Judge(Judgement::kRelative, -3, -4) == Approx(25));
  CHECK(Judge(Judgement::kDifference, 3, 4.5) == Approx(1.5));
  CHECK(Judge(Judgement::kValue, 3, 4.5) == 3);
  CHECK(std::isinf(Judge(Judgement::kRelative, kNan, 1)));
}

TEST_CASE("CalcSpread: errors -> median, mean, worst, sum") {
  const Spread spread = CalcSpread({4, 1, 10});
  CHECK(spread.median == 4);
  CHECK(spread.mean == Approx(5));
  CHECK(spread.worst == 10);
  CHECK(spread.sum == 15);
  CHECK(std::isinf(CalcSpread({1, kNan}).worst));
}

TEST_CASE(
    "CompareWithGoals: goals of several accuracies -> the method's alone") {
  const Quantity quantity{
      .name = "x",
      .goals = {{.accuracy = 1e-3, .worst = 2}, {.accuracy = 0, .median = 1}}};
  const Spread spread{.median = 1.5, .mean = 1.5, .worst = 1.5};
  const Method at{
      .name = "cenic", .setting = "", .options = {.accuracy = 1e-3}};
  const Method finer{
      .name = "cenic", .setting = "", .options = {.accuracy = 1e-4}};
  const Method fixed{.name = "icf", .setting = "", .options = {.step = 2e-3}};
  CHECK(CompareWithGoals(quantity, at, spread) == "worst 2: yes");
  CHECK(CompareWithGoals(quantity, finer, spread).empty());
  CHECK(CompareWithGoals(quantity, fixed, spread) == "median 1: **no**");
}

TEST_CASE("Run: free fall -> Newton's parabola, and no energy gained") {
  Cost cost;
  const Ending end = Run(MakeFall(), MakeReferenceMethod(1e-6, 0.1), &cost);
  CHECK(end.q[0] == Approx(1));
  CHECK(end.q[2] == Approx(-9.81 / 8));
  CHECK(end.v[5] == Approx(-9.81 / 2));
  CHECK(cost.gain == Approx(0).margin(1e-12));
  CHECK(end.energy_change == Approx(0).margin(1e-12));
  CHECK(cost.steps >= 5);
  CHECK(cost.failures == 0);
}

TEST_CASE("Run: watched at periods -> both ends and all between") {
  std::vector<double> times;
  Cost cost;
  Run(MakeFall(), MakeReferenceMethod(1e-6, 0.1), &cost,
      {.each_period =
           [&](const multibody::MultibodyPlant&,
               const systems::Context& context) {
             times.push_back(context.time());
           },
       .period = 0.125});
  CHECK(times == std::vector{0.0, 0.125, 0.25, 0.375, 0.5});
}

TEST_CASE("RunSweep: rk3 against itself -> no error, and goals are met") {
  const auto measure = [](int, const Method& method, Cost* cost) {
    return std::vector{Run(MakeFall(), method, cost).q[2]};
  };
  const Sweep sweep = {
      .name = "fall",
      .num_cases = 2,
      .quantities = {{.name = "height", .goals = {{.worst = 0}}}},
      .measure = measure,
      .truth = [&](int i) {
        Cost cost;
        return measure(i,
                       {.name = "rk3",
                        .setting = "",
                        .options = {.name = "rk3", .accuracy = 1e-3}},
                       &cost);
      }};
  const std::string table =
      RunSweep(sweep, {.integrators = {"rk3"}, .accuracies = {1e-3}});
  CHECK_THAT(table, Contains("fall: 2 cases") &&
                        Contains("| height, % | rk3 | 1e-03 | 0 | 0 | 0 | "
                                 "worst 0: yes |"));
}

TEST_CASE("MakeMethods: integrators, schemes and accuracies -> a row each") {
  const std::vector<Method> usual = MakeMethods({}, {1e-3, 1e-4}, 2e-3);
  REQUIRE(usual.size() == 4);
  CHECK(usual[1].setting == "1e-04");
  CHECK(usual[2].name == "icf");
  CHECK(usual[2].setting == "2 ms");
  const std::vector<Method> schemes =
      MakeMethods({.integrators = {"cenic"},
                   .accuracies = {1e-5},
                   .schemes = {"extrapolated", "step_doubling"}},
                  {1e-3}, 2e-3);
  REQUIRE(schemes.size() == 2);
  CHECK(schemes[0].name == "cenic, extrapolated");
  CHECK(schemes[0].options.method_options["scheme"] == "extrapolated");
  CHECK(schemes[1].options.accuracy == 1e-5);
}

TEST_CASE("Dice: the same seed -> the same numbers, inside the bounds") {
  Dice a(7), b(7);
  for (int i = 0; i < 100; ++i) {
    const double x = a.Uniform(2, 3);
    CHECK(x == b.Uniform(2, 3));
    CHECK(x >= 2);
    CHECK(x < 3);
  }
  const double scale = a.Scale(1e-3, 1e3);
  CHECK(scale > 1e-3);
  CHECK(scale < 1e3);
}

}  // namespace
}  // namespace tactus::apps::impacts
