// What runs that all step over the same wall are told by.
#include "tactus/apps/verify/witness.h"

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

#include "tactus/apps/verify/verification.h"
#include "tactus/apps/verify/verification_output.h"
#include "tactus/examples/scenes/solids.h"

namespace tactus::apps {
namespace {

/// A ball of 1 cm at 50 m/s, and a plate of 1 cm in its way.
Scenario MakeShot(const ScratchFolder& folder) {
  std::ofstream(folder / "shot.xml")
      << "<mujoco><option gravity='0 0 0'/><worldbody>"
         "<geom type='box' size='0.005 1 1' pos='1 0 0'/>"
         "<body name='ball'><joint type='slide' axis='1 0 0' name='x'/>"
         "<geom size='0.01'/></body></worldbody></mujoco>";
  Scenario scenario = MakeScenario(
      {.target = (folder / "shot.xml").string(), .duration = 0.05});
  scenario.scene.plant->SetVelocities(&scenario.scene.context,
                                      VectorXd::Constant(1, 50));
  return scenario;
}

Verification Judge(const Scenario& scenario, const IntegratorOptions& options,
                   std::optional<double> patience) {
  const std::vector<std::string> patterns = {"joint/x/position"};
  const QuantityList quantities(*scenario.scene.diagram, patterns);
  return Verify(
      scenario, options, quantities,
      {.period = 1e-3, .tolerances = {0.01}, .witness_patience = patience});
}

// A fixed step of 0.03 s sees the plate, and gets to it at its own end: late.
TEST_CASE(
    "CallWitness: a shot through a plate -> steps bounded by speed and size") {
  const ScratchFolder folder;
  const Scenario scenario = MakeShot(folder);
  IntegratorOptions icf;
  icf.step = 0.03;
  const Verification told = Judge(scenario, icf, 20.0);
  REQUIRE(told.witness);
  CHECK(told.witness->is_independent);
  CHECK(told.witness->run.is_complete());
  CHECK(told.witness->run.steps > 0.98 / (0.2 * 0.01));  // on the way there
  CHECK_FALSE(told.held());
  CHECK(told.estimates[0].error > 0.1);
  CHECK_THAT(MakeVerificationText({.scenario = "shot", .duration = 0.05}, told),
             Catch::Contains("beside: rk3"));
  CHECK_FALSE(
      MakeComplaint({.scenario = "shot", .duration = 0.05}, told).empty());
}

TEST_CASE(
    "CallWitness: a run that agrees -> the same verdict and nearly the error") {
  const ScratchFolder folder;
  std::ofstream(folder / "fall.xml")
      << "<mujoco><worldbody><body name='b' pos='0 0 5'>"
         "<joint type='slide' axis='0 0 1' name='x'/><geom size='0.1'/>"
         "</body></worldbody></mujoco>";
  const Scenario scenario =
      MakeScenario({.target = (folder / "fall.xml").string(), .duration = 0.5});
  IntegratorOptions cenic;
  cenic.accuracy = 1e-4;
  const Verification alone = Judge(scenario, cenic, std::nullopt);
  const Verification beside = Judge(scenario, cenic, 20.0);
  REQUIRE(beside.is_complete());
  CHECK(beside.witness->is_independent);
  CHECK(beside.held() == alone.held());
  CHECK(beside.estimates[0].error ==
        Approx(alone.estimates[0].error).epsilon(0.1));
  CHECK_FALSE(beside.estimates[0].contradicted_at);
}

// Of a ball of 4 mm at 45 m/s that grazes a plate: its friction has a rate of
// mu fn / (m vs) = 1e12 / s, which no step of rk3 follows, nor one of CENIC
// that controls velocities.
TEST_CASE("CallWitness: friction too stiff for rk3 -> CENIC, to the end") {
  multibody::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  examples::AddFixed(&builder, "plate", contact::Box{{0.002, 1, 1}},
                     RigidTransform(Eigen::Translation3d(0.1, 0, 0)), {});
  examples::AddSolid(&builder, "ball", contact::Sphere{0.002}, 1000,
                     RigidTransform::Identity(), {});
  Scenario scenario{
      .name = "graze",
      .scene = examples::MakePlantScene(std::move(builder).Build()),
      .duration = 0.004};
  VectorXd v = VectorXd::Zero(6);
  v.segment<2>(3) << 45, 5;
  scenario.scene.plant->SetVelocities(&scenario.scene.context, v);
  const std::vector<std::string> patterns = {"body/ball/position"};
  const QuantityList quantities(*scenario.scene.diagram, patterns);
  const Witness witness =
      CallWitness(scenario, quantities, {.period = 1e-5, .patience = 20});
  CHECK_THAT(witness.why_not, Catch::Contains("rk3"));
  CHECK(witness.run.is_complete());
  CHECK(witness.run.integrator == "cenic");
  CHECK_FALSE(witness.is_independent);
  CHECK(witness.run.values.col(0).maxCoeff() < 0.1);
}

// A hinge with limits has other laws under rk3.
TEST_CASE("CallWitness: a hinge with limits -> CENIC, as not independent") {
  const ScratchFolder folder;
  std::ofstream(folder / "hinge.xml")
      << "<mujoco><compiler angle='radian'/><worldbody><body name='b'>"
         "<joint type='hinge' axis='0 1 0' name='x' limited='true' "
         "range='-0.5 0.5'/><geom size='0.1' pos='0.5 0 0'/>"
         "</body></worldbody></mujoco>";
  const Scenario scenario = MakeScenario(
      {.target = (folder / "hinge.xml").string(), .duration = 0.1});
  IntegratorOptions cenic;
  cenic.accuracy = 1e-3;
  const Verification told = Judge(scenario, cenic, 20.0);
  REQUIRE(told.witness);
  CHECK_FALSE(told.witness->is_independent);
  CHECK(told.witness->run.integrator == "cenic");
  CHECK_THAT(told.witness->why_not, Catch::Contains("limits"));
}

Estimate MakeEstimate(std::vector<double> over_time) {
  Estimate estimate;
  estimate.tolerance = 1;
  estimate.error = estimate.trusted_error = 0.5;
  estimate.trusted_until = static_cast<double>(over_time.size() - 1);
  estimate.held = true;
  estimate.over_time = std::move(over_time);
  return estimate;
}

TEST_CASE("Doubt: a gap -> the larger of both errors counts") {
  const std::vector<double> times = {0, 1, 2, 3};
  Estimate estimate = MakeEstimate({0.1, 0.5, 0.2, 0.1});
  VectorXd gap(4);
  gap << 0.2, 0.1, 0.7, 0;
  Doubt(times, gap, &estimate);
  CHECK(estimate.held);
  CHECK(estimate.error == 0.7);
  CHECK_FALSE(estimate.contradicted_at);

  gap << 0, 0, 3, 0;
  Doubt(times, gap, &estimate);
  CHECK_FALSE(estimate.held);
  CHECK(estimate.error == 3);
  CHECK(estimate.trusted_until == 1);
  CHECK(estimate.trusted_error == 0.5);
  CHECK(estimate.contradicted_at == 1.0);

  gap << NAN, 0, 0, 0;
  Doubt(times, gap, &estimate);
  CHECK(estimate.trusted_until == 0);
}

TEST_CASE(
    "TrustUntil: an earlier time -> ends the trust, a later one does not") {
  Estimate estimate = MakeEstimate({0, 0, 0, 0});
  TrustUntil(2, &estimate);
  CHECK_FALSE(estimate.held);
  CHECK(estimate.trusted_until == 2);
  TrustUntil(2.5, &estimate);
  CHECK(estimate.trusted_until == 2);
}

}  // namespace
}  // namespace tactus::apps
