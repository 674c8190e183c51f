// Where contacts act on their bodies in long steps.
#include <cmath>

#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::integrators {
namespace {

using multibody::ModelBuilder;
using test::Stepping;

constexpr double kGravity = 9.81;

std::shared_ptr<const multibody::Model> MakeOnGround(
    const contact::Shape& shape, const RigidTransform& X_WB, double mu) {
  ModelBuilder builder;
  const contact::Material material{.static_friction = mu,
                                   .dynamic_friction = mu};
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  const int body = builder.AddBody(
      "solid",
      multibody::MakeSolidInertia(shape, 100, RigidTransform::Identity()));
  builder.AddGeometry(
      {.name = "solid", .body = body, .shape = shape, .material = material});
  builder.SetDefaultPose(body, X_WB);
  return std::move(builder).Build();
}

void Advance(DojoStep* dojo, double h, Stepping* stepping,
             systems::Value* memory) {
  stepping->Step(dojo, h, memory);
  REQUIRE_FALSE(stepping->result().report.failure);
}

TEST_CASE("Dojo: a ball without friction slides in long steps -> no turn") {
  const RigidTransform X_WB(Eigen::Translation3d(0, 0, 0.1));
  Stepping stepping(MakeOnGround(contact::Sphere{0.1}, X_WB, 0));
  stepping.v << 0, 0, 0, 2, 0, 0;
  DojoStep dojo;
  systems::Value memory = dojo.MakeMemory();
  for (int i = 0; i < 20; ++i) Advance(&dojo, 0.05, &stepping, &memory);
  CHECK(stepping.v.head<3>().norm() < 1e-9);
  CHECK(stepping.v[3] == Approx(2).epsilon(1e-9));
}

// It slides until it rolls: friction takes 2/7 of a solid ball's speed.
TEST_CASE("Dojo: a ball slides in long steps -> it rolls at 5/7 of its speed") {
  const double h = GENERATE(0.01, 0.05);
  const RigidTransform X_WB(Eigen::Translation3d(0, 0, 0.2));
  Stepping stepping(MakeOnGround(contact::Sphere{0.2}, X_WB, 0.2));
  stepping.v << 0, 0, 0, 1, 0, 0;
  DojoStep dojo;
  systems::Value memory = dojo.MakeMemory();
  for (int i = 0; i * h < 1; ++i) Advance(&dojo, h, &stepping, &memory);
  CHECK(stepping.v[3] == Approx(5.0 / 7).epsilon(5e-3));
  CHECK(stepping.v[1] * 0.2 == Approx(stepping.v[3]).epsilon(5e-3));
}

// A capsule that lies, rolls about its axis and turns about the normal:
// friction takes energy, and nothing gives it.
TEST_CASE("Dojo: a capsule rolls and turns in long steps -> no energy comes") {
  const contact::Capsule capsule{.radius = 0.12, .half_length = 0.13};
  RigidTransform X_WB(Eigen::Translation3d(0, 0, 0.12));
  X_WB.rotate(Eigen::AngleAxisd(M_PI / 2, Vector3d::UnitY()));
  Stepping stepping(MakeOnGround(capsule, X_WB, 0.1));
  stepping.v << -5, 0, -2.5, 0.2, -0.7, 0;
  const multibody::SpatialInertia& inertia =
      stepping.model().bodies()[1].inertia;
  const auto energy = [&] {
    const Matrix3d R =
        Quaterniond(stepping.q[3], stepping.q[4], stepping.q[5], stepping.q[6])
            .toRotationMatrix();
    const Vector3d w_B = R.transpose() * Vector3d(stepping.v.head<3>());
    return inertia.mass * (stepping.v.tail<3>().squaredNorm() / 2 +
                           kGravity * stepping.q[2]) +
           w_B.dot(inertia.I_Bcm * w_B) / 2;
  };
  DojoStep dojo;
  systems::Value memory = dojo.MakeMemory();
  const double first = energy();
  double most = 0;
  for (int i = 0; i < 60; ++i) {
    Advance(&dojo, 0.05, &stepping, &memory);
    most = std::max(most, energy());
  }
  CHECK(most < 1.02 * first);
  CHECK(stepping.v.norm() < 0.2);
}

// Two balls, one heavier, that meet off their centres.
TEST_CASE("Dojo: a collision seen from another frame -> the same") {
  const auto run = [](const Vector3d& frame) {
    ModelBuilder builder;
    builder.set_gravity(Vector3d::Zero());
    const contact::Material material{.static_friction = 0.5,
                                     .dynamic_friction = 0.5};
    for (const double side : {-0.3, 0.3}) {
      const contact::Sphere ball{side < 0 ? 0.1 : 0.15};
      const int body = builder.AddBody(
          side < 0 ? "left" : "right",
          multibody::MakeSolidInertia(ball, 500, RigidTransform::Identity()));
      builder.AddGeometry({.name = builder.body(body).name,
                           .body = body,
                           .shape = ball,
                           .material = material});
      builder.SetDefaultPose(
          body, RigidTransform(Eigen::Translation3d(side, side / 4, 0)));
    }
    Stepping stepping(std::move(builder).Build());
    stepping.v << 1, -2, 0.5, 2, 0, 0.1, -1, 0.3, 2, -2, 0.2, 0;
    stepping.v.segment<3>(3) += frame;
    stepping.v.segment<3>(9) += frame;
    DojoStep dojo({.kappa = 1e-10, .tolerance = 1e-12});
    systems::Value memory = dojo.MakeMemory();
    for (int i = 0; i < 12; ++i) Advance(&dojo, 0.02, &stepping, &memory);
    stepping.v.segment<3>(3) -= frame;
    stepping.v.segment<3>(9) -= frame;
    return stepping.v;
  };
  const VectorXd here = run(Vector3d::Zero()), there = run({3, -2, 1});
  CHECK(here[3] < 1);
  CHECK((here - there).norm() < 1e-6);
}

}  // namespace
}  // namespace tactus::integrators
