#include "tactus/integrators/step_functions/comfree_step.h"

#include <cmath>
#include <memory>
#include <string>

#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::integrators {
namespace {

using contact::ComFreeOptions;
using multibody::JointType;
using multibody::ModelBuilder;
using test::Stepping;

double CalcEnergy(const Stepping& stepping) {
  multibody::PositionKinematics position;
  multibody::VelocityKinematics velocity;
  multibody::CalcPositionKinematics(stepping.model(), stepping.q, &position);
  multibody::CalcVelocityKinematics(stepping.model(), position, stepping.v,
                                    &velocity);
  return multibody::CalcKineticEnergy(stepping.model(), position, velocity,
                                      stepping.v) +
         multibody::CalcPotentialEnergy(stepping.model(), position, stepping.q);
}

/// A beam on a hinge over the ground, a ball at its end; its centre of mass is
/// `offset` of the way from the hinge to the ball.
Stepping MakeSeesaw(double offset) {
  constexpr double kReach = 0.8;
  ModelBuilder builder;
  const int beam =
      builder.AddBody("beam", {.mass = 2,
                               .p_BoBcm = {offset * kReach, 0, 0},
                               .I_Bcm = 0.4 * Matrix3d::Identity()});
  builder.AddJoint({.name = "hinge",
                    .type = JointType::kRevolute,
                    .parent = 0,
                    .child = beam,
                    .X_PF = RigidTransform(Eigen::Translation3d(0, 0, 0.2)),
                    .axis_F = Vector3d::UnitY()});
  builder.AddGeometry(
      {.name = "tip",
       .body = beam,
       .X_BG = RigidTransform(Eigen::Translation3d(kReach, 0, 0)),
       .shape = contact::Sphere{0.05},
       .material = {}});
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = {}});
  return Stepping(std::move(builder).Build());
}

// Its centre of mass hardly moves, and says little of what the tip feels.
TEST_CASE("ComFree: a seesaw whose tip lands -> no energy gained") {
  for (double offset : {0.0, 0.02, 0.05, 0.11, 0.15, 0.2, 0.3, 0.6, 1.0}) {
    INFO("centre of mass at " << offset << " of the reach");
    Stepping seesaw = MakeSeesaw(offset);
    ComFreeStep method;
    seesaw.v[0] = 0.5;  // towards the ground
    const double start = CalcEnergy(seesaw);
    for (int i = 0; i < 1000; ++i) {
      seesaw.Step(&method, 0.002);
      REQUIRE(CalcEnergy(seesaw) < start + 1e-3);
    }
  }
}

/// A finger of 0.15 kg on a slide, driven into a wall by a servo of +-5 N.
TEST_CASE("ComFree: a servo stalled at a wall -> pushes with its limit") {
  ModelBuilder builder;
  const int finger = builder.AddBody(
      "finger", multibody::MakeSolidInertia(contact::Sphere{0.033}, 1000,
                                            RigidTransform::Identity()));
  const int slide = builder.AddJoint({.name = "slide",
                                      .type = JointType::kPrismatic,
                                      .parent = 0,
                                      .child = finger,
                                      .axis_F = Vector3d::UnitX()});
  builder.AddGeometry({.name = "finger",
                       .body = finger,
                       .shape = contact::Sphere{0.033},
                       .material = {}});
  builder.AddGeometry(
      {.name = "wall",
       .body = 0,
       .X_BG = RigidTransform(Eigen::Translation3d(0.083, 0, 0)),
       .shape = contact::Box{{0.05, 1, 1}},
       .material = {}});
  builder.AddActuator({.name = "servo",
                       .joint = slide,
                       .gain = 1000,
                       .bias1 = -1000,
                       .bias2 = -20,
                       .force_lower = -5,
                       .force_upper = 5});
  const auto model = std::move(builder).Build();
  for (double h : {0.002, 0.01}) {
    for (int sweeps : {0, 16}) {
      INFO("h = " << h << ", L = " << sweeps);
      Stepping stepping(model);
      ComFreeStep method({.margin = 1e-3, .refinement_iterations = sweeps});
      stepping.inputs.actuation = VectorXd::Constant(1, 1.0);
      double force = 0;
      for (int i = 0; i < 2000; ++i) {
        const StepResult& result = stepping.Step(&method, h);
        force = result.forces_W.empty() ? 0 : result.forces_W[0].norm();
      }
      CHECK(force == Approx(5).epsilon(1e-3));
    }
  }
}

/// Links of 1 kg and 0.4 m on hinges in a row, each with dry friction of 6 N m.
Stepping MakeStiffChain(int num_links) {
  ModelBuilder builder;
  for (int i = 0; i < num_links; ++i) {
    const std::string name = "link" + std::to_string(i);
    const int link =
        builder.AddBody(name, {.mass = 1,
                               .p_BoBcm = {0.2, 0, 0},
                               .I_Bcm = 0.02 * Matrix3d::Identity()});
    builder.AddJoint(
        {.name = "hinge" + std::to_string(i),
         .type = JointType::kRevolute,
         .parent = link - 1,
         .child = link,
         .X_PF = RigidTransform(Eigen::Translation3d(i == 0 ? 0 : 0.4, 0, 0)),
         .axis_F = Vector3d::UnitY(),
         .dry_friction = 6});
  }
  return Stepping(std::move(builder).Build());
}

// Gravity pulls with 2 N m at one link's hinge, with 7.8 at the first of two.
TEST_CASE("ComFree: dry friction -> holds up to its size, and no more") {
  for (const double h : {0.01, 0.002}) {
    INFO("h = " << h);
    ComFreeStep method;
    Stepping one = MakeStiffChain(1), two = MakeStiffChain(2);
    for (double t = 0; t < 0.5; t += h) {
      one.Step(&method, h);
      CHECK(std::abs(one.v[0]) < 1e-6);
    }
    two.Step(&method, h);
    CHECK(two.v[0] > 1e-3);
  }
}

}  // namespace
}  // namespace tactus::integrators
