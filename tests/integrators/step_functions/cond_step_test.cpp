#include "tactus/integrators/step_functions/cond_step.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "integrators/step_once.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::integrators {
namespace {

using contact::Acceleration;
using contact::CondOptions;
using multibody::ModelBuilder;
using test::Stepping;

constexpr double kTurn = 0.3;  // Of a flat box, to its ground [rad].
constexpr double kSide = 0.2, kFriction = 0.2, kGravity = 9.81;

// Cubes of one kilogram on top of each other, on the ground, pushed along y.
Stepping MakeBoxes(int count, double push) {
  ModelBuilder builder;
  const contact::Box cube{Vector3d::Constant(kSide / 2)};
  const contact::Material material{.static_friction = kFriction,
                                   .dynamic_friction = kFriction};
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  for (int i = 0; i < count; ++i) {
    const std::string name = "box" + std::to_string(i);
    const int body = builder.AddBody(
        name, multibody::MakeSolidInertia(cube, 1 / (kSide * kSide * kSide),
                                          RigidTransform::Identity()));
    builder.AddGeometry(
        {.name = name, .body = body, .shape = cube, .material = material});
    RigidTransform X = RigidTransform::Identity();
    X.translation().z() = (i + 0.5) * kSide;
    builder.SetDefaultPose(body, X);
  }
  Stepping stepping(std::move(builder).Build());
  stepping.inputs.generalized_force = VectorXd::Zero(stepping.v.size());
  stepping.inputs.generalized_force[4] = push;
  return stepping;
}

// Of one kilogram, its centre of mass in the ground, whose grain is turned from
// x by an angle; or the box's own, by as much from the ground.
Stepping MakeFlatBox(const Vector2d& mu, double grain, bool is_of_box) {
  ModelBuilder builder;
  const contact::Box box{{kSide / 2, kSide / 2, kSide / 2}};
  contact::Material material{.static_friction = mu.x(),
                             .dynamic_friction = mu.x()};
  RigidTransform X_BG = RigidTransform::Identity();
  X_BG.translation().z() = kSide / 2;
  const double ratio = mu.y() / mu.x();
  if (is_of_box) {
    material.cross_friction_ratio = ratio;
    material.grain_G = Vector3d(1, 0, 0.5);  // Along the surface: x.
    X_BG.rotate(Eigen::AngleAxisd(grain - kTurn, Vector3d::UnitZ()));
  }
  const int body =
      builder.AddBody("box", {.mass = 1, .I_Bcm = 0.01 * Matrix3d::Identity()});
  builder.AddGeometry({.name = "box",
                       .body = body,
                       .X_BG = X_BG,
                       .shape = box,
                       .material = material});
  material = {.static_friction = mu.x(), .dynamic_friction = mu.x()};
  if (!is_of_box) material.cross_friction_ratio = ratio;
  RigidTransform X_WG = RigidTransform::Identity();
  X_WG.rotate(Eigen::AngleAxisd(grain, Vector3d::UnitZ()));
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .X_BG = X_WG,
                       .shape = contact::HalfSpace{},
                       .material = material});
  RigidTransform X_WB = RigidTransform::Identity();
  X_WB.rotate(Eigen::AngleAxisd(kTurn, Vector3d::UnitZ()));
  builder.SetDefaultPose(body, X_WB);
  return Stepping(std::move(builder).Build());
}

// In the middle of the step and without push-out, a box of one kilogram that
// 3 N push for 2.5 s sinks by T m g / (4 b_v), and slides mu times that beyond
// the law of Coulomb: Table I of [Lee22].
TEST_CASE("CondStep: a pushed box on virtual nodes -> Table I of [Lee22]") {
  const double h = 0.01, T = 2.5, push = 3;
  for (const double b_v : {1e4, 1e5, 1e6}) {
    INFO(b_v);
    Stepping stepping = MakeBoxes(1, push);
    CondStep function(CondOptions{
        .theta = 0.5, .virtual_damping = b_v, .push_out = 0, .residual = 1e-9});
    for (int i = 0; i < 250; ++i) {
      const StepResult& result = stepping.Step(&function, h);
      REQUIRE_FALSE(result.report.failure);
    }
    const double slide = (push - kFriction * kGravity) * T * T / 2;
    const double sunk = T * kGravity / (4 * b_v);
    CHECK(std::abs(stepping.q[0]) < 1e-9);
    CHECK(stepping.q[1] - slide == Approx(kFriction * sunk).epsilon(0.02));
    CHECK(kSide / 2 - stepping.q[2] == Approx(sunk).epsilon(0.02));
  }
}

// What forces in the middle of the step stop there would go back at its end.
TEST_CASE("CondStep: in the middle, a box that lands -> rests") {
  const double h = 0.01;
  Stepping box = MakeBoxes(1, 0);
  CondStep function(
      CondOptions{.theta = 0.5, .virtual_damping = 1e7, .residual = 1e-10});
  const double rest = box.q[2];
  box.q[2] += 0.02;
  for (int i = 0; i < 50; ++i) {
    REQUIRE_FALSE(box.Step(&function, h).report.failure);
    CHECK(box.v[5] < 1e-4);
  }
  CHECK(box.v.norm() < 1e-4);
  CHECK(std::abs(box.q[2] - rest) < 1e-4);
}

TEST_CASE("CondStep: in the middle, a box that slides -> stops") {
  const double h = 0.01;
  Stepping box = MakeBoxes(1, 0);
  CondStep function(CondOptions{.theta = 0.5, .residual = 1e-10});
  box.v[4] = 0.503;
  for (int i = 0; i < 50; ++i) {
    REQUIRE_FALSE(box.Step(&function, h).report.failure);
    if (i > 25) CHECK(std::abs(box.v[4]) < 1e-3);
  }
}

// The law of the same box over what Table I leaves out, for every method that
// solves the problem of virtual nodes.
TEST_CASE("CondStep: b_v from 1e3 to 1e6 -> sinks by T m g / (4 b_v)") {
  const double h = 0.01, T = 2.5, push = 3;
  const double slide = (push - kFriction * kGravity) * T * T / 2;
  for (const double b_v : {1e3, 1e4, 1e5, 1e6}) {
    const CondOptions options{
        .theta = 0.5, .virtual_damping = b_v, .push_out = 0, .residual = 1e-9};
    CondStep cond(options);
    PgsStep pgs(options);
    ApgdStep apgd(options);
    for (CondStep* function :
         {&cond, static_cast<CondStep*>(&pgs), static_cast<CondStep*>(&apgd)}) {
      INFO(function->name() << " " << b_v);
      Stepping stepping = MakeBoxes(1, push);
      systems::Value memory = function->MakeMemory();
      for (int i = 0; i < 250; ++i)
        REQUIRE_FALSE(stepping.Step(function, h, &memory).report.failure);
      const double sunk = T * kGravity / (4 * b_v);
      CHECK(stepping.q[1] - slide == Approx(kFriction * sunk).epsilon(0.02));
      CHECK(kSide / 2 - stepping.q[2] == Approx(sunk).epsilon(0.02));
    }
  }
}

// With its centre of mass in the ground all corners carry alike: after a step
// a box of one kilogram has
//
//     v = v0 - L d,   d_i = mu_i^2 w_i / sqrt(sum of mu_j^2 w_j^2),
//
// maximum dissipation against the slip w of the four virtual nodes. Their
// dampers beta = h b_v give w = v - L d / (4 beta), and take of the weight's
// impulse L = h g / (1 + 1 / (4 beta)).
TEST_CASE("CondStep: an elliptic slide -> maximum dissipation to 1e-8") {
  const double h = 0.01, b_v = 1e5;
  const Vector2d mu(0.2, 0.4);
  const CondOptions options{.virtual_damping = b_v, .residual = 1e-12};
  CondStep cond(options);
  PgsStep pgs(options);
  ApgdStep apgd(options);
  for (CondStep* function :
       {&cond, static_cast<CondStep*>(&pgs), static_cast<CondStep*>(&apgd)}) {
    INFO(function->name());
    for (const double grain : {0.0, 0.5, -0.5}) {
      Stepping stepping = MakeFlatBox(mu, grain, grain < 0);
      const Eigen::Rotation2Dd R(grain);
      for (const double heading : {0.3, 1.0, 2.5, -1.3}) {
        const Vector2d v0(std::cos(heading), std::sin(heading));
        stepping.q = stepping.model().default_positions();
        stepping.v.setZero();
        stepping.v.segment<2>(3) = R * v0;
        REQUIRE_FALSE(stepping.Step(function, h).report.failure);
        const Vector2d v = R.inverse() * stepping.v.segment<2>(3);
        const double beta = h * b_v;
        const double L = h * kGravity / (1 + 1 / (4 * beta));
        const Vector2d d = (v0 - v) / L;
        const Vector2d w = v - L / (4 * beta) * d;
        const Vector2d most =
            mu.cwiseProduct(mu).cwiseProduct(w) / mu.cwiseProduct(w).norm();
        CHECK((d - most).norm() < 1e-8);
        // It is not along the slip.
        CHECK(std::abs(d.x() * w.y() - d.y() * w.x()) > 0.01);
      }
    }
  }
}

// What sticks creeps by F h / (4 beta), here 2.5e-7 m/s.
TEST_CASE("CondStep: a push within the cone and beyond it -> stick and slip") {
  for (const double push : {1.0, 3.0}) {
    INFO(push);
    Stepping stepping = MakeBoxes(1, push);
    CondStep function(CondOptions{.virtual_damping = 1e6, .residual = 1e-9});
    for (int i = 0; i < 1000; ++i) stepping.Step(&function, 1e-3);
    const double slip = std::max(push - kFriction * kGravity, 0.0);
    CHECK(stepping.v[4] == Approx(slip).margin(1e-6));
    CHECK(std::abs(stepping.v[5]) < 1e-8);
    CHECK(stepping.q[2] > kSide / 2 - 1e-6);
  }
}

TEST_CASE("CondStep: Nesterov's acceleration -> half of Chebyshev's effort") {
  const auto count = [](Acceleration acceleration) {
    Stepping stepping = MakeBoxes(5, 0.5);
    CondStep function(CondOptions{.acceleration = acceleration});
    long iterations = 0;
    for (int i = 0; i < 50; ++i) {
      const StepReport& report = stepping.Step(&function, 2e-3).report;
      REQUIRE_FALSE(report.failure);
      iterations += report.total.iterations;
    }
    return iterations;
  };
  const long nesterov = count(Acceleration::kNesterov);
  const long chebyshev = count(Acceleration::kChebyshev);
  const long none = count(Acceleration::kNone);
  UNSCOPED_INFO(nesterov << " " << chebyshev << " " << none);
  CHECK(2 * nesterov <= chebyshev);
  CHECK(chebyshev < none);
}

TEST_CASE("CondStep: Barzilai-Borwein's steps -> the same motion, sooner") {
  const auto run = [](Acceleration acceleration, long* iterations) {
    Stepping stepping = MakeBoxes(5, 0.5);
    CondStep function(
        CondOptions{.acceleration = acceleration, .residual = 1e-9});
    for (int i = 0; i < 25; ++i) {
      const StepReport& report = stepping.Step(&function, 2e-3).report;
      REQUIRE_FALSE(report.failure);
      *iterations += report.total.iterations;
    }
    return stepping.q;
  };
  long none = 0, steps = 0;
  const VectorXd q = run(Acceleration::kNone, &none);
  const VectorXd other = run(Acceleration::kBarzilaiBorwein, &steps);
  INFO(steps << " of " << none);
  CHECK((other - q).lpNorm<Eigen::Infinity>() < 1e-7);
  CHECK(2 * steps < none);
}

TEST_CASE("CondStep: a fixed number of iterations -> as many, and no failure") {
  Stepping stepping = MakeBoxes(3, 0);
  CondStep fixed(CondOptions{.iterations = 7});
  const StepReport& report = stepping.Step(&fixed, 1e-3).report;
  CHECK_FALSE(report.failure);
  CHECK(report.slowest.iterations == 7);
}

TEST_CASE("CondStep: too few iterations -> a failure that names the body") {
  Stepping stepping = MakeBoxes(3, 0);
  CondStep few(CondOptions{.max_iterations = 2});
  stepping.Step(&few, 1e-3);
  CHECK_THAT(stepping.failure(), Catch::Contains("'box0' stalls") &&
                                     Catch::Contains("after 2 iterations"));
}

TEST_CASE("CondStep: options out of range -> refused by name") {
  CHECK_THROWS_WITH(CondStep({.theta = 0.7}), Catch::Contains("theta"));
  CHECK_THROWS_WITH(CondStep({.virtual_damping = 0}),
                    Catch::Contains("virtual damping"));
  CHECK_THROWS_WITH(CondStep({.push_out = 2}), Catch::Contains("push-out"));
  CHECK_THROWS_WITH(CondStep({.residual = 0}), Catch::Contains("residual"));
  CHECK_THROWS_WITH(CondStep({.iterations = 0}), Catch::Contains("iterations"));
}

}  // namespace
}  // namespace tactus::integrators
