// What Dojo's steps make of many bodies, of tiles, and of bodies deep in each
// other.
#include <algorithm>
#include <cmath>
#include <string>

#include "integrators/step_once.h"
#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::integrators {
namespace {

using multibody::ModelBuilder;
using test::Stepping;

constexpr double kGravity = 9.81;

RigidTransform At(const Vector3d& p) {
  RigidTransform X = RigidTransform::Identity();
  X.translation() = p;
  return X;
}

int AddSolid(const contact::Shape& shape, double density, double mu,
             ModelBuilder* builder) {
  const std::string name = "b" + std::to_string(builder->num_bodies());
  const int body = builder->AddBody(
      name,
      multibody::MakeSolidInertia(shape, density, RigidTransform::Identity()));
  builder->AddGeometry(
      {.name = name,
       .body = body,
       .shape = shape,
       .material = {.static_friction = mu, .dynamic_friction = mu}});
  return body;
}

void AddFixed(const contact::Shape& shape, const Vector3d& p, double mu,
              ModelBuilder* builder) {
  builder->AddGeometry(
      {.name = "fixed",
       .body = 0,
       .X_BG = At(p),
       .shape = shape,
       .material = {.static_friction = mu, .dynamic_friction = mu}});
}

// T + U of free bodies, by the mean velocities of the step before.
double CalcEnergy(const Stepping& stepping) {
  const multibody::Model& model = stepping.model();
  multibody::PositionKinematics position;
  CalcPositionKinematics(model, stepping.q, &position);
  double energy = 0;
  for (int b = 1; b < model.num_bodies(); ++b) {
    const multibody::SpatialInertia& inertia = model.bodies()[b].inertia;
    const int at = model.joints()[b - 1].v_start;
    const Vector3d w = stepping.v.segment<3>(at);
    const Vector3d w_B = position.X_WB[b].linear().transpose() * w;
    energy += inertia.mass * (stepping.v.segment<3>(at + 3).squaredNorm() / 2 +
                              kGravity * position.X_WB[b].translation().z()) +
              w_B.dot(Matrix3d(inertia.I_Bcm) * w_B) / 2;
  }
  return energy;
}

// A row of tiles of 10 cm, whose tops are at z = 0.
ModelBuilder MakeTiles(double mu) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  for (int i = -2; i < 25; ++i)
    AddFixed(contact::Box{Vector3d(0.05, 0.3, 0.05)}, {0.1 * i, 0, -0.05}, mu,
             &builder);
  return builder;
}

TEST_CASE("Dojo: a box slides over flush tiles -> slowed by friction alone") {
  const double h = GENERATE(0.01, 0.005, 0.002);
  const double mu = 0.1, speed = 1.5, duration = 0.6;
  ModelBuilder builder = MakeTiles(mu);
  AddSolid(contact::Box{Vector3d(0.06, 0.04, 0.03)}, 1000, mu, &builder);
  Stepping box(std::move(builder).Build());
  box.q[2] = 0.03 + 1e-6;
  box.v[3] = speed;
  DojoStep dojo;
  systems::Value memory = dojo.MakeMemory();
  CAPTURE(h);
  for (int i = 0; i < std::lround(duration / h); ++i) {
    box.Step(&dojo, h, &memory);
    REQUIRE(box.failure() == "");
    REQUIRE(box.q[2] == Approx(0.03).margin(2e-4));
  }
  CHECK(box.v[3] == Approx(speed - mu * kGravity * duration).epsilon(0.01));
}

TEST_CASE("Dojo: a ball rolls over flush tiles -> keeps its speed") {
  const double h = GENERATE(0.01, 0.005, 0.002);
  const double r = 0.05, speed = 1.2;
  ModelBuilder builder = MakeTiles(0.5);
  AddSolid(contact::Sphere{r}, 1000, 0.5, &builder);
  Stepping ball(std::move(builder).Build());
  ball.q[2] = r + 1e-6;
  ball.v[3] = speed;
  ball.v[1] = speed / r;
  DojoStep dojo;
  systems::Value memory = dojo.MakeMemory();
  CAPTURE(h);
  for (int i = 0; i < std::lround(1 / h); ++i) {
    ball.Step(&dojo, h, &memory);
    REQUIRE(ball.failure() == "");
    REQUIRE(ball.q[2] == Approx(r).margin(1e-4));
  }
  // Edges of tiles may take a thousandth of its weight before they count.
  CHECK(ball.v[3] == Approx(speed).epsilon(2e-3));
}

// Edges that met as such turned past each other in a step, 16 mm deep, and the
// next step threw the boxes apart, at five times the energy.
TEST_CASE(
    "Dojo: random boxes fall on each other -> stay apart and gain "
    "nothing") {
  const double h = GENERATE(0.01, 0.005, 0.002);
  const int seed = GENERATE(range(0, 4));
  CAPTURE(h, seed);
  multibody::test::Random random(200 + seed);
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  AddFixed(contact::HalfSpace{}, {0, 0, 0}, 1, &builder);
  for (int i = 0; i < 3; ++i) {
    const Vector3d half = Vector3d::Constant(0.04) + random.Vector3(0.015);
    AddSolid(contact::Box{half}, 1000, 1, &builder);
  }
  Stepping boxes(std::move(builder).Build());
  boxes.q = multibody::test::MakeRandomPositions(boxes.model(), &random);
  for (int i = 0; i < 3; ++i) {
    boxes.q.segment<3>(7 * i) =
        Vector3d(0, 0, 0.11 + 0.18 * i) + random.Vector3(0.02);
    boxes.v.segment<3>(6 * i) = random.Vector3(3);
  }
  DojoStep dojo;
  systems::Value memory = dojo.MakeMemory();
  double least = kInfinity, gain = 0;
  const double start = CalcEnergy(boxes);
  for (int i = 0; i < std::lround(1 / h); ++i) {
    boxes.Step(&dojo, h, &memory);
    REQUIRE(boxes.failure() == "");
    const double energy = CalcEnergy(boxes);
    least = std::min(least, energy);
    gain = std::max(gain, energy - least);
  }
  CHECK(gain < 0.02 * start);
}

// Of boxes of the world, whose normals stay: |f_t| <= mu f_n.
void CheckCones(const Stepping& stepping, double mu) {
  const contact::VelocityProblem& problem = stepping.problem();
  for (const contact::ContactPatch& patch : problem.patches) {
    if (problem.bodies[patch.body_a].id != 0) continue;
    for (int k = 0; k < patch.num_points; ++k) {
      const int c = patch.first_point + k;
      const Vector3d f_C =
          problem.points[c].R_WC.transpose() * stepping.result().forces_W[c];
      REQUIRE(f_C.head<2>().norm() <= mu * f_C.z() * (1 + 1e-8));
    }
  }
}

// Each wedges the one before it, and friction between them has no solution that
// a central path leads to at 1 ms.
TEST_CASE("Dojo: a row of dominoes falls -> solved, friction in its cone") {
  const double h = GENERATE(0.005, 0.001);
  const double mu = 0.5, apart = 0.11;
  const int count = 8;
  CAPTURE(h);
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  AddFixed(contact::HalfSpace{}, {0, 0, 0}, mu, &builder);
  const contact::Box box{Vector3d(0.02, 0.06, 0.12)};
  const double volume = 8 * box.half_extents.prod();
  for (int i = 0; i < count; ++i) AddSolid(box, 1 / volume, mu, &builder);
  Stepping row(std::move(builder).Build());
  for (int i = 0; i < count; ++i)
    row.q.segment<3>(7 * i) << apart * i, 0, box.half_extents.z();
  row.v[1] = 3.13;
  row.v[3] = row.v[1] * box.half_extents.z();
  DojoStep dojo;
  systems::Value memory = dojo.MakeMemory();
  for (int i = 0; i < std::lround(1 / h); ++i) {
    row.Step(&dojo, h, &memory);
    REQUIRE(row.failure() == "");
    CheckCones(row, mu);
  }
  // The last one lies flat, what leans on it lower than it stood.
  CHECK(row.q[7 * (count - 1) + 2] < 0.06);
}

// Lifting it takes m g d, and it comes out with a quarter of that at most.
TEST_CASE(
    "Dojo: a box that starts deep in the ground -> rises out of it "
    "without a leap") {
  const double h = GENERATE(0.02, 0.005, 0.001);
  const double depth = GENERATE(1e-3, 0.02);
  CAPTURE(h, depth);
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  AddFixed(contact::HalfSpace{}, {0, 0, 0}, 0.5, &builder);
  AddSolid(contact::Box{Vector3d::Constant(0.05)}, 1000, 0.5, &builder);
  Stepping box(std::move(builder).Build());
  box.q[2] = 0.05 - depth;
  DojoStep dojo;
  systems::Value memory = dojo.MakeMemory();
  double highest = 0;
  for (int i = 0; i < std::lround(1 / h); ++i) {
    box.Step(&dojo, h, &memory);
    REQUIRE(box.failure() == "");
    highest = std::max(highest, box.q[2] - 0.05);
  }
  CHECK(highest < depth / 4 + kGravity * h * h);
  CHECK(box.q[2] == Approx(0.05).margin(0.05 * kGravity * h * h));
}

// Five micrometres on either side: what pushes it out of one side pushes it
// into the other.
TEST_CASE("Dojo: a peg in a slot that is too narrow -> held by its squeeze") {
  const double h = GENERATE(0.01, 0.001);
  CAPTURE(h);
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  const double mu = 0.5, y = 0.1 - 5e-6;
  for (const double side : {-y, y}) {
    AddFixed(contact::Box{Vector3d(0.1, 0.05, 0.1)}, {0, side, 0}, mu,
             &builder);
  }
  AddSolid(contact::Box{Vector3d::Constant(0.05)}, 100, mu, &builder);
  Stepping peg(std::move(builder).Build());
  DojoStep dojo;
  systems::Value memory = dojo.MakeMemory();
  for (int i = 0; i < 30; ++i) {
    peg.Step(&dojo, h, &memory);
    REQUIRE(peg.failure() == "");
  }
  CHECK(peg.q.head<3>().norm() < 1e-5);
  CHECK(peg.v.norm() < 1e-5);
}

}  // namespace
}  // namespace tactus::integrators
