// Constraints and limits under ComFree and COND, whose steps are fixed.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "integrators/constraints/mechanisms.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/multibody/plant/step_record.h"

namespace tactus::integrators {
namespace {

using multibody::ConstraintType;
using systems::Simulator;
using test::Apart;
using test::At;
using test::CalcMomentum;
using test::JointType;
using test::kGravity;
using test::MakeFalling;
using test::MakeFourBar;
using test::MakeHanging;
using test::MakeTied;
using test::Model;
using test::ModelBuilder;
using test::Observer;
using test::PlantDiagram;
using test::Run;

// ComFree's gains are soft ones. Refined, what they leave vanishes.
std::unique_ptr<StepFunction> MakeComFree(int refinement) {
  return std::make_unique<ComFreeStep>(contact::ComFreeOptions{
      .stiffness = 0.2, .refinement_iterations = refinement});
}

std::unique_ptr<StepFunction> MakeCond() {
  return std::make_unique<CondStep>(contact::CondOptions{.residual = 1e-9});
}

// COND, or ComFree with as many refinements as are asked for.
std::unique_ptr<StepFunction> Make(const std::string& method, int refinement) {
  return method == "cond" ? MakeCond() : MakeComFree(refinement);
}

void RunFixed(const PlantDiagram& scene, std::unique_ptr<StepFunction> function,
              double duration, const Observer& observe) {
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<FixedStep>(std::move(function), 1e-3);
  Run(scene, &simulator, duration, observe);
}

TEST_CASE("Constraints: a four-bar, fixed steps -> stays closed") {
  struct Case {
    std::string method;
    int refinement;
    double most_open;  ///< [m]
  };
  const Case of = GENERATE(Case{"cond", 0, 1e-5}, Case{"comfree", 0, 0.02},
                           Case{"comfree", 100, 1e-5});
  INFO(of.method << " refined " << of.refinement << " times");
  const auto model = MakeFourBar(0.5, 1, 2);
  PlantDiagram scene = test::MakeAlone(model);
  scene.plant->SetPositions(&scene.context, Vector3d(1, -1, 1));
  double worst = 0;
  RunFixed(scene, Make(of.method, of.refinement), 2,
           [&](const VectorXd& q, const VectorXd&) {
             worst = std::max(worst,
                              Apart(*model, q, model->constraints()[0]).first);
           });
  CHECK(worst < of.most_open);
}

TEST_CASE("Constraints: tied bodies, fixed steps -> linear momentum stays") {
  const std::string method = GENERATE("comfree", "cond");
  INFO(method);
  for (const auto type : {ConstraintType::kWeld, ConstraintType::kBall,
                          ConstraintType::kDistance}) {
    INFO(to_string(type));
    const bool is_distance = type == ConstraintType::kDistance;
    std::shared_ptr<const Model> model;
    const PlantDiagram scene =
        MakeTied(type, is_distance ? 300.0 : INFINITY, &model);
    const Vector6d start = CalcMomentum(scene, *model);
    double linear = 0;
    RunFixed(scene, Make(method, 8), 0.5,
             [&](const VectorXd& at, const VectorXd& u) {
               const Vector6d change = CalcMomentum(*model, at, u) - start;
               linear = std::max(linear, change.tail<3>().norm());
             });
    CHECK(linear < 1e-10 * start.tail<3>().norm());
  }
}

TEST_CASE("Constraints: a spring, fixed steps -> m g / k, and its record") {
  const std::string method = GENERATE("comfree", "cond");
  INFO(method);
  const double m = 2, length = 0.4, k = 500;
  std::shared_ptr<const Model> model;
  const PlantDiagram scene = MakeHanging(m, length, k, 20, &model);
  double depth = 0;
  RunFixed(scene, Make(method, 0), 5,
           [&](const VectorXd& q, const VectorXd&) { depth = -q[2]; });
  CHECK(depth == Approx(length + m * kGravity / k).epsilon(1e-6));

  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<FixedStep>(Make(method, 0), 1e-3);
  simulator.AdvanceTo(5);
  const auto& record =
      scene.plant->step_record_output().Eval<multibody::StepRecord>(
          simulator.context());
  REQUIRE(record.constraint_forces.size() == 1);
  // On body B, the world, from the bob below.
  CHECK(record.constraint_forces[0][5] == Approx(-m * kGravity));
}

TEST_CASE("Constraints: a ball joint, fixed steps -> stops at its limit") {
  const std::string method = GENERATE("comfree", "cond");
  INFO(method);
  ModelBuilder builder;
  const int body =
      builder.AddBody("bob", {.mass = 1,
                              .p_BoBcm = {0.1, 0.05, 0.2},
                              .I_Bcm = 0.01 * Matrix3d::Identity()});
  builder.AddJoint({.name = "ball",
                    .type = JointType::kBall,
                    .child = body,
                    .max_angle = 0.5,
                    .damping = 0.3});
  const PlantDiagram scene = test::MakeAlone(std::move(builder).Build());
  double angle = 0;
  RunFixed(scene, Make(method, 50), 3, [&](const VectorXd& q, const VectorXd&) {
    angle = 2 * std::acos(std::min(q[0], 1.0));
  });
  CHECK(angle == Approx(0.5).margin(1e-3));
}

}  // namespace
}  // namespace tactus::integrators
