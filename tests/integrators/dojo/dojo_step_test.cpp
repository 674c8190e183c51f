#include "tactus/integrators/dojo/dojo_step.h"

#include <algorithm>
#include <cmath>

#include "integrators/dojo/solids.h"
#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/dojo/kappa.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::integrators {
namespace {

using multibody::JointType;
using multibody::ModelBuilder;
using test::Advance;
using test::kGravity;
using test::MakeSolid;
using test::Stepping;

// Least tilts grew until it rocked at 0.12 rad/s, within 25 steps.
TEST_CASE("Dojo: a small cylinder on its end -> rests") {
  const double r = 0.005;
  for (const double mu : {0.0, 0.5}) {
    INFO(mu);
    Stepping cylinder(
        MakeSolid(contact::Cylinder{r, r}, r, mu, {0, 0, -kGravity}, 7.85e-4));
    cylinder.v.head<2>() << 1e-6, 5e-7;
    DojoStep dojo;
    systems::Value memory = dojo.MakeMemory();
    Advance(&dojo, 0.01, 60, &cylinder, &memory);
    CHECK(cylinder.v.head<3>().norm() < 1e-9);
  }
}

// Slip makes the contacts' own block near singular: what is left of motion and
// its residual there is small beside either.
TEST_CASE("Dojo: a block that slips, kappa 1e-10 -> solved to 1e-11") {
  const double h = 0.1, mu = 0.5;
  const auto model =
      MakeSolid(contact::Box{Vector3d::Constant(0.25)}, 0.25, mu);
  for (double force = 6; force <= 20; force += 0.5) {
    INFO(force << " N");
    Stepping block(model);
    block.inputs.generalized_force = force * VectorXd::Unit(6, 3);
    DojoStep dojo({.kappa = 1e-10, .tolerance = 1e-11});
    systems::Value memory = dojo.MakeMemory();
    StepResult next;
    dojo.StepAndLinearize(block.Prepare(&dojo, h), {}, &memory, &next);
    REQUIRE_FALSE(next.report.failure);
    CHECK(next.q[0] == Approx((force - mu * kGravity) * h * h).margin(1e-6));
  }
}

TEST_CASE("Dojo: a log -> the iterates of each step, and the same step") {
  const auto model = MakeSolid(contact::Sphere{0.1}, 0.1, 0.5);
  DojoStep dojo, logging;
  std::vector<solvers::InteriorPointIterate> log;
  logging.set_log(&log);
  Stepping plain(model), logged(model);
  systems::Value memory = dojo.MakeMemory();
  systems::Value other = logging.MakeMemory();
  plain.Step(&dojo, 0.01, &memory);
  logged.Step(&logging, 0.01, &other);
  CHECK(logged.q == plain.q);
  CHECK(static_cast<int>(log.size()) ==
        plain.result().report.total.iterations + 1);
  CHECK(log.back().residual < dojo.options().tolerance);
  logging.set_log(nullptr);
  const std::size_t before = log.size();
  logged.Step(&logging, 0.01, &other);
  CHECK(log.size() == before);
}

TEST_CASE("Dojo: solids at rest -> the gap kappa / gamma at each contact") {
  const double kappa = GENERATE(1e-4, 1e-6);
  const double h = GENERATE(0.05, 0.005);
  const auto [shape, height, contacts] =
      GENERATE(table<contact::Shape, double, int>(
          {{contact::Sphere{0.1}, 0.1, 1},
           {contact::Box{Vector3d(0.1, 0.1, 0.05)}, 0.05, 4}}));
  DojoStep dojo({.kappa = kappa});
  const double gap = kappa * contacts / (kGravity * h);
  Stepping stepping(MakeSolid(shape, height + 1.01 * gap, 0.5));
  systems::Value memory = dojo.MakeMemory();
  Advance(&dojo, h, static_cast<int>(20 / h), &stepping, &memory);
  CHECK(stepping.v.norm() < 1e-5);
  CHECK(stepping.q[2] - height == Approx(gap).epsilon(2e-2));
}

// At 1e-6 J s, 10 g at 1 ms would hover 4 cm above the ground.
TEST_CASE("Dojo: no kappa given, any mass and step -> rest within 0.04 g h^2") {
  const double mass = GENERATE(1e-3, 0.01, 1.0, 100.0);
  const double h = GENERATE(0.01, 1e-3, 1e-4);
  const Vector3d half = Vector3d::Constant(0.01);
  CAPTURE(mass, h);
  DojoStep dojo;
  Stepping stepping(
      MakeSolid(contact::Box{half}, half.z(), 0.5, {0, 0, -kGravity}, mass));
  systems::Value memory = dojo.MakeMemory();
  Advance(&dojo, h, 200, &stepping, &memory);
  const double kappa = ChooseKappa(mass, kGravity, h);
  CHECK(stepping.q[2] - half.z() < 1.01 * 0.04 * kGravity * h * h);
  CHECK(stepping.q[2] - half.z() ==
        Approx(4 * kappa / (mass * kGravity * h)).epsilon(0.02).margin(2e-9));
}

// The guess is the solution there: neutral impulses would take six iterations
// and more.
TEST_CASE("Dojo: a solid at rest -> its step is solved where it starts") {
  const double kappa = GENERATE(1e-4, 1e-6, 1e-8);
  const double h = GENERATE(0.01, 0.001);
  const auto cone = GENERATE(FrictionCone::kExact, FrictionCone::kNone);
  CAPTURE(kappa, h, static_cast<int>(cone));
  DojoStep dojo({.kappa = kappa, .cone = cone});
  const double gap = 4 * kappa / (kGravity * h);
  Stepping stepping(
      MakeSolid(contact::Box{Vector3d(0.1, 0.1, 0.05)}, 0.05 + gap, 0.5));
  systems::Value memory = dojo.MakeMemory();
  const auto& result = stepping.Step(&dojo, h, &memory);
  REQUIRE_FALSE(result.report.failure);
  CHECK(dojo.restarts() == 0);
  CHECK(result.report.slowest.iterations <= 5);
  CHECK(stepping.q[2] - 0.05 == Approx(gap).epsilon(1e-2));
}

// J sin(angle) / h is one momentum of two angles. From 1.45 rad, where it
// hardly changes, Newton's first step would lead far beyond.
TEST_CASE(
    "Dojo: a spin of nearly a quarter turn, braked -> the smaller angle") {
  constexpr double h = 0.01, kStart = 1.45, kEnd = 0.6;  // [s], [rad]
  Stepping stepping(MakeSolid(contact::Sphere{0.1}, 5, 0.5, {0, 0, 0}));
  const double J = stepping.model().bodies()[1].inertia.I_Bcm(2, 2);
  stepping.v[2] = kStart / h;
  stepping.inputs.generalized_force = VectorXd::Zero(6);
  stepping.inputs.generalized_force[2] =
      J / (h * h) * (std::sin(kEnd) - std::sin(kStart));
  DojoStep dojo;
  const auto& result = stepping.Step(&dojo, h);
  REQUIRE_FALSE(result.report.failure);
  CHECK(stepping.v[2] * h == Approx(kEnd));
  CHECK(stepping.v.head<2>().norm() < 1e-9);
}

// Thin rods that roll turn fast about their axes. What left a quarter turn
// behind gained up to three times the energy of its throw.
TEST_CASE("Dojo: thin rods thrown at the ground -> no gain of energy") {
  constexpr double h = 0.01;
  multibody::test::Random random(5);
  for (int i = 0; i < 40; ++i) {
    CAPTURE(i);
    const double radius = random.Uniform(5e-3, 8e-3);
    const contact::Capsule rod{radius, random.Uniform(0.1, 0.25)};
    Stepping stepping(MakeSolid(rod, 0.35, random.Uniform(0, 1)));
    RigidTransform X_WB(Eigen::Translation3d(0, 0, 0.35));
    X_WB.rotate(random.Rotation());
    const Quaterniond turn(X_WB.linear());
    stepping.q << 0, 0, 0.35, turn.w(), turn.vec();
    stepping.v << random.Vector3(10), random.Vector3(2);
    const Matrix3d I_B = stepping.model().bodies()[1].inertia.I_Bcm;
    const auto energy = [&] {
      const Quaterniond q(stepping.q[3], stepping.q[4], stepping.q[5],
                          stepping.q[6]);
      const Vector3d w_B = q.inverse() * Vector3d(stepping.v.head<3>());
      return stepping.v.tail<3>().squaredNorm() / 2 + w_B.dot(I_B * w_B) / 2 +
             kGravity * (stepping.q[2] - radius);
    };
    const double start = energy();
    double least = start, gain = 0;
    DojoStep dojo;
    systems::Value memory = dojo.MakeMemory();
    for (double t = 0; t < 1;) {
      double length = h;
      while (stepping.Step(&dojo, length, &memory).report.failure) {
        length /= 2;
        REQUIRE(length > h / 100);
      }
      t += length;
      gain = std::max(gain, energy() - least);
      least = std::min(least, energy());
    }
    CHECK(gain < 0.08 * start);
  }
}

TEST_CASE("Dojo: joints that slide and turn -> turns alone are counted") {
  const auto rate = [](JointType type, const VectorXd& v) {
    multibody::Joint joint;
    joint.type = type;
    joint.v_start = 1;
    return CalcTurningRate(joint, v);
  };
  const VectorXd v = (VectorXd(7) << 9, 3, -4, 12, 5, 6, 7).finished();
  CHECK(rate(JointType::kWeld, v) == 0);
  CHECK(rate(JointType::kPrismatic, v) == 0);
  CHECK(rate(JointType::kTranslation, v) == 0);
  CHECK(rate(JointType::kRevolute, v) == 3);
  CHECK(rate(JointType::kPlanar, v) == 12);
  CHECK(rate(JointType::kUniversal, v) == 5);
  CHECK(rate(JointType::kBall, v) == 13);
  CHECK(rate(JointType::kFloating, v) == 13);
}

// Of a body whose last step of h had the mean velocities v, about the world's
// origin: the discrete momentum R p- + x x m v, with p- = c J w - h/2 w x J w.
Vector3d CalcAngularMomentum(const multibody::SpatialInertia& inertia,
                             const VectorXd& q, const VectorXd& v, double h) {
  const Quaterniond q_WB(q[3], q[4], q[5], q[6]);
  const Matrix3d R = q_WB.toRotationMatrix();
  const double theta = h * v.head<3>().norm();
  const Vector3d w = R.transpose() * v.head<3>() * (2 * std::sin(theta / 2)) /
                     std::max(theta, 1e-300);
  const Vector3d Jw = inertia.I_Bcm * w;
  return R * (std::cos(theta / 2) * Jw - h / 2 * w.cross(Jw)) +
         Vector3d(q.head<3>()).cross(Vector3d(inertia.mass * v.segment<3>(3)));
}

TEST_CASE("Dojo: solids that collide in space -> both momenta stay") {
  const auto shape = GENERATE(as<contact::Shape>{}, contact::Sphere{0.1},
                              contact::Box{Vector3d(0.1, 0.15, 0.12)},
                              contact::Capsule{0.08, 0.1});
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  multibody::SpatialInertia inertia =
      multibody::MakeSolidInertia(shape, 500, RigidTransform::Identity());
  for (const double side : {-0.3, 0.3}) {
    const int body = builder.AddBody(side < 0 ? "left" : "right", inertia);
    builder.AddGeometry({.name = side < 0 ? "left" : "right",
                         .body = body,
                         .shape = shape,
                         .material = {}});
    RigidTransform X_WB = RigidTransform::Identity();
    X_WB.translation() << side, side / 10, 0;
    X_WB.rotate(Eigen::AngleAxisd(side, Vector3d(1, 2, 3).normalized()));
    builder.SetDefaultPose(body, X_WB);
  }
  Stepping stepping(std::move(builder).Build());
  stepping.v << 1, -2, 0.5, 2, 0, 0.1, -1, 0.3, 2, -2, 0.2, 0;
  constexpr double h = 0.01;
  const auto momentum = [&] {
    Vector6d sum = Vector6d::Zero();
    for (int i = 0; i < 2; ++i) {
      const VectorXd q = stepping.q.segment<7>(7 * i),
                     v = stepping.v.segment<6>(6 * i);
      sum.head<3>() += CalcAngularMomentum(inertia, q, v, h);
      sum.tail<3>() += inertia.mass * v.tail<3>();
    }
    return sum;
  };
  const Vector6d at_start = momentum();
  DojoStep dojo;
  systems::Value memory = dojo.MakeMemory();
  bool touched = false;
  for (int i = 0; i < 40; ++i) {
    Advance(&dojo, h, 1, &stepping, &memory);
    CHECK((momentum() - at_start).norm() < 1e-7 * at_start.norm());
    for (const Vector3d& force : stepping.result().forces_W)
      touched = touched || force.norm() > 10;
  }
  CHECK(touched);
}

TEST_CASE("Dojo: a slider that falls onto its limit -> rests inside of it") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  const int body = builder.AddBody("mass", {.mass = 2});
  builder.AddJoint({.name = "slide",
                    .type = JointType::kPrismatic,
                    .parent = 0,
                    .child = body,
                    .axis_F = Vector3d::UnitZ(),
                    .lower = -0.2});
  Stepping stepping(std::move(builder).Build());
  DojoStep dojo({.kappa = 1e-8});
  systems::Value memory = dojo.MakeMemory();
  for (int i = 0; i < 100; ++i) {
    Advance(&dojo, 0.02, 1, &stepping, &memory);
    CHECK(stepping.q[0] > -0.2);
  }
  CHECK(stepping.q[0] == Approx(-0.2).margin(1e-6));
  CHECK(std::abs(stepping.v[0]) < 1e-6);
}

TEST_CASE("Dojo: a turn of half a revolution in a step -> refused by name") {
  Stepping stepping(
      MakeSolid(contact::Box{Vector3d(0.1, 0.15, 0.12)}, 10, 0.5));
  DojoStep dojo;
  stepping.v << 24, 0, 32, 0, 0, 0;  // 40 rad/s
  stepping.Step(&dojo, 0.1);
  CHECK(stepping.failure() ==
        "body 'solid' turns by more than half a revolution in a step of 0.1 s "
        "(try steps of 0.04 s)");
  CHECK(stepping.v[0] == 24);
  CHECK_FALSE(stepping.Step(&dojo, 0.04).report.failure);
}

// A wheel that a motor has driven to 200 and 280 rad/s turns by 0.4 and 0.56
// rad in a step of 2 ms.
TEST_CASE("Dojo: a turn of half a radian in a step -> told, with a step") {
  Stepping stepping(
      MakeSolid(contact::Box{Vector3d(0.1, 0.15, 0.12)}, 10, 0.5));
  DojoStep dojo;
  stepping.v << 0, 200, 0, 0, 0, 0;
  CHECK(stepping.Step(&dojo, 2e-3).report.warning.empty());
  stepping.v << 0, 280, 0, 0, 0, 0;
  const std::string text = stepping.Step(&dojo, 2e-3).report.warning;
  CHECK_THAT(text, Catch::Contains("'solid' turns by 0.56 rad in a step of "
                                   "0.002 s") &&
                       Catch::Contains("steps of 0.00089 s would follow it"));
  CHECK(stepping.Step(&dojo, 5e-4).report.warning.empty());
}

TEST_CASE("Dojo: options out of range -> refused by name") {
  CHECK_THROWS_WITH(DojoStep({.kappa = 0}), Catch::Contains("kappa"));
  CHECK_THROWS_WITH(DojoStep({.kappa = NAN}), Catch::Contains("kappa"));
  CHECK_THROWS_WITH(DojoStep({.tolerance = 0}), Catch::Contains("tolerance"));
}

}  // namespace
}  // namespace tactus::integrators
