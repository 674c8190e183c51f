// Whatever a body weighs and however short the step: momentum is solved for
// relative to what moves and pushes it.
#include <cmath>
#include <memory>
#include <utility>

#include "integrators/dojo/node_motion.h"
#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::integrators {
namespace {

using multibody::JointType;
using multibody::ModelBuilder;
using test::Stepping;

constexpr double kGravity = 9.81;

multibody::SpatialInertia MakeBoxInertia(double mass, const Vector3d& sides,
                                         const Vector3d& center) {
  multibody::SpatialInertia inertia;
  inertia.mass = mass;
  inertia.p_BoBcm = center;
  const Vector3d square = sides.cwiseAbs2();
  inertia.I_Bcm =
      Matrix3d(mass / 12 *
               Vector3d(square.y() + square.z(), square.z() + square.x(),
                        square.x() + square.y())
                   .asDiagonal());
  return inertia;
}

std::shared_ptr<const multibody::Model> MakeFreeBox(double mass,
                                                    const Vector3d& sides,
                                                    const Vector3d& p_WB) {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int body =
      builder.AddBody("box", MakeBoxInertia(mass, sides, Vector3d::Zero()));
  RigidTransform X_WB = RigidTransform::Identity();
  X_WB.translation() = p_WB;
  builder.SetDefaultPose(body, X_WB);
  return std::move(builder).Build();
}

struct Run {
  int iterations{}, restarts{};
};

Run Advance(double h, int num_steps, Stepping* stepping) {
  DojoStep dojo;
  systems::Value memory = dojo.MakeMemory();
  Run run;
  for (int i = 0; i < num_steps; ++i) {
    stepping->Step(&dojo, h, &memory);
    INFO("step " << i);
    REQUIRE(stepping->failure().empty());
    run.iterations += stepping->result().report.total.iterations;
    run.restarts += dojo.restarts();
  }
  return run;
}

// A cube of 2 mm on a hinge at 1 mm from its centre falls from the horizontal
// by angle'' = -m g r / I, with I = m (a^2 / 6 + r^2); n steps from rest make
// n (n + 1) / 2 of h^2 of that.
TEST_CASE("Dojo: small cubes on a hinge -> they fall, however short the step") {
  const double mass = GENERATE(1e-7, 1e-4, 1.0);
  const double h = GENERATE(1e-3, 1e-4, 1e-5);
  CAPTURE(mass, h);
  const double a = 2e-3, r = 1e-3;
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  const int body = builder.AddBody(
      "cube", MakeBoxInertia(mass, Vector3d::Constant(a), {0, r, 0}));
  builder.AddJoint({.name = "hinge",
                    .type = JointType::kRevolute,
                    .parent = 0,
                    .child = body,
                    .axis_F = Vector3d::UnitX()});
  Stepping cube(std::move(builder).Build());
  const int n = static_cast<int>(std::lround(3e-3 / h));
  Advance(h, n, &cube);
  const double acceleration = kGravity * r / (a * a / 6 + r * r);
  CHECK(cube.q[0] ==
        Approx(-acceleration * h * h * n * (n + 1) / 2).epsilon(2e-3));
}

// Steps of 0.1 mg were none: m g h is below 1e-9 N s.
TEST_CASE("Dojo: a grain of 0.1 mg -> it falls as all do") {
  const double h = GENERATE(1e-3, 1e-5);
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  builder.AddBody("grain", MakeBoxInertia(1e-7, Vector3d::Constant(1e-4),
                                          Vector3d::Zero()));
  Stepping grain(std::move(builder).Build());
  Advance(h, 100, &grain);
  CHECK(grain.q[2] == Approx(-kGravity * h * h * 100 * 101 / 2).epsilon(1e-9));
}

// 1e-9 N s is below the round-off of 1e6 N s, and more than 0.1 mg has at all.
TEST_CASE(
    "Dojo: free boxes of any mass tumble -> few iterations, momenta kept") {
  const double mass = GENERATE(1e-7, 1.0, 5e4);
  const double h = GENERATE(0.02, 1e-4);
  CAPTURE(mass, h);
  const auto model = MakeFreeBox(mass, {2, 1.4, 1}, Vector3d::Zero());
  Stepping box(model);
  box.v << 4, 6, 2, 20, 3, 1;
  Advance(h, 1, &box);
  const Vector6d start = test::CalcNodeMotion(*model, box.q, box.v, h).momentum;
  const Run run = Advance(h, 100, &box);
  CHECK(run.iterations <= 220);
  CHECK(run.restarts == 0);
  const Vector6d end = test::CalcNodeMotion(*model, box.q, box.v, h).momentum;
  CHECK((end - start).norm() < 1e-7 * start.norm());
}

// m / h times the round-off of positions is what differences leave of momenta.
TEST_CASE("Dojo: steps of a microsecond, far out -> no iterations on noise") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  const int body = builder.AddBody(
      "bob", MakeBoxInertia(1, {0.2, 0.14, 0.1}, {0.03, 0.1, 0.02}));
  RigidTransform X_WF = RigidTransform::Identity();
  X_WF.translation() << 100, -100, 50;
  X_WF.rotate(Eigen::AngleAxisd(1, Vector3d(1, 2, 3).normalized()));
  builder.AddJoint({.name = "hinge",
                    .type = JointType::kRevolute,
                    .parent = 0,
                    .child = body,
                    .X_PF = X_WF,
                    .axis_F = Vector3d::UnitX()});
  Stepping bob(std::move(builder).Build());
  bob.v[0] = 0.3;
  const Run run = Advance(1e-6, 100, &bob);
  CHECK(run.iterations <= 200);
  CHECK(run.restarts == 0);
}

// The momentum that the light one is solved to is a share of what it bears.
TEST_CASE("Dojo: 1 mg beneath 10 t -> it bears that, no iterations on noise") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = {}});
  const auto add = [&](const char* name, double mass, double side, double z) {
    const int body = builder.AddBody(
        name, MakeBoxInertia(mass, Vector3d::Constant(side), Vector3d::Zero()));
    builder.AddGeometry({.name = name,
                         .body = body,
                         .shape = contact::Box{Vector3d::Constant(side / 2)},
                         .material = {}});
    RigidTransform X_WB = RigidTransform::Identity();
    X_WB.translation().z() = z;
    builder.SetDefaultPose(body, X_WB);
  };
  add("light", 1e-6, 0.2, 0.1);
  add("heavy", 1e4, 0.3, 0.35);
  Stepping stack(std::move(builder).Build());
  const Run run = Advance(0.01, 50, &stack);
  CHECK(run.iterations <= 500);
  CHECK(run.restarts == 0);
  CHECK(stack.v.norm() < 1e-3);
}

// What a step adds is a tenth of what the momentum is solved to.
TEST_CASE("Dojo: a weak thrust on a fast body -> it accelerates all the same") {
  const double h = 1e-3, force = 1e-5;
  Stepping box(MakeFreeBox(1, {0.2, 0.14, 0.1}, Vector3d::Zero()));
  box.v[3] = 100;
  box.inputs.generalized_force = force * VectorXd::Unit(6, 3);
  Advance(h, 100, &box);
  CHECK(box.v[3] - 100 == Approx(force * h * 100).epsilon(1e-3));
}

}  // namespace
}  // namespace tactus::integrators
