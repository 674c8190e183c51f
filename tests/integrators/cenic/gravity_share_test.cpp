#include "tactus/integrators/cenic/gravity_share.h"

#include <cmath>

#include "integrators/cenic/attempted_step.h"
#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using test::PlantDiagram;

TEST_CASE("Gravity share: phase of a step -> a third, or none where fast") {
  CHECK(CalcGravityShare(0) == Approx(1.0 / 3));
  CHECK(CalcGravityShare(1) == Approx(1.0 / 3));
  CHECK(CalcGravityShare(1.5) == Approx(1.0 / 6));
  CHECK(CalcGravityShare(2) == 0);
  CHECK(CalcGravityShare(1e9) == 0);
  CHECK(CalcGravityShare(std::nan("")) == 0);
}

// A point of 2 kg, 0.981 m from a hinge: w^2 = 10 / s^2.
constexpr double kArm = 0.981;
constexpr double kHalfPi = 1.5707963267948966;

PlantDiagram MakePendulum(double theta, double rate = 0) {
  test::ModelBuilder builder;
  const int bob =
      builder.AddBody("bob", {.mass = 2, .p_BoBcm = Vector3d(0, 0, -kArm)});
  builder.AddJoint({.name = "pivot",
                    .type = test::JointType::kRevolute,
                    .child = bob,
                    .axis_F = Vector3d::UnitY()});
  PlantDiagram pendulum = test::MakeAlone(std::move(builder).Build());
  pendulum.plant->SetPositions(&pendulum.context, VectorXd::Constant(1, theta));
  pendulum.plant->SetVelocities(&pendulum.context, VectorXd::Constant(1, rate));
  return pendulum;
}

// theta'' = -10 sin(theta), by the classic method of Runge and Kutta.
double CalcAngle(double theta, double rate, double time) {
  constexpr int kSteps = 200;
  const double h = time / kSteps;
  const auto slope = [](const Vector2d& x) {
    return Vector2d(x[1], -10 * std::sin(x[0]));
  };
  Vector2d x(theta, rate);
  for (int i = 0; i < kSteps; ++i) {
    const Vector2d k1 = slope(x), k2 = slope(x + h / 2 * k1),
                   k3 = slope(x + h / 2 * k2), k4 = slope(x + h * k3);
    x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return x[0];
}

// How far a pendulum is off after one step.
double CalcError(double theta, double rate, double h) {
  const test::Attempted step(MakePendulum(theta, rate), h);
  return std::abs(step.x1().q[0] - CalcAngle(theta, rate, h));
}

TEST_CASE(
    "Gravity share: pendulums, hanging, swinging and upright -> a step is of "
    "third order") {
  for (const Vector2d& x :
       {Vector2d(0.8, 0), Vector2d(0.5, 2), Vector2d(2.8, 0.5)}) {
    const double whole = CalcError(x[0], x[1], 0.06);
    const double half = CalcError(x[0], x[1], 0.03);
    INFO(x.transpose());
    CHECK(whole < 1e-4);
    CHECK(whole / half == Approx(16).epsilon(0.25));
  }
}

TEST_CASE("Gravity share: any step from small angles -> no swing grows") {
  const double w = std::sqrt(10);
  for (double y = 0.05; y < 1.9; y *= 1.1) {
    const test::Attempted step(MakePendulum(1e-3), y / w);
    INFO(y);
    CHECK(std::hypot(step.x1().q[0], step.x1().v[0] / w) < 1e-3);
  }
}

TEST_CASE("Gravity share: a step -> gamma of the whole, G of each half") {
  const PlantDiagram pendulum = MakePendulum(0.8);
  const test::Attempted step(pendulum, 0.35);
  const contact::Clique& clique = step.start.problem.cliques[0];
  const double of_weight = 2 * 9.81 * kArm;
  CHECK(clique.gravity_stiffness(0, 0) == Approx(of_weight * std::cos(0.8)));
  const double y2 = 0.35 * 0.35 * 10 * std::cos(0.8);
  CHECK(clique.gravity_share == Approx(CalcGravityShare(y2)));
  SoftGravity gravity(pendulum.plant->model());
  contact::VelocityProblem problem = step.start.problem;
  gravity.Begin(step.start.builder.position(), 0.35, &problem);
  multibody::PositionKinematics further;
  const auto move_to = [&](double theta) {
    CalcPositionKinematics(pendulum.plant->model(),
                           VectorXd::Constant(1, theta), &further);
    gravity.Continue(further, 0.175, &problem);
    CHECK(problem.cliques[0].gravity_stiffness(0, 0) ==
          Approx(of_weight * std::cos(theta)));
    return problem.cliques[0].gravity_share;
  };
  CHECK(move_to(1.5) == clique.gravity_share);
  // From G = 0, a third of any step: no more than leaves half of M.
  CalcPositionKinematics(pendulum.plant->model(),
                         VectorXd::Constant(1, kHalfPi), &further);
  gravity.Begin(further, 2, &problem);
  gravity.Continue(step.start.builder.position(), 1, &problem);
  CHECK(problem.cliques[0].gravity_share == Approx(0.05 / std::cos(0.8)));
}

// A controller may hold the arm against gravity; a box falls, whatever its
// pose.
TEST_CASE(
    "Gravity share: under a controller, floating, not extrapolated -> gravity "
    "at the start") {
  const test::Attempted arm(test::MakePidArm(true), 0.01);
  CHECK_FALSE(arm.start.problem.cliques[0].has_soft_gravity());
  const test::Attempted cube(test::MakeTumble(), 0.001);
  CHECK_FALSE(cube.start.problem.cliques[0].has_soft_gravity());
  CHECK(cube.start.problem.cliques[0].gravity_stiffness.size() == 0);
  const test::Attempted doubled(MakePendulum(0.8), 0.01, false);
  CHECK_FALSE(doubled.start.problem.cliques[0].has_soft_gravity());
}

}  // namespace
}  // namespace tactus::integrators
