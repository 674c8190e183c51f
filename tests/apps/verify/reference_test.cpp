#include "tactus/apps/verify/reference.h"

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

using Names = std::vector<std::string>;

TEST_CASE("ComputeReference: smooth motion -> CENIC and rk3 agree to the end") {
  const Scenario scenario =
      MakeScenario({.target = "double_pendulum", .duration = 1});
  const QuantityList quantities(*scenario.scene.diagram,
                                Names{"joint/*/position"});
  const ReferenceOptions options{.accuracy = 1e-9, .threshold = 1e-3};
  const Reference reference = ComputeReference(scenario, quantities, options);
  REQUIRE(reference.is_complete());
  CHECK(reference.is_independent);
  CHECK(reference.first.integrator == "cenic");
  CHECK(reference.second.integrator == "rk3");
  CHECK(reference.second.accuracy.value() == Approx(1e-10));
  CHECK(reference.horizon == 1);
  REQUIRE(reference.agreements.size() == 2);

  const Trajectory coarse =
      RunTrajectory(scenario, {}, quantities, {.period = options.period});
  const std::vector<std::optional<double>> errors =
      CalcErrors(reference, coarse);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(reference.agreements[i].largest < 3e-4);
    CHECK_FALSE(reference.agreements[i].parts_at);
    CHECK(errors[i].value() > 20 * reference.agreements[i].largest);
  }
  const auto json = MakeReferenceJson(reference, options);
  CHECK(json["independent"] == true);
  CHECK(json["horizon_s"] == 1.0);
  CHECK(json["agreement"].size() == 2);
  CHECK_THAT(MakeReferenceText(reference, options),
             Catch::Contains("an independent method") &&
                 Catch::Contains("until the end"));
}

TEST_CASE("ComputeReference: chaotic motion -> agreement up to a horizon") {
  const Scenario scenario =
      MakeScenario({.target = "hard_clutter", .duration = 1.5});
  const QuantityList quantities(*scenario.scene.diagram,
                                Names{"body/*/position"});
  // The explicit method needs minutes for stiff contact.
  const ReferenceOptions options{
      .accuracy = 1e-4, .threshold = 1e-2, .patience = 0.1};
  const Reference reference = ComputeReference(scenario, quantities, options);
  REQUIRE(reference.is_complete());
  CHECK_FALSE(reference.is_independent);
  CHECK_THAT(reference.why_not, Catch::Contains("rk3"));
  CHECK(reference.second.accuracy.value() == Approx(1e-3));
  CHECK(reference.horizon > 0.1);
  CHECK(reference.horizon < 1.5);
  int parted = 0;
  for (const Reference::Agreement& each : reference.agreements) {
    CHECK(each.largest <= 1e-2);
    if (!each.parts_at) continue;
    ++parted;
    CHECK(*each.parts_at >= reference.horizon);
  }
  CHECK(parted > 0);
}

// Two references of one number, which part after the first `good` samples.
Reference MakeReference(int good) {
  Reference reference;
  for (Trajectory* run : {&reference.first, &reference.second}) {
    run->integrator = "cenic";
    run->accuracy = 1e-8;
    run->quantities = {{.name = "x", .start = 0, .size = 1}};
    run->times = {0, 1, 2};
    run->values = Eigen::Vector3d(1, 2, 3);
  }
  for (int i = good; i < 3; ++i) reference.second.values(i, 0) += 1;
  reference.horizon = good - 1;
  reference.agreements = {{.name = "x", .parts_at = reference.horizon}};
  return reference;
}

TEST_CASE(
    "CalcErrors: a horizon -> errors up to it, none if it is at the start") {
  Trajectory run = MakeReference(3).first;
  run.values = Eigen::Vector3d(1, 2.25, 8);
  CHECK(CalcErrors(MakeReference(3), run).at(0).value() == 5);
  CHECK(CalcErrors(MakeReference(2), run).at(0).value() == 0.25);
  CHECK_FALSE(CalcErrors(MakeReference(1), run).at(0));
  CHECK_THAT(MakeReferenceText(MakeReference(1), {}),
             Catch::Contains("part by more than 0.0001 at once"));
  CHECK_THAT(MakeReferenceText(MakeReference(2), {}),
             Catch::Contains("until 1 s"));
}

TEST_CASE("ComputeReference: an unknown method -> refused by name") {
  const Scenario scenario =
      MakeScenario({.target = "ball_drop", .duration = 0.1});
  const QuantityList quantities(*scenario.scene.diagram,
                                Names{"body/ball/position"});
  CHECK_THROWS_WITH(
      ComputeReference(scenario, quantities,
                       {.accuracy = 1e-3, .independent = "sundial"}),
      Catch::Contains("sundial"));
}

}  // namespace
}  // namespace tactus::apps
