#include "tactus/multibody/plant/step_energy.h"

#include "multibody/box_scene.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using contact::VelocityProblem;

// A cube of a kilogram and 0.1 m, two millimetres deep in the ground with its
// four corners, each against 7500 N/m, the springs of 1e4 and 3e4 in a row.
TEST_CASE("CalcEnergy: a cube that sinks and turns -> closed forms") {
  const auto model = test::MakeBoxModel({});
  VelocityProblemBuilder builder(model, MakeCollisionEngine(*model));
  VelocityProblem problem;
  const double depth = 2e-3;
  const Vector6d v = (Vector6d() << 0, 0, 3, 0.5, 0, -2).finished();
  builder.Build(test::BoxPositions(depth), v, {}, &problem);
  const StepEnergy energy = CalcEnergy(builder, problem);
  const double kinetic = (0.5 * 0.5 + 2 * 2) / 2 + 0.1 * 0.1 / 6 * 3 * 3 / 2;
  const double contact = 4 * 7500 * depth * depth / 2;
  CHECK(energy.kinetic == Approx(kinetic));
  CHECK(energy.contact == Approx(contact));
  CHECK(energy.total ==
        Approx(kinetic + contact + test::kGravity * (test::kHalf - depth)));
}

TEST_CASE("CalcEnergy: a cube above the ground -> no springs") {
  const auto model = test::MakeBoxModel({});
  VelocityProblemBuilder builder(model, MakeCollisionEngine(*model));
  VelocityProblem problem;
  builder.Build(test::BoxPositions(-1e-3), VectorXd::Zero(6), {}, &problem,
                {.margin = 0.01});
  REQUIRE(problem.points.size() == 4);
  CHECK(CalcEnergy(builder, problem).contact == 0);
}

TEST_CASE("CalcPushOutEnergy: forces on what overlaps -> their way out") {
  const auto model = test::MakeBoxModel({});
  VelocityProblemBuilder builder(model, MakeCollisionEngine(*model));
  VelocityProblem problem;
  builder.Build(test::BoxPositions(2e-3), VectorXd::Zero(6), {}, &problem);
  REQUIRE(problem.points.size() == 4);
  const Vector3d force(7, -5, 3);
  std::vector<Vector3d> forces_W(4, force);
  CHECK(CalcPushOutEnergy(problem, forces_W) == Approx(4 * 3 * 2e-3));
  problem.points[1].phi0 = 1e-3;
  CHECK(CalcPushOutEnergy(problem, forces_W) == Approx(3 * 3 * 2e-3));
}

// Two kilograms on a rail without gravity, pushed by 3 N and by a motor's 5 N:
// with v1 = v0 + h F / m the work is what the kinetic energy gains.
TEST_CASE("CalcInputPower: of constant forces -> the kinetic energy's rate") {
  ModelBuilder tree;
  const int mass = tree.AddBody("mass", {.mass = 2});
  const int rail = tree.AddJoint({.name = "rail",
                                  .type = JointType::kPrismatic,
                                  .child = mass,
                                  .axis_F = Vector3d::UnitX()});
  // A law of the problem's, whose effort is the caller's to tell.
  tree.AddActuator({.name = "motor", .joint = rail, .bias2 = -1});
  tree.set_gravity(Vector3d::Zero());
  const auto model = std::move(tree).Build();
  VelocityProblemBuilder builder(model, MakeCollisionEngine(*model));
  VelocityProblem problem;
  PlantInputs inputs;
  inputs.actuation = VectorXd::Zero(1);
  inputs.generalized_force = VectorXd::Constant(1, 3);
  const double v0 = 0.7, h = 0.2;
  builder.Build(VectorXd::Zero(1), VectorXd::Constant(1, v0), inputs, &problem);
  REQUIRE(problem.actuators.size() == 1);

  const double v1 = v0 + h * (3 + 5) / 2;
  const std::vector<double> efforts = {5};
  VectorXd power;
  CalcInputPower(builder, problem, efforts, VectorXd::Constant(1, v1), &power);
  CHECK(h * power[0] == Approx(v1 * v1 - v0 * v0));
}

// The belt of B runs along its own x, which is the world's y.
TEST_CASE("CalcBeltPower: a belt against which friction pulls -> its work") {
  VelocityProblem problem;
  problem.points.resize(2);
  problem.points[0].R_WC << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  problem.points[0].bias_C = Vector3d(2, 0, 0);
  const std::vector<Vector3d> forces_W = {{1, -4, 100}, {7, 7, 7}};
  CHECK(CalcBeltPower(problem, forces_W) == Approx(8));
}

}  // namespace
}  // namespace tactus::multibody
