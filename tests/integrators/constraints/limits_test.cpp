// Limits and locks of joints.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "integrators/constraints/mechanisms.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/limit_projection.h"

namespace tactus::integrators {
namespace {

using systems::Simulator;
using test::JointType;
using test::Method;
using test::Model;
using test::ModelBuilder;
using test::NameOf;
using test::PlantDiagram;
using test::Run;
using test::RunEvery;

// What falls against its limits.
TEST_CASE("Joint limits: bobs of every joint fall on them -> held to 1e-5") {
  ModelBuilder builder;
  const multibody::SpatialInertia bob{.mass = 1,
                                      .p_BoBcm = {0.1, 0.05, 0.2},
                                      .I_Bcm = 0.01 * Matrix3d::Identity()};
  const auto add = [&](multibody::Joint joint) {
    joint.child = builder.AddBody(joint.name, bob);
    joint.damping = 0.3;
    builder.AddJoint(joint);
  };
  add({.name = "hinge",
       .type = JointType::kRevolute,
       .axis_F = Vector3d::UnitY(),
       .upper = 0.6});
  add({.name = "slide", .type = JointType::kPrismatic, .lower = -0.05});
  add({.name = "ball", .type = JointType::kBall, .max_angle = 0.5});
  add({.name = "universal",
       .type = JointType::kUniversal,
       .lower_each = {-0.3, -0.2, multibody::kUnbounded[0]},
       .upper_each = {0.3, 0.2, multibody::kUnbounded[1]}});
  multibody::Joint planar{.name = "planar",
                          .type = JointType::kPlanar,
                          .lower_each = {-0.1, -0.2, -0.3},
                          .upper_each = {0.1, 0.2, 0.3}};
  planar.X_PF.rotate(Eigen::AngleAxisd(1, Vector3d(1, 1, 0).normalized()));
  add(planar);
  const std::shared_ptr<const Model> model = std::move(builder).Build();
  const PlantDiagram scene = test::MakeAlone(model);
  for (const Method method : {Method::kIcf, Method::kCenic}) {
    INFO(NameOf(method));
    double beyond = 0;
    VectorXd last;
    Run(scene, method, 3, [&](const VectorXd& q, const VectorXd&) {
      VectorXd inside = q;
      for (const auto& moved : ProjectToLimits(*model, &inside))
        beyond = std::max(beyond, std::abs(moved.from - moved.to));
      last = q;
    });
    CHECK(beyond < 1e-5);
    // All came to rest on a limit.
    const auto position = [&](const char* name, int i) {
      return last[model->joints()[model->JointIndex(name)].q_start + i];
    };
    CHECK(position("hinge", 0) == Approx(0.6).margin(1e-4));
    CHECK(position("slide", 0) == Approx(-0.05).margin(1e-4));
    CHECK(2 * std::acos(position("ball", 0)) == Approx(0.5).margin(1e-4));
    CHECK(std::abs(position("universal", 0)) == Approx(0.3).margin(1e-4));
    CHECK(std::abs(position("universal", 1)) == Approx(0.2).margin(1e-4));
    CHECK(std::abs(position("planar", 1)) == Approx(0.2).margin(1e-4));
  }
}

TEST_CASE("Locked joints: a bob on each kind of joint -> stays to 1e-6") {
  for (const JointType type :
       {JointType::kRevolute, JointType::kBall, JointType::kUniversal,
        JointType::kPlanar, JointType::kFloating}) {
    INFO(to_string(type));
    ModelBuilder builder;
    const int body =
        builder.AddBody("bob", {.mass = 1,
                                .p_BoBcm = {0.3, 0.1, 0},
                                .I_Bcm = 0.01 * Matrix3d::Identity()});
    builder.AddJoint({.name = "joint",
                      .type = type,
                      .parent = 0,
                      .child = body,
                      .axis_F = Vector3d::UnitY(),
                      .is_locked = true});
    const std::shared_ptr<const Model> model = std::move(builder).Build();
    for (const Method method : {Method::kIcf, Method::kCenic}) {
      double moved = 0;
      Run(test::MakeAlone(model), method, 1,
          [&](const VectorXd& q, const VectorXd&) {
            VectorXd difference;
            CalcPositionDifference(*model, model->default_positions(), q,
                                   &difference);
            moved = std::max(moved, difference.cwiseAbs().maxCoeff());
          });
      CHECK(moved < 1e-6);
    }
  }
}

// A bob that turns about the cone of its limit leaves it along the tangent at
// every step; what is left must not become speed.
TEST_CASE(
    "Joint limits: a ball joint slides along its own -> no energy gained") {
  ModelBuilder builder;
  const int body =
      builder.AddBody("bob", {.mass = 2,
                              .p_BoBcm = {0.3, 0.1, -0.2},
                              .I_Bcm = 0.01 * Matrix3d::Identity()});
  builder.AddJoint({.name = "ball",
                    .type = JointType::kBall,
                    .parent = 0,
                    .child = body,
                    .max_angle = 0.8,
                    .damping = 0.2});
  const auto model = std::move(builder).Build();
  PlantDiagram scene = test::MakeAlone(model);
  scene.plant->SetVelocities(&scene.context, Vector3d(4, -1, -6));
  const double start = scene.plant->CalcEnergy(scene.context);
  for (const double step : {0.0, 1e-3, 1e-2}) {
    INFO("step " << step);
    double beyond = 0, energy = start;
    RunEvery(scene, 1e-3, step, 2, [&](const systems::Context& context) {
      VectorXd q = scene.plant->positions(context);
      for (const auto& moved : ProjectToLimits(*model, &q))
        beyond = std::max(beyond, moved.from - moved.to);
      energy = std::max(energy, scene.plant->CalcEnergy(context));
    });
    CHECK(beyond < 1e-6);
    CHECK(energy < start + 0.02 * std::abs(start));
  }
}

// A motor that would accelerate the joint by 1000 rad/s^2, at any step.
TEST_CASE("Joint limits: heavy loads and long steps -> held to 1e-6") {
  ModelBuilder builder;
  const double I = 0.2;
  const int body =
      builder.AddBody("arm", {.mass = 2, .I_Bcm = I * Matrix3d::Identity()});
  const int hinge = builder.AddJoint({.name = "hinge",
                                      .type = JointType::kRevolute,
                                      .parent = 0,
                                      .child = body,
                                      .axis_F = Vector3d::UnitY(),
                                      .upper = 0.4});
  for (const double acceleration : {10.0, 1000.0}) {
    ModelBuilder copy = builder;
    copy.AddActuator(
        {.name = "motor", .joint = hinge, .bias0 = acceleration * I});
    const PlantDiagram scene = test::MakeAlone(std::move(copy).Build());
    for (const double step : {0.0, 1e-3, 1e-2, 0.1}) {
      INFO("acceleration " << acceleration << ", step " << step);
      double beyond = 0, q = 0;
      RunEvery(scene, 1e-3, step, 2, [&](const systems::Context& context) {
        q = scene.plant->positions(context)[0];
        beyond = std::max(beyond, q - 0.4);
      });
      CHECK(beyond < 1e-6);
      CHECK(q == Approx(0.4).margin(1e-5));
    }
  }
}

// What falls onto its limit in a step that is long: the cubic between a fast
// end and one at rest would overshoot by centimetres.
TEST_CASE("Joint limits: dense output in a long step -> held to 1e-6") {
  ModelBuilder builder;
  const int body =
      builder.AddBody("bob", {.mass = 5, .I_Bcm = Matrix3d::Identity()});
  builder.AddJoint({.name = "slide",
                    .type = JointType::kPrismatic,
                    .child = body,
                    .axis_F = Vector3d::UnitZ(),
                    .lower = -0.3,
                    .upper = 0.1});
  const PlantDiagram scene = test::MakeAlone(std::move(builder).Build());
  for (const double step : {0.0, 0.02}) {
    INFO("step " << step);
    Simulator simulator(*scene.diagram, scene.context);
    if (step > 0) {
      simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), step);
    } else {
      simulator.reset_integrator<Cenic>();
    }
    double lowest = 0;
    simulator.Observe(1e-3, [&](const systems::Context& context) {
      lowest = std::min(lowest, scene.plant->positions(context)[0]);
    });
    simulator.Initialize();
    simulator.AdvanceTo(1);
    CHECK(lowest < -0.3 + 1e-6);
    CHECK(lowest > -0.3 - 1e-6);
  }
}

}  // namespace
}  // namespace tactus::integrators
