// What moves freely keeps its momenta exactly and its energy nearly: section V
// of [Howell22], whose energies are those of its published tests.
#include <algorithm>
#include <cmath>

#include "integrators/dojo/node_motion.h"
#include "integrators/step_once.h"
#include "multibody/random_model.h"
#include "support/shared.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/multibody/importers/urdf/load_urdf.h"

namespace tactus::integrators {
namespace {

using multibody::JointType;
using multibody::ModelBuilder;
using test::CalcNodeMotion;
using test::NodeMotion;
using test::Stepping;

constexpr double kStep = 0.01, kGravity = 9.81;
using SharedModel = std::shared_ptr<const multibody::Model>;

// A robot in space that nothing touches, with ideal springs in its joints.
SharedModel MakeFloatingRobot(const std::string& file, double stiffness) {
  ModelBuilder loaded;
  LoadUrdf(tactus::test::SharedDirectory() / file,
           {.fix_inertia = true, .skip_missing_meshes = true}, &loaded);
  const SharedModel robot = std::move(loaded).Build();
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  for (const multibody::Body& body : robot->bodies().subspan(1))
    builder.AddBody(body.name, body.inertia, body.is_virtual);
  for (const multibody::Joint& joint : robot->joints()) {
    const bool is_scalar = joint.nv() == 1;
    builder.AddJoint({.name = joint.name,
                      .type = joint.type,
                      .parent = joint.parent,
                      .child = joint.child,
                      .X_PF = joint.X_PF,
                      .X_CM = joint.X_CM,
                      .axis_F = joint.axis_F,
                      .stiffness = is_scalar ? stiffness : 0});
  }
  return std::move(builder).Build();
}

SharedModel MakeBlock(const Vector3d& gravity, const Vector3d& edges) {
  ModelBuilder builder;
  builder.set_gravity(gravity);
  builder.AddBody("block",
                  multibody::MakeSolidInertia(contact::Box{edges / 2}, 8,
                                              RigidTransform::Identity()));
  return std::move(builder).Build();
}

// 1 kg on a slide along z, 0.5 m from where its spring is at ease.
SharedModel MakeSlider(double stiffness) {
  ModelBuilder builder;
  const int body = builder.AddBody("mass", {.mass = 1});
  builder.AddJoint({.name = "slide",
                    .type = JointType::kPrismatic,
                    .parent = 0,
                    .child = body,
                    .axis_F = Vector3d::UnitZ(),
                    .stiffness = stiffness,
                    .default_position = 0.5});
  return std::move(builder).Build();
}

// A rod of 1 m and 1 kg that swings from 0.5 rad off the vertical.
SharedModel MakePendulum(double stiffness) {
  ModelBuilder builder;
  const int body = builder.AddBody(
      "rod", multibody::MakeSolidInertia(
                 contact::Box{{0.05, 0.05, 0.5}}, 100,
                 RigidTransform(Eigen::Translation3d(0, 0, -0.5))));
  builder.AddJoint({.name = "hinge",
                    .type = JointType::kRevolute,
                    .parent = 0,
                    .child = body,
                    .axis_F = Vector3d::UnitX(),
                    .stiffness = stiffness,
                    .default_position = 0.5});
  return std::move(builder).Build();
}

// Largest changes, over the sizes at the start.
struct Drift {
  double momentum = 0, energy = 0;
};

Drift MeasureDrift(const SharedModel& model, const VectorXd& v, double time) {
  Stepping stepping(model);
  stepping.v = v;
  DojoStep dojo({.tolerance = 1e-12});
  systems::Value memory = dojo.MakeMemory();
  const NodeMotion start =
      CalcNodeMotion(*model, stepping.q, stepping.v, kStep);
  Drift drift;
  for (int i = 0; i < std::lround(time / kStep); ++i) {
    stepping.Step(&dojo, kStep, &memory);
    INFO("step " << i);
    REQUIRE_FALSE(stepping.result().report.failure);
    const NodeMotion now =
        CalcNodeMotion(*model, stepping.q, stepping.v, kStep);
    drift.momentum =
        std::max(drift.momentum, (now.momentum - start.momentum).norm() /
                                     start.momentum.norm());
    drift.energy = std::max(
        drift.energy, std::abs((now.energy - start.energy) / start.energy));
  }
  return drift;
}

VectorXd MakeVelocities(const multibody::Model& model, unsigned seed) {
  return multibody::test::Random(seed).Vector(model.num_velocities());
}

TEST_CASE("Dojo conserves: a block in space -> both momenta over 10 s") {
  const auto block = MakeBlock(Vector3d::Zero(), {0.5, 0.3, 0.2});
  CHECK(MeasureDrift(block, MakeVelocities(*block, 1), 10).momentum < 1e-8);
}

TEST_CASE("Dojo conserves: robots in space -> both momenta over 10 s") {
  const char* file =
      GENERATE("models/dojo/humanoid/dependencies/humanoid.urdf",
               "models/dojo/atlas/dependencies/atlas_complex.urdf",
               "models/dojo/quadruped/dependencies/gazebo_a1.urdf");
  if (!tactus::test::HasShared(file)) return;
  INFO(file);
  const auto robot = MakeFloatingRobot(file, 1);
  CHECK(MeasureDrift(robot, MakeVelocities(*robot, 2), 10).momentum < 1e-8);
}

TEST_CASE("Dojo conserves: a spinning cube that falls -> energy to 1e-8") {
  Vector6d v;
  v << 1, 1, 1, 1, 2, 3;
  const auto cube = MakeBlock({0, 0, -kGravity}, Vector3d::Constant(0.5));
  CHECK(MeasureDrift(cube, v, 5).energy < 1e-8);
}

TEST_CASE("Dojo conserves: a slider that falls -> energy to 1e-6") {
  CHECK(MeasureDrift(MakeSlider(0), VectorXd::Zero(1), 5).energy < 1e-6);
}

TEST_CASE("Dojo conserves: a slider on a spring -> energy to 1e-3") {
  CHECK(MeasureDrift(MakeSlider(10), VectorXd::Zero(1), 5).energy < 1e-3);
}

TEST_CASE("Dojo conserves: a pendulum with a spring -> energy to 1e-2") {
  CHECK(MeasureDrift(MakePendulum(1), VectorXd::Zero(1), 25).energy < 1e-2);
}

TEST_CASE("Dojo conserves: robots with springs -> energy to some 1e-3") {
  const auto [file, time, bound] = GENERATE(table<const char*, double, double>(
      {{"models/dojo/humanoid/dependencies/humanoid.urdf", 3, 2e-3},
       {"models/dojo/atlas/dependencies/atlas_complex.urdf", 5, 3e-3},
       {"models/dojo/quadruped/dependencies/gazebo_a1.urdf", 5, 1e-2}}));
  if (!tactus::test::HasShared(file)) return;
  INFO(file);
  const auto robot = MakeFloatingRobot(file, 1);
  CHECK(MeasureDrift(robot, MakeVelocities(*robot, 2), time).energy < bound);
}

}  // namespace
}  // namespace tactus::integrators
