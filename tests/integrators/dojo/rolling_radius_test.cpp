#include "tactus/integrators/dojo/rolling_radius.h"

#include <cmath>
#include <numbers>

#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::integrators {
namespace {

using multibody::ModelBuilder;
using test::Stepping;

// The height of an ellipsoid's centre over a plane that it touches, whose
// normal is n in its axes.
double CalcHeight(const Vector3d& radii, const Vector3d& n) {
  return radii.cwiseProduct(n).norm();
}

// As it turns by w h, a ball's centre keeps its height and the ellipsoid's
// support moves: H(n - dn) = |D^1/2 n| is of the ball's height to h^2.
TEST_CASE("Rolling radius: an ellipsoid that turns -> its height to h^2") {
  const Vector3d radii(0.1, 0.07, 0.05);
  const Vector3d n = Vector3d(1, -2, 0.5).normalized();
  for (const Vector3d& w :
       {Vector3d(3, 1, -2), Vector3d(0, 5, 1), Vector3d(-1, 0, 0)}) {
    const double rho = CalcRollingRadius(contact::Ellipsoid{radii}, n, w);
    const Vector3d touch =
        radii.cwiseAbs2().cwiseProduct(n) / CalcHeight(radii, n);
    const Vector3d centre = touch - rho * n;
    const auto error = [&](double h) {
      const Vector3d turned =
          Eigen::AngleAxisd(h * w.norm(), w.normalized()).inverse() * n;
      return CalcHeight(radii, turned) - turned.dot(centre) - rho;
    };
    CHECK(std::abs(error(2e-3)) < 1e-7);
    CHECK(error(1e-3) / error(2e-3) == Approx(1.0 / 8).epsilon(0.02));
  }
}

TEST_CASE(
    "Rolling radius: a cylinder -> its axis, and across its rim an edge") {
  const contact::Cylinder cylinder{0.1, 0.3};
  const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(),
                 z = Vector3d::UnitZ();
  CHECK(CalcRollingRadius(cylinder, x, 5 * z) == Approx(0.1));
  CHECK(CalcRollingRadius(cylinder, x, Vector3d::Zero()) == Approx(0.1));
  CHECK(CalcRollingRadius(cylinder, x, 5 * y) < 1e-8);
  CHECK(CalcRollingRadius(cylinder, x, 5 * (y + z)) == Approx(0.05));
  // A coin that leans: the ball's centre is on its axis.
  const Vector3d n(0.8, 0, -0.6);
  CHECK(CalcRollingRadius(cylinder, n, 5 * z) == Approx(0.125));
  CHECK(CalcRollingRadius(cylinder, z, 5 * x) == 0);
}

TEST_CASE("Rolling radius: faces and edges -> 0") {
  const Vector3d n = Vector3d(1, 1, 1).normalized(), w(1, 2, 3);
  CHECK(CalcRollingRadius(contact::Box{{1, 1, 1}}, n, w) == 0);
  CHECK(CalcRollingRadius(contact::HalfSpace{}, n, w) == 0);
}

struct Ground {
  double slope = 0;     // [rad], downwards along x.
  bool is_box = false;  // A box's face.
};

// A solid of 1 kg on the ground.
Stepping MakeRoller(const contact::Shape& shape, const RigidTransform& X_WB,
                    const Ground& ground) {
  ModelBuilder builder;
  builder.set_gravity(
      9.81 * Vector3d(std::sin(ground.slope), 0, -std::cos(ground.slope)));
  const contact::Material material{.static_friction = 0.8,
                                   .dynamic_friction = 0.8};
  contact::Shape plane = contact::HalfSpace{};
  RigidTransform X_BG = RigidTransform::Identity();
  if (ground.is_box) {
    plane = contact::Box{{5, 5, 0.5}};
    X_BG.translation().z() = -0.5;
  }
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .X_BG = X_BG,
                       .shape = plane,
                       .material = material});
  const int body = builder.AddBody(
      "solid",
      multibody::MakeSolidInertia(shape, 1000, RigidTransform::Identity()));
  builder.AddGeometry(
      {.name = "solid", .body = body, .shape = shape, .material = material});
  builder.SetDefaultPose(body, X_WB);
  return Stepping(std::move(builder).Build());
}

void Roll(double h, double duration, Stepping* solid) {
  DojoStep dojo;
  systems::Value memory = dojo.MakeMemory();
  const int steps = static_cast<int>(std::lround(duration / h));
  for (int i = 0; i < steps; ++i) {
    INFO("step " << i);
    REQUIRE_FALSE(solid->Step(&dojo, h, &memory).report.failure);
  }
}

// xddot = 2/3 g sin(slope), up to h / duration, as spheres and capsules do. (As
// points of its side it took the way 1.7 times, and left the ground.)
TEST_CASE("Dojo: a cylinder rolls down a slope -> as far as a closed form") {
  RigidTransform X_WB = RigidTransform::Identity();
  X_WB.translation().z() = 0.05;
  X_WB.rotate(Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::UnitX()));
  for (const bool is_box : {false, true}) {
    Stepping cylinder = MakeRoller(contact::Cylinder{0.05, 0.05}, X_WB,
                                   {.slope = 0.3, .is_box = is_box});
    Roll(1e-2, 1, &cylinder);
    const double way = 9.81 * std::sin(0.3) / 3;
    CHECK(std::abs(cylinder.q[0] / way - 1) < 0.015);
    CHECK(std::abs(cylinder.q[2] - 0.05) < 1e-4);
  }
}

// An egg rocks over its long axis. As a point of its surface it gained: 5 times
// its energy in 2 s at 10 ms, a tenth in 0.5 s at 2 ms.
TEST_CASE("Dojo: an egg rocks -> no gain, and at shorter steps less loss") {
  RigidTransform X_WB = RigidTransform::Identity();
  X_WB.translation().z() = 0.06;
  const auto rock = [&](double h) {
    Stepping egg = MakeRoller(contact::Ellipsoid{{0.1, 0.06, 0.06}}, X_WB, {});
    egg.v << 0, 3, 0, 0.18, 0, 0;
    const auto& inertia = egg.model().bodies()[1].inertia;
    const double m = inertia.mass, I = inertia.I_Bcm(1, 1);
    const auto energy = [&] {
      return I / 2 * egg.v.head<3>().squaredNorm() +
             m / 2 * egg.v.tail<3>().squaredNorm() +
             m * 9.81 * (egg.q[2] - 0.06);
    };
    const double start = energy();
    for (int i = 0; i < 10; ++i) {
      Roll(h, 5e-2, &egg);
      CHECK(energy() < 1.02 * start);
    }
    return energy() / start;
  };
  CHECK(rock(1e-2) > 0.4);
  CHECK(rock(2e-3) > 0.85);
}

}  // namespace
}  // namespace tactus::integrators
