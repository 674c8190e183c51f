#include "tactus/contact/cond/impulse_iteration.h"

#include <algorithm>
#include <cmath>

#include "contact/random_problem.h"
#include <catch2/catch.hpp>

#include "tactus/contact/cond/solver.h"

namespace tactus::contact {
namespace {

constexpr double kStep = 0.01;
constexpr NodalMethod kRivals[] = {NodalMethod::kGaussSeidel,
                                   NodalMethod::kAcceleratedGradient};

/// With torsional and rolling friction at every other point.
VelocityProblem MakeProblem(unsigned seed) {
  VelocityProblem problem = test::MakeRandomProblem(seed);
  for (std::size_t i = 0; i < problem.points.size(); ++i) {
    ContactPoint& point = problem.points[i];
    point.sliding_friction = point.friction;
    if (i % 2 == 0) continue;
    point.torsional_friction = 0.02;
    point.rolling_friction = 0.01;
  }
  return problem;
}

struct Solution {
  VectorXd v;
  std::vector<Vector3d> forces_W;
  CondReport report;
};

Solution Solve(const VelocityProblem& problem, const CondOptions& options,
               const CondStart* start = nullptr) {
  CondSolver solver(options);
  Solution solution;
  solution.report = solver.Solve(problem, kStep, &solution.v, start);
  solution.forces_W = solver.forces_W();
  return solution;
}

/// And springs without slack between its trees, which are part of A.
void AddTies(unsigned seed, VelocityProblem* problem) {
  test::AddRandomConstraints(seed, problem);
  int i = 0;
  for (ConstraintRow& row : problem->constraint_rows) {
    row.law = RowLaw::Law::kSpring;
    row.error = 0.01 * (++i % 7 - 3);
    row.lower = row.upper = 0.002;
    row.stiffness = 1e3 * i;
    row.damping = 0.3 * i;
  }
}

// Limits, rows, couplings, actuators and dry friction are in it; under the
// proximal law the problem is convex, and has one solution.
TEST_CASE("Impulse iterations: the proximal law -> the velocities of COND") {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    VelocityProblem problem = MakeProblem(seed);
    for (ContactPoint& point : problem.points)
      point.torsional_friction = point.rolling_friction = 0;
    if (seed % 2 == 0) AddTies(seed, &problem);
    CondOptions options{.projection = ConeProjection::kProximal,
                        .residual = 1e-11,
                        .max_iterations = 1000000};
    const Solution cond = Solve(problem, options);
    REQUIRE(cond.report.converged);
    for (const NodalMethod method : kRivals) {
      options.method = method;
      const Solution rival = Solve(problem, options);
      INFO("seed " << seed << ", method " << static_cast<int>(method));
      REQUIRE(rival.report.converged);
      CHECK((rival.v - cond.v).norm() < 1e-7 * cond.v.norm());
      for (std::size_t i = 0; i < problem.points.size(); ++i)
        CHECK((rival.forces_W[i] - cond.forces_W[i]).norm() < 1e-3);
    }
  }
}

// Where the iteration on velocities ends, each contact's law is met at what the
// virtual nodes leave of it; here by those on impulses, turning too. That they
// end, nothing proves of a law that is not monotone: one of sixteen does not.
TEST_CASE("Impulse iterations: the strict law -> a fixed point of COND's") {
  int ended = 0;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const VelocityProblem problem = MakeProblem(seed);
    for (const NodalMethod method : kRivals) {
      const CondOptions options{
          .method = method, .residual = 1e-11, .max_iterations = 200000};
      SmoothPrediction prediction;
      prediction.Reset(problem, kStep);
      NodalProblem nodal;
      NodalProblemBuilder().Build(problem, prediction, options, kStep, &nodal);
      ImpulseIteration iteration(options);
      iteration.Reset(problem, prediction, kStep, &nodal);
      VectorXd v(problem.num_velocities());
      INFO("seed " << seed << ", method " << static_cast<int>(method));
      bool ends = true;
      for (int i = 0; i < nodal.num_islands; ++i)
        ends = iteration.Solve(nodal.islands[i], &v).converged && ends;
      if (!ends) continue;
      ++ended;
      int pushing = 0;
      for (const PointContact& contact : nodal.points) {
        Vector3d u = contact.phi + contact.compliance * contact.impulse;
        Vector3d spin = contact.angular_compliance * contact.angular_impulse;
        for (const VirtualNode& node : nodal.NodesOf(contact.nodes)) {
          const NodalTree& tree = nodal.trees[node.tree];
          const VectorXd Jv = tree.J() * v.segment(tree.v_start, tree.nv);
          u += Jv.segment<3>(node.first - tree.first);
          if (contact.num_rows == 6)
            spin += Jv.segment<3>(node.first - tree.first + 3);
        }
        const Vector3d& l = contact.impulse;
        const double most = contact.friction * l.z();
        CHECK(l.z() >= 0);
        CHECK(u.z() >= -1e-7);
        CHECK(std::abs(u.z() * l.z()) < 1e-7);
        CHECK(l.head<2>().norm() <= most * (1 + 1e-12));
        CHECK(std::abs(l.head<2>().dot(u.head<2>()) +
                       most * u.head<2>().norm()) < 1e-7);
        pushing += l.z() > 0;
        if (contact.num_rows == 3) continue;
        const double turn = contact.angular_impulse.z();
        const double torsion = contact.torsional_friction * l.z();
        CHECK(std::abs(turn) <= torsion * (1 + 1e-12));
        CHECK(std::abs(turn * spin.z() + torsion * std::abs(spin.z())) < 1e-7);
      }
      CHECK(pushing > 0);
    }
  }
  CHECK(ended >= 15);
}

TEST_CASE("Impulse iterations: started from the solution -> one or two more") {
  const VelocityProblem problem = MakeProblem(4);
  for (const NodalMethod method : kRivals) {
    INFO("method " << static_cast<int>(method));
    VelocityProblem plain = problem;
    for (ContactPoint& point : plain.points)
      point.torsional_friction = point.rolling_friction = 0;
    plain.joint_rows.clear();
    plain.actuators.clear();
    CondOptions options{
        .method = method, .residual = 1e-9, .max_iterations = 200000};
    const Solution cold = Solve(plain, options);
    REQUIRE(cold.report.iterations > 10);
    CondStart start;
    for (std::size_t i = 0; i < plain.points.size(); ++i)
      start.impulses_C.push_back(
          kStep * (plain.points[i].R_WC.transpose() * cold.forces_W[i]));
    options.residual = 1e-8;
    const Solution warm = Solve(plain, options, &start);
    CHECK(warm.report.iterations <= 2);
    CHECK((warm.v - cold.v).norm() < 1e-6);
  }
}

TEST_CASE("Impulse iterations: several threads -> the same bits") {
  const VelocityProblem problem = MakeProblem(3);
  for (const NodalMethod method : kRivals) {
    const Solution one = Solve(problem, {.method = method});
    const Solution two = Solve(problem, {.method = method, .num_threads = 2});
    CHECK(one.v == two.v);
  }
}

TEST_CASE("Impulse iterations: a fixed number of them -> as many, cones kept") {
  const VelocityProblem problem = MakeProblem(5);
  for (const NodalMethod method : kRivals) {
    for (const int count : {1, 3}) {
      const Solution few =
          Solve(problem, {.method = method, .iterations = count});
      CHECK(few.report.converged);
      CHECK(few.report.iterations == count);
      for (std::size_t i = 0; i < problem.points.size(); ++i) {
        const ContactPoint& point = problem.points[i];
        const Vector3d f_C = point.R_WC.transpose() * few.forces_W[i];
        CHECK(f_C.z() >= 0);
        CHECK(f_C.head<2>().norm() <= point.sliding_friction * f_C.z() + 1e-12);
      }
    }
  }
}

}  // namespace
}  // namespace tactus::contact
