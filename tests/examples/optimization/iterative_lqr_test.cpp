#include "tactus/examples/optimization/iterative_lqr.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::examples {
namespace {

// A cube of 1 kg and 0.5 m on the ground, moved by an impulse in each of ten
// steps, as [Howell22] moves it.
PlanningProblem MakeBoxProblem() {
  multibody::ModelBuilder builder;
  const contact::Material material;
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  const contact::Box box{Vector3d::Constant(0.25)};
  const int body = builder.AddBody(
      "box", multibody::MakeSolidInertia(box, 8, RigidTransform::Identity()));
  builder.AddGeometry(
      {.name = "box", .body = body, .shape = box, .material = material});
  PlanningProblem problem;
  problem.model = std::move(builder).Build();
  problem.step = 0.1;
  problem.method.kappa = 1e-5;
  problem.method.gradient_kappa = 3e-4;
  problem.q0 = problem.model->default_positions();
  problem.q0[2] = 0.2501;
  problem.v0 = VectorXd::Zero(6);
  problem.input = MatrixXd::Zero(6, 3);
  problem.input.bottomRows(3).diagonal().setConstant(1 / problem.step);
  problem.targets.assign(11, {problem.q0, problem.v0});
  problem.Q = VectorXd::Ones(12);
  problem.Q_N = problem.Q;
  problem.R = VectorXd::Constant(3, 0.01);
  for (int i = 0; i < 12; ++i) problem.goal.push_back(i);
  return problem;
}

// Table III: 14.5 after 30 iterations to the right, after 106 up, in a cost
// without the factor 1/2.
TEST_CASE("Iterative LQR: a box to the right, and up -> the paper's costs") {
  const auto [axis, most] = GENERATE(table<int, int>({{0, 30}, {2, 106}}));
  PlanningProblem problem = MakeBoxProblem();
  for (auto& target : problem.targets) target.q[axis] += 1;
  const VectorXd rest = (VectorXd(3) << 0, 0, axis == 2 ? 0.981 : 0).finished();
  const Plan plan = MakePlan(problem, std::vector(10, rest));
  CHECK(plan.reaches_goal);
  CHECK(plan.violation < 5e-3);
  CHECK(2 * plan.cost == Approx(14.5).epsilon(0.01));
  CHECK(plan.iterations <= most);
  CHECK(plan.q.back()[axis] - problem.q0[axis] == Approx(1).margin(5e-3));
}

TEST_CASE("Iterative LQR: bounds of controls -> kept, at a price") {
  PlanningProblem problem = MakeBoxProblem();
  for (auto& target : problem.targets) target.q[2] += 1;
  const std::vector guess(10,
                          VectorXd((VectorXd(3) << 0, 0, 0.981).finished()));
  const double free = MakePlan(problem, guess).cost;
  problem.lower = VectorXd::Constant(3, -1.6);
  problem.upper = VectorXd::Constant(3, 1.6);
  const Plan plan = MakePlan(problem, guess);
  CHECK(plan.reaches_goal);
  double largest = 0;
  for (const VectorXd& u : plan.u)
    largest = std::max(largest, u.lpNorm<Eigen::Infinity>());
  CHECK(largest == Approx(1.6));
  CHECK(plan.cost > free);
}

}  // namespace
}  // namespace tactus::examples
