#include "tactus/apps/bench/cond/contact_splitting.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "contact/random_problem.h"
#include <catch2/catch.hpp>

#include "tactus/apps/bench/cond/cond.h"
#include "tactus/contact/cond/solver.h"
#include "tactus/examples/scenes/soft_mat.h"

namespace tactus::apps::cond {
namespace {

using contact::CondOptions;
using contact::ConeProjection;
using contact::NodalMethod;
using contact::VelocityProblem;

constexpr double kStep = 0.01, kElasticStep = 2e-3;  // [s]

/// With springs between trees, limits, rows, actuators and dry friction.
VelocityProblem MakeProblem(unsigned seed) {
  VelocityProblem problem = contact::test::MakeRandomProblem(seed);
  for (contact::ContactPoint& point : problem.points)
    point.sliding_friction = point.friction;
  contact::test::AddRandomConstraints(seed, &problem);
  for (contact::ConstraintRow& row : problem.constraint_rows) {
    row.law = contact::RowLaw::Law::kSpring;
    row.error = 0.01;
    row.lower = row.upper = 0.002;
    row.stiffness = 1e3;
    row.damping = 0.3;
  }
  return problem;
}

VectorXd SolveByGaussSeidel(const VelocityProblem& problem, CondOptions options,
                            double h) {
  options.method = NodalMethod::kGaussSeidel;
  options.residual = 1e-11;
  options.max_iterations = 1000000;
  VectorXd v;
  REQUIRE(contact::CondSolver(options).Solve(problem, h, &v).converged);
  return v;
}

/// An elastic mat on a table.
VelocityProblem MakeElasticProblem() {
  return RecordProblems(AdvanceScene(examples::MakeSoftMat({.cells = 6}),
                                     10 * kElasticStep),
                        1)
      .front();
}

// Convex, so that there is one solution.
TEST_CASE("Contact splitting: the proximal law -> the velocities of PGS") {
  const CondOptions options{.projection = ConeProjection::kProximal};
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const VelocityProblem problem = MakeProblem(seed);
    const VectorXd truth = SolveByGaussSeidel(problem, options, kStep);
    ContactSplitting splitting({.problem = options,
                                .penalty = 3,
                                .residual = 1e-10,
                                .max_iterations = 1000000});
    VectorXd v;
    INFO("seed " << seed);
    REQUIRE(splitting.Solve(problem, kStep, &v).converged);
    CHECK((v - truth).norm() < 1e-6 * truth.norm());
  }
}

TEST_CASE("Contact splitting: an elastic mat -> PGS' velocities") {
  const VelocityProblem problem = MakeElasticProblem();
  REQUIRE(problem.points.size() > 5);
  const VectorXd truth = SolveByGaussSeidel(problem, {}, kElasticStep);
  ContactSplitting splitting({.residual = 1e-10});
  VectorXd v;
  REQUIRE(splitting.Solve(problem, kElasticStep, &v).converged);
  CHECK((v - truth).norm() < 1e-6 * truth.norm());
}

// At what copies and virtual nodes make of it, u = sum of x + C l + phi.
TEST_CASE("Contact splitting: any number of iterations -> the strict law") {
  const VelocityProblem problem = MakeElasticProblem();
  for (const int iterations : {1, 3, 30}) {
    ContactSplitting splitting(
        {.max_iterations = iterations, .is_fixed = true});
    VectorXd v;
    CHECK(splitting.Solve(problem, kElasticStep, &v).iterations == iterations);
    const contact::NodalProblem& nodal = splitting.nodal();
    int pushing = 0;
    for (const contact::PointContact& point : nodal.points) {
      const Vector3d& l = point.impulse;
      Vector3d u = point.phi;
      for (const contact::VirtualNode& node : nodal.NodesOf(point.nodes)) {
        const contact::NodalTree& tree = nodal.trees[node.tree];
        u += splitting.x().segment<3>(node.first);
        if (!tree.is_elastic || node.first > tree.first)
          u += l / tree.beta[node.first - tree.first];
      }
      const double most = point.friction * l.z();
      CHECK(l.z() >= 0);
      CHECK(u.z() >= -1e-12);
      CHECK(std::abs(u.z() * l.z()) < 1e-12);
      CHECK(l.head<2>().norm() <= most * (1 + 1e-12));
      CHECK(std::abs(l.head<2>().dot(u.head<2>()) + most * u.head<2>().norm()) <
            1e-12);
      pushing += l.z() > 0;
    }
    CHECK(pushing > 0);
  }
}

TEST_CASE("Contact splitting: a hundredth of the residual -> more iterations") {
  const VelocityProblem problem = MakeElasticProblem();
  VectorXd v;
  int before = 0;
  for (const double residual : {1e-2, 1e-4, 1e-6}) {
    ContactSplitting splitting({.residual = residual});
    const ContactSplitting::Report report =
        splitting.Solve(problem, kElasticStep, &v);
    CHECK(report.converged);
    CHECK(report.residual <= residual);
    CHECK(report.iterations > before);
    before = report.iterations;
  }
}

}  // namespace
}  // namespace tactus::apps::cond
