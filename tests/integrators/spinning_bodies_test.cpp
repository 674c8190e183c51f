// Free bodies that touch while they spin fast: they are driven at their pose of
// the start of a step, and turn as Euler's equations say
// (multibody/plant/free_motion.h), so that h |w| has no bound.
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "integrators/step_once.h"
#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using contact::CondOptions;
using multibody::Model;
using multibody::ModelBuilder;
using test::Stepping;

struct Method {
  std::string name;
  std::function<std::unique_ptr<StepFunction>()> make;
  /// Not of forces in the middle of the step: the moments of those about the
  /// centres of the start are of other places.
  bool acts_at_start = true;
};

std::vector<Method> Methods() {
  return {{"icf",
           [] {
             return std::make_unique<IcfStep>();
           }},
          {"comfree",
           [] {
             return std::make_unique<ComFreeStep>();
           }},
          {"cond",
           [] {
             return std::make_unique<CondStep>(CondOptions{});
           }},
          {"cond, middle",
           [] { return std::make_unique<CondStep>(CondOptions{.theta = 0.5}); },
           false},
          {"pgs",
           [] {
             return std::make_unique<PgsStep>(CondOptions{});
           }},
          {"apgd", [] {
             return std::make_unique<ApgdStep>(CondOptions{});
           }}};
}

const contact::Material kMaterial{.stiffness = 1e5,
                                  .dissipation = 10,
                                  .static_friction = 0.5,
                                  .dynamic_friction = 0.5};

int AddSolid(const std::string& name, const contact::Shape& shape,
             const RigidTransform& X_BG, ModelBuilder* builder) {
  const int body =
      builder->AddBody(name, multibody::MakeSolidInertia(shape, 1000, X_BG));
  builder->AddGeometry({.name = name,
                        .body = body,
                        .X_BG = X_BG,
                        .shape = shape,
                        .material = kMaterial});
  return body;
}

struct Amounts {
  Vector6d momentum;  ///< About the world's origin.
  double energy{};
};

Amounts CalcAmounts(const Stepping& at) {
  const Model& model = at.model();
  multibody::PositionKinematics position;
  multibody::VelocityKinematics velocity;
  multibody::CalcPositionKinematics(model, at.q, &position);
  multibody::CalcVelocityKinematics(model, position, at.v, &velocity);
  return {
      .momentum =
          multibody::CalcMomentum(model, position, velocity, Vector3d::Zero()),
      .energy = multibody::CalcKineticEnergy(model, position, velocity, at.v) +
                multibody::CalcPotentialEnergy(model, position, at.q)};
}

// A box, and in a row with it a rod that is held at its end and an egg.
Stepping MakeRow() {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  RigidTransform X_BG = RigidTransform::Identity();
  AddSolid("box", contact::Box{{0.05, 0.1, 0.02}}, X_BG, &builder);
  X_BG.translation() = Vector3d(0.01, 0, 0.1);
  const int rod = AddSolid("rod", contact::Cylinder{0.01, 0.1}, X_BG, &builder);
  const int egg = AddSolid("egg", contact::Ellipsoid{{0.03, 0.03, 0.05}},
                           RigidTransform::Identity(), &builder);
  RigidTransform X_WB = RigidTransform::Identity();
  X_WB.translation() = Vector3d(0.049, 0, -0.1);
  builder.SetDefaultPose(rod, X_WB);
  X_WB.translation() = Vector3d(0.098, 0, 0);
  builder.SetDefaultPose(egg, X_WB);
  Stepping row(std::move(builder).Build());
  row.v << 20, -300, 500, 0.1, 0, 0,  //
      400, 30, 900, 0, 0.2, 0,        //
      -200, 100, 700, -0.3, 0, 0.1;
  return row;
}

// I(R1) w1 is I(R0) w, and c moves straight: p and L = sum of c x m v_c + I w
// change by impulses alone, which cancel.
TEST_CASE("Spinning bodies: in contact -> momenta keep to round-off") {
  for (const Method& method : Methods()) {
    const auto function = method.make();
    for (const double h : {1e-4, 1e-3}) {
      INFO(method.name << ", " << h);
      Stepping row = MakeRow();
      systems::Value memory = function->MakeMemory();
      const Vector6d start = CalcAmounts(row).momentum;
      const Vector6d v0 = row.v.head<6>();
      REQUIRE_FALSE(row.Step(function.get(), h, &memory).report.failure);
      REQUIRE(row.problem().points.size() >= 2);
      CHECK((row.v.head<6>() - v0).norm() > 1e-3);
      const Vector6d gain = CalcAmounts(row).momentum - start;
      CHECK(gain.tail<3>().norm() < 1e-12 * start.norm());
      if (method.acts_at_start)
        CHECK(gain.head<3>().norm() < 1e-12 * start.norm());
    }
  }
}

// Thrown at the ground askew, with h |w| up to 10: what bounces, rolls and
// slides there loses energy.
TEST_CASE("Spinning bodies: on the ground, any step -> no energy gained") {
  const std::vector<contact::Shape> shapes = {
      contact::Cylinder{0.01, 0.15}, contact::Cylinder{0.1, 0.01},
      contact::Box{{0.05, 0.1, 0.025}}, contact::Capsule{0.05, 0.075},
      contact::Ellipsoid{{0.1, 0.07, 0.05}}};
  for (const Method& method : Methods()) {
    const auto function = method.make();
    std::mt19937 generator(5);
    std::normal_distribution<double> normal;
    const auto next = [&] {
      return Vector3d(normal(generator), normal(generator), normal(generator));
    };
    for (const contact::Shape& shape : shapes) {
      for (const double speed : {50.0, 300.0, 1000.0}) {
        ModelBuilder builder;
        builder.AddGeometry({.name = "ground",
                             .body = 0,
                             .shape = contact::HalfSpace{},
                             .material = kMaterial});
        const int body =
            AddSolid("solid", shape, RigidTransform::Identity(), &builder);
        RigidTransform X_WB = RigidTransform::Identity();
        X_WB.translation().z() = 0.2;
        X_WB.rotate(Eigen::AngleAxisd(0.6, Vector3d(1, 2, 0).normalized()));
        builder.SetDefaultPose(body, X_WB);
        Stepping solid(std::move(builder).Build());
        solid.v.head<3>() = speed * next().normalized();
        solid.v.tail<3>() = next();
        systems::Value memory = function->MakeMemory();
        const double start = CalcAmounts(solid).energy;
        double most = start;
        INFO(method.name << ", " << shape.index() << ", " << speed);
        for (int i = 0; i < 50; ++i) {
          REQUIRE_FALSE(
              solid.Step(function.get(), 1e-2, &memory).report.failure);
          most = std::max(most, CalcAmounts(solid).energy);
        }
        CHECK(most < 1.03 * start);
      }
    }
  }
}

// An egg that spins on its end, three degrees askew: rk3 at 1e-6 and CENIC at
// 1e-7 differ by 1e-3 rad.
TEST_CASE("Spinning bodies: an egg on its end, 1e-3 -> as at 1e-6") {
  const auto spin = [](double accuracy) {
    ModelBuilder builder;
    builder.AddGeometry({.name = "ground",
                         .body = 0,
                         .shape = contact::HalfSpace{},
                         .material = kMaterial});
    const int egg = AddSolid("egg", contact::Ellipsoid{{0.03, 0.03, 0.06}},
                             RigidTransform::Identity(), &builder);
    RigidTransform X_WB = RigidTransform::Identity();
    X_WB.translation().z() = 0.06;
    X_WB.rotate(Eigen::AngleAxisd(0.05, Vector3d::UnitX()));
    builder.SetDefaultPose(egg, X_WB);
    test::PlantDiagram scene = test::MakeAlone(std::move(builder).Build());
    VectorXd v = VectorXd::Zero(6);
    v[2] = 300;
    scene.plant->SetVelocities(&scene.context, v);
    systems::Simulator simulator(*scene.diagram, scene.context);
    const auto& cenic =
        simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = accuracy});
    simulator.AdvanceTo(0.2);
    return std::pair(VectorXd(simulator.context().continuous_state().head(7)),
                     cenic.statistics().steps);
  };
  const auto [q, steps] = spin(1e-3);
  const VectorXd truth = spin(1e-6).first;
  const auto turn_of = [](const VectorXd& at) {
    return Quaterniond(at[3], at[4], at[5], at[6]);
  };
  CHECK((q - truth).head<3>().norm() < 1e-3);
  CHECK(turn_of(q).angularDistance(turn_of(truth)) < 0.01);
  CHECK(steps < 120);
}

// A heavy top on a ball joint, askew, that spins with h |w| up to 10.
TEST_CASE("Spinning bodies: a top on a ball joint, any spin -> energy stays") {
  for (const Method& method : Methods()) {
    const auto function = method.make();
    if (!function->looks_ahead()) continue;
    for (const double spin : {50.0, 500.0, 5000.0}) {
      INFO(method.name << ", " << spin);
      ModelBuilder builder;
      const int body = builder.AddBody(
          "top", {.mass = 2,
                  .p_BoBcm = {0, 0, 0.1},
                  .I_Bcm = Vector3d(4e-3, 4e-3, 6e-3).asDiagonal()});
      builder.AddJoint(
          {.name = "ball", .type = multibody::JointType::kBall, .child = body});
      Stepping top(std::move(builder).Build());
      const Eigen::AngleAxisd lean(0.5, Vector3d::UnitX());
      const Quaterniond R(lean);
      top.q << R.w(), R.vec();
      top.v = R * Vector3d(1, 0, spin);
      systems::Value memory = function->MakeMemory();
      const double start = CalcAmounts(top).energy;
      double apart = 0;
      for (int i = 0; i < 500; ++i) {
        REQUIRE_FALSE(top.Step(function.get(), 2e-3, &memory).report.failure);
        apart = std::max(apart, std::abs(CalcAmounts(top).energy - start));
      }
      CHECK(apart < 1e-3 * start);
    }
  }
}

}  // namespace
}  // namespace tactus::integrators
