// What weighs little is solved as well beside a heavy body that moves fast as
// on its own: Galileo's principle, and contact of milligrams.
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::JointType;
using multibody::Model;
using multibody::ModelBuilder;
using systems::Simulator;

constexpr double kFriction = 0.5;
constexpr double kGravity = 9.81;

void AddCube(double mass, double width, ModelBuilder* builder) {
  const int cube = builder->AddBody(
      "cube", {.mass = mass,
               .I_Bcm = Matrix3d::Identity() * (mass * width * width / 6)});
  builder->AddJoint(
      {.name = "cube", .type = JointType::kFloating, .child = cube});
  builder->AddGeometry({.name = "cube",
                        .body = cube,
                        .shape = contact::Box{Vector3d::Constant(width / 2)},
                        .material = {}});
}

// A cube of 100 g on a lorry that rolls along x without resistance.
std::shared_ptr<const Model> MakeLorry(double mass) {
  ModelBuilder builder;
  const int lorry = builder.AddBody(
      "lorry", {.mass = mass, .I_Bcm = mass * Matrix3d::Identity()});
  builder.AddJoint({.name = "lorry",
                    .type = JointType::kPrismatic,
                    .child = lorry,
                    .axis_F = Vector3d::UnitX()});
  builder.AddGeometry(
      {.name = "lorry",
       .body = lorry,
       .X_BG = RigidTransform(Eigen::Translation3d(0, 0, -0.05)),
       .shape = contact::Box{Vector3d(4, 1, 0.05)},
       .material = {}});
  AddCube(0.1, 0.1, &builder);
  return std::move(builder).Build();
}

// Where the joints are after `duration` under CENIC.
VectorXd Run(std::shared_ptr<const Model> model, const VectorXd& q,
             const VectorXd& v, double duration, double accuracy) {
  auto scene = test::MakeAlone(std::move(model));
  scene.plant->SetPositions(&scene.context, q);
  scene.plant->SetVelocities(&scene.context, v);
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = accuracy});
  simulator.AdvanceTo(duration);
  return scene.plant->positions(simulator.context());
}

// How far the cube slides on the lorry, from 1 m/s.
double CalcSlide(double mass, double speed, double accuracy) {
  VectorXd q(8), v(7);
  q << 0, 0, 0, 0.05, 1, 0, 0, 0;
  v << speed, 0, 0, 0, speed + 1, 0, 0;
  const VectorXd end = Run(MakeLorry(mass), q, v, 0.5, accuracy);
  return end[1] - end[0];
}

// 1 / (2 mu g) = 0.102 m, whatever the lorry does.
TEST_CASE("Light beside heavy: a cube on a lorry at 30 m/s -> slides as at 0") {
  for (const double accuracy : {1e-2, 1e-3}) {
    const double at_rest = CalcSlide(1e6, 0, accuracy);
    CHECK(at_rest == Approx(1 / (2 * kFriction * kGravity)).epsilon(0.05));
    CHECK(CalcSlide(1e6, 30, accuracy) == Approx(at_rest).epsilon(0.03));
    CHECK(CalcSlide(1e4, 30, accuracy) == Approx(at_rest).epsilon(0.03));
  }
}

// How far a cube of 1 mm slides on the ground, from 0.2 m/s.
double CalcSlideOnGround(double mass, double accuracy) {
  ModelBuilder builder;
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = {}});
  AddCube(mass, 1e-3, &builder);
  VectorXd q(7), v(6);
  q << 0, 0, 5e-4, 1, 0, 0, 0;
  v << 0, 0, 0, 0.2, 0, 0;
  return Run(std::move(builder).Build(), q, v, 0.1, accuracy)[0];
}

// v^2 / (2 mu g), and at loose accuracies by one error, whatever it weighs.
TEST_CASE("Light beside heavy: a cube of micrograms -> slides as one of 1 mg") {
  const double right = 0.2 * 0.2 / (2 * kFriction * kGravity);
  for (const double accuracy : {1e-2, 1e-3, 1e-4}) {
    const double milligram = CalcSlideOnGround(1e-6, accuracy);
    for (const double mass : {1e-8, 1e-9})
      CHECK(CalcSlideOnGround(mass, accuracy) ==
            Approx(milligram).epsilon(0.05));
    if (accuracy < 1e-3) CHECK(milligram == Approx(right).epsilon(0.01));
  }
}

}  // namespace
}  // namespace tactus::integrators
