#include "tactus/integrators/cenic/spring_share.h"

#include <cmath>
#include <memory>
#include <utility>

#include "integrators/cenic/attempted_step.h"
#include "integrators/force_scenes.h"
#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/plant/forces/spring_damper.h"

namespace tactus::integrators {
namespace {

using contact::RowLaw;
using test::PlantDiagram;

TEST_CASE("Spring share: phase of a step -> a third, or more where stiff") {
  CHECK(CalcSpringShare(0) == Approx(1.0 / 3));
  CHECK(CalcSpringShare(4.0 / 3) == Approx(1.0 / 3));
  CHECK(CalcSpringShare(2) == Approx(0.5));
  CHECK(CalcSpringShare(4) == 1);
  CHECK(CalcSpringShare(1e9) == 1);
  CHECK(CalcSpringShare(std::nan("")) == 1);
  CHECK(CalcSpringShare(0, 0.08) == Approx(1.0 / 3));
  CHECK(CalcSpringShare(2, 0.15) == Approx(0.6));
  CHECK(CalcSpringShare(0, 0.25) == 1);
}

// Two velocities with M^-1 = [1 -1; -1 2], the second on a spring of 10 N/m,
// and a mass of 4 kg; a tendon of 8 N/m from the first to the third velocity,
// w = 1 + 1/4; and one of 100 N/m with a slack.
contact::VelocityProblem MakeProblem() {
  contact::VelocityProblem problem;
  problem.v0 = VectorXd::Zero(3);
  problem.stiffness = Vector3d(0, 10, 0);
  problem.damping = Vector3d::Zero();
  contact::Clique two{.v_start = 0, .nv = 2, .M = MatrixXd(2, 2)};
  two.M << 2, 1, 1, 1;
  problem.cliques = {two,
                     {.v_start = 2, .nv = 1, .M = MatrixXd::Constant(1, 1, 4)}};
  RowLaw tendon{
      .law = RowLaw::Law::kSpring, .lower = 0.3, .upper = 0.3, .stiffness = 8};
  problem.AddRow(tendon, {{.dof = 0}, {.dof = 2, .coefficient = -1}});
  tendon.lower = 0;
  tendon.stiffness = 100;
  problem.AddRow(tendon, {{.dof = 0}});
  tendon.lower = 0.3;
  tendon.stiffness = 0;  // A damper alone.
  problem.AddRow(tendon, {{.dof = 0}});
  return problem;
}

TEST_CASE(
    "Spring share: springs and a tendon -> sum of stiffness by mass for each "
    "tree") {
  SpringRates rates;
  CalcSpringRates(MakeProblem(), &rates);
  REQUIRE(rates.stiffness.size() == 2);
  CHECK(rates.stiffness[0] == Approx(10 * 2 + 8 * 1.25));
  CHECK(rates.stiffness[1] == Approx(8 * 1.25));
  CHECK(rates.damping.isZero(0));
}

TEST_CASE("Spring share: a tendon -> the greatest share of what it pulls") {
  contact::VelocityProblem problem = MakeProblem();
  SetSpringShares({{30, 10}, Vector3d::Zero()}, 0.3, &problem);
  CHECK(problem.spring_shares[0] == Approx(30 * 0.09 / 4));
  CHECK(problem.spring_shares[2] == Approx(1.0 / 3));
  CHECK(problem.joint_rows[0].spring_share == Approx(30 * 0.09 / 4));
  CHECK(problem.joint_rows[1].spring_share == 1);
  CHECK(problem.joint_rows[2].spring_share == 1);
}

// Of joints 3 and 7 by mobilities of 1 and 2, of the tendon 4, and of a servo 2
// by a gear of 3.
TEST_CASE("Spring share: dampers -> the rate that each joint decays with") {
  contact::VelocityProblem problem = MakeProblem();
  SpringRates rates;
  problem.damping = Vector3d(3, 7, 0);
  problem.joint_rows[0].damping = 4;
  CalcSpringRates(problem, &rates);
  CHECK(rates.damping.isApprox(Vector3d(3 + 4 * 1.25, 7 * 2, 4 * 1.25)));
  problem.actuators = {{.dof = 1, .gear = 3, .damping = 2}};
  CalcSpringRates(problem, &rates);
  CHECK(rates.damping[1] == Approx(7 * 2 + 2 * 9 * 2));
}

// A servo of 5 N/m by a gear of 3 on the second velocity, and one of 2 N/m by a
// gear of -1 on the tendon.
TEST_CASE("Spring share: servos -> springs on what they move") {
  contact::VelocityProblem problem = MakeProblem();
  problem.joint_rows.clear();
  problem.stiffness.setZero();
  problem.actuators = {{.dof = 1, .gear = 3, .stiffness = 5},
                       {.gear = -1, .stiffness = 2, .num_terms = 2},
                       {.dof = 0, .stiffness = -4}};
  SpringRates rates;
  CalcSpringRates(problem, &rates);
  CHECK(rates.stiffness[0] == Approx(45 * 2 + 2 * 1.25));
  CHECK(rates.stiffness[1] == Approx(2 * 1.25));
  SetSpringShares({{30, 10}, Vector3d::Zero()}, 0.3, &problem);
  CHECK(problem.CalcSpringShare(problem.actuators[0]) == Approx(30 * 0.09 / 4));
  CHECK(problem.CalcSpringShare(problem.actuators[1]) == Approx(30 * 0.09 / 4));
}

// Two blocks of 1 and 3 kg on slides, 0.1 m apart from where springs want them:
// each on a spring of its own of w^2 = 100 / s^2, or on a servo by a gear of 2,
// or both on a tendon.
struct Blocks {
  bool on_tendon = false;
  double damping = 0;
  bool on_servos = false;

  PlantDiagram Make() const {
    test::ModelBuilder builder;
    builder.set_gravity(Vector3d::Zero());
    multibody::Tendon tendon{.name = "tendon", .stiffness = 75};
    for (const double mass : {1.0, 3.0}) {
      const std::string name = mass == 1 ? "light" : "heavy";
      const int body = builder.AddBody(
          name, {.mass = mass, .I_Bcm = 0.01 * Matrix3d::Identity()});
      const int joint = builder.AddJoint(
          {.name = name,
           .type = test::JointType::kPrismatic,
           .child = body,
           .axis_F = Vector3d::UnitX(),
           .damping = damping * mass,
           .stiffness = on_tendon || on_servos ? 0 : 100 * mass});
      if (on_servos) {
        builder.AddActuator({.name = name,
                             .joint = joint,
                             .gear = 2,
                             .gain = 25 * mass,
                             .bias1 = -25 * mass});
      }
      tendon.terms.push_back({joint, mass == 1 ? 1.0 : -1.0});
    }
    if (on_tendon) builder.AddTendon(tendon);
    PlantDiagram blocks = test::MakeAlone(std::move(builder).Build());
    // About the centre of mass, at which a tendon's ends do not move.
    blocks.plant->SetPositions(&blocks.context, Vector2d(0.075, -0.025));
    return blocks;
  }

  // How far the light one is off after one step.
  double CalcError(double h) const {
    const PlantDiagram blocks = Make();
    const test::Attempted step(blocks, h);
    const double a = damping / 2, w = std::sqrt(100 - a * a);
    const double truth =
        0.075 * std::exp(-a * h) * (std::cos(w * h) + a / w * std::sin(w * h));
    return std::abs(step.step.solution().q[0] - truth);
  }
};

TEST_CASE("Spring share: an oscillator -> a step is of third order") {
  for (const Blocks& blocks :
       {Blocks{}, Blocks{.on_tendon = true}, Blocks{.on_servos = true}}) {
    const double whole = blocks.CalcError(0.02), half = blocks.CalcError(0.01);
    CHECK(whole < 0.075 * 0.09 * std::pow(0.2, 4));
    CHECK(whole / half == Approx(16).epsilon(0.1));
  }
}

// Two balls, of 1 and 3 kg, on a force element that is 0.1 m too long.
double CalcElementError(double h) {
  const auto model = test::MakeBalls({{1, Vector3d::Zero()}, {3, {0.6, 0, 0}}});
  const PlantDiagram balls = test::MakeWith<multibody::SpringDamper>(
      model, multibody::BodyPoint{.body = 1}, multibody::BodyPoint{.body = 2},
      multibody::SpringDamperParameters{.free_length = 0.5, .stiffness = 75});
  const test::Attempted step(balls, h);
  const double x = test::PositionOf(*balls.plant, balls.context, 0).x();
  const VectorXd& q = step.step.solution().q;
  return std::abs(q[0] - x - 0.075 * (1 - std::cos(10 * h)));
}

TEST_CASE("Spring share: a force element -> a step is of third order") {
  const double whole = CalcElementError(0.02), half = CalcElementError(0.01);
  CHECK(whole < 0.075 * 0.09 * std::pow(0.2, 4));
  CHECK(whole / half == Approx(16).epsilon(0.1));
}

TEST_CASE("Spring share: an oscillator with a damper -> of second order") {
  const Blocks blocks{.damping = 4};
  const double whole = blocks.CalcError(0.02), half = blocks.CalcError(0.01);
  CHECK(whole / half > 7);
}

// A block of 1 kg on a servo of 100 N/m, whose set-point moves at 2 m/s.
PlantDiagram MakeFollower() {
  test::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int body = builder.AddBody(
      "block", {.mass = 1, .I_Bcm = 0.01 * Matrix3d::Identity()});
  const int joint = builder.AddJoint({.name = "slide",
                                      .type = test::JointType::kPrismatic,
                                      .child = body,
                                      .axis_F = Vector3d::UnitX()});
  builder.AddActuator(
      {.name = "servo", .joint = joint, .gain = 100, .bias1 = -100});
  systems::DiagramBuilder diagram;
  const auto& plant =
      diagram.AddSystem<multibody::MultibodyPlant>(std::move(builder).Build());
  const auto& ramp = diagram.AddSystem<test::FunctionSource>(
      "ramp", [](double t) { return 2 * t; });
  diagram.Connect(ramp.get_output_port(), plant.actuation_input());
  PlantDiagram follower = test::Finish(std::move(diagram), plant);
  follower.plant->SetVelocities(&follower.context, VectorXd::Constant(1, 2));
  return follower;
}

// With the set-point of the step's end and its own length of a third of it, it
// would lead by two thirds of 2 h.
TEST_CASE("Spring share: a servo that follows steadily -> keeps its place") {
  for (const double h : {0.01, 0.1, 0.15, 1.0}) {
    const test::Attempted step(MakeFollower(), h);
    INFO(h);
    CHECK(step.step.solution().q[0] == Approx(2 * h));
    CHECK(step.step.comparison().q[0] == Approx(2 * h));
    CHECK(step.step.refined().q[0] == Approx(2 * h));
  }
}

TEST_CASE("Spring share: any step on a spring -> what swings does not grow") {
  for (double y = 0.1; y < 1e3; y *= 1.1) {
    const test::Attempted step(Blocks().Make(), y / 10);
    const VectorXd& q = step.step.solution().q;
    const VectorXd& v = step.step.solution().v;
    INFO(y);
    CHECK(std::hypot(q[0], v[0] / 10) < 0.075);
  }
}

}  // namespace
}  // namespace tactus::integrators
