// What must not change the solution: how islands are cut, how Hessians are
// factorized and kept, the order of contacts; and what a copied memory repeats.
#include <cstring>
#include <utility>

#include "contact/icf/solve.h"
#include "contact/random_problem.h"
#include "support/allocation_counter.h"
#include <catch2/catch.hpp>

#include "tactus/contact/icf/solver.h"

namespace tactus::contact {
namespace {

using solvers::ConvexNewtonOptions;
using test::DistanceBound;
using test::kTight;
using test::Random;
using test::Result;
using test::ScaledDistance;
using test::Size;
using test::Solve;

constexpr unsigned kNumSeeds = 8;

bool SameBits(const VectorXd& a, const VectorXd& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

TEST_CASE("ICF solver: islands apart -> what one solve of all gives") {
  const double h = 0.02;
  for (unsigned seed = 1; seed <= kNumSeeds; ++seed) {
    const VelocityProblem apart = test::MakeRandomProblem(seed);
    // Patches without points join all cliques, and change nothing else.
    VelocityProblem together = apart;
    together.bodies.push_back(
        {.clique = 6, .is_free = false, .J = Matrix6Xd::Ones(6, 2)});
    for (int body : {int{test::kFree3}, int{test::kNumBodies}}) {
      together.patches.push_back(
          {.body_a = test::kFree0,
           .body_b = body,
           .p_AoBo_W = Vector3d::Ones(),
           .first_point = static_cast<int>(together.points.size()),
           .num_points = 0});
    }
    const Result a = Solve(apart, h), b = Solve(together, h);
    REQUIRE(a.report.num_islands == 3);
    REQUIRE(b.report.num_islands == 1);
    CHECK(ScaledDistance(apart, a.v, b.v) <= 1e-10 * Size(apart, h));
    CHECK(a.report.newton.iterations <= a.report.total.iterations);
    CHECK(b.report.newton.iterations == b.report.total.iterations);
  }
}

TEST_CASE("ICF solver: every factorization method -> one answer") {
  const double h = 0.02;
  const VelocityProblem problem = test::MakeRandomProblem(5);
  const Result automatic = Solve(problem, h);
  for (auto method :
       {solvers::FactorMethod::kDense, solvers::FactorMethod::kBlock,
        solvers::FactorMethod::kSparse}) {
    IcfSolver solver;
    solver.set_factor_method(method);
    solver.SetProblem(problem);
    IcfMemory memory;
    Result result{.v = problem.v0, .impulses = {}, .report = {}};
    result.report = solver.Solve(h, {.tolerance = kTight, .max_lag_updates = 0},
                                 &memory, &result.v);
    CHECK(memory.islands[0].hessian.method() == method);
    REQUIRE(result.report.converged());
    CHECK(ScaledDistance(problem, result.v, automatic.v) <= 1e-10);
  }
}

TEST_CASE("ICF solver: reused Hessians -> another path, the same answer") {
  const double h = 0.02, tolerance = 1e-8;
  int saved = 0;
  for (unsigned seed = 1; seed <= kNumSeeds; ++seed) {
    VelocityProblem problem = test::MakeRandomProblem(seed);
    const auto solve_twice = [&](int reuse) {
      const ConvexNewtonOptions options{
          .tolerance = tolerance, .reuse_target = reuse, .max_lag_updates = 0};
      IcfSolver solver;
      IcfMemory memory;
      solver.SetProblem(problem);
      Result result{.v = problem.v0, .impulses = {}, .report = {}};
      solver.Solve(h, options, &memory, &result.v);
      // A problem nearby meets a factorization from before.
      VelocityProblem next = problem;
      next.v0 += 0.01 * Random(seed).Vector(problem.num_velocities());
      solver.SetProblem(next);
      result.report = solver.Solve(h, options, &memory, &result.v);
      return std::pair(result, next);
    };
    const auto [with, next] = solve_twice(10);
    const Result without = solve_twice(0).first;
    REQUIRE(with.report.converged());
    REQUIRE(without.report.converged());
    const Result exact = Solve(next, h);
    for (const Result* each : {&with, &without}) {
      // The second stopping test promises a step, not a residual.
      CHECK(ScaledDistance(next, each->v, exact.v) <=
            10 * DistanceBound(next, h, tolerance * Size(next, h)));
    }
    CHECK(with.report.total.factorizations <=
          without.report.total.factorizations);
    saved +=
        without.report.total.factorizations - with.report.total.factorizations;
    CHECK(without.report.total.factorizations ==
          without.report.total.iterations);
  }
  CHECK(saved > 10);
}

TEST_CASE("ICF solver: a copied memory -> the same bits") {
  const double h = 0.02;
  const ConvexNewtonOptions options{.tolerance = 1e-6, .max_lag_updates = 0};
  VelocityProblem problem = test::MakeRandomProblem(4);
  IcfSolver solver;
  IcfMemory memory;
  solver.SetProblem(problem);
  VectorXd v = problem.v0;
  solver.Solve(h, options, &memory, &v);

  problem.k0 *= 1.1;
  solver.SetProblem(problem);
  IcfMemory copy = memory;
  VectorXd v1 = v, v2 = v;
  const IcfReport report1 = solver.Solve(h, options, &memory, &v1);
  const ContactImpulses impulses1 = solver.impulses();
  // Another solver, which has seen other problems.
  IcfSolver other;
  const VelocityProblem distraction = test::MakeRandomProblem(7);
  IcfMemory scratch;
  VectorXd v3 = distraction.v0;
  other.SetProblem(distraction);
  other.Solve(0.1, {.max_lag_updates = 0}, &scratch, &v3);
  other.SetProblem(problem);
  const IcfReport report2 = other.Solve(h, options, &copy, &v2);
  CHECK(SameBits(v1, v2));
  CHECK(impulses1 == other.impulses());
  CHECK(report1.total.iterations == report2.total.iterations);
  CHECK(report1.total.factorizations == report2.total.factorizations);
  CHECK(report1.newton.residual == report2.newton.residual);

  // The memory matters, or copying it would prove nothing.
  const Result fresh = Solve(problem, h, options);
  CHECK(fresh.report.total.factorizations != report1.total.factorizations);
}

// The rows of one copy, moved behind what is there.
template <class Row>
void AppendMoved(const std::vector<Row>& rows, int Row::*first, int offset,
                 std::vector<Row>* all) {
  for (Row row : rows) {
    row.*first += offset;
    all->push_back(row);
  }
}

// Copies of a random problem side by side, with all that it has.
VelocityProblem Repeat(const VelocityProblem& one, int count) {
  VelocityProblem many = one;
  const int nv = one.num_velocities();
  for (int k = 1; k < count; ++k) {
    const int cliques = static_cast<int>(many.cliques.size());
    const int bodies = static_cast<int>(many.bodies.size());
    const int points = static_cast<int>(many.points.size());
    for (VectorXd VelocityProblem::*x :
         {&VelocityProblem::v0, &VelocityProblem::k0, &VelocityProblem::damping,
          &VelocityProblem::stiffness, &VelocityProblem::spring_force0}) {
      (many.*x).conservativeResize((k + 1) * nv);
      (many.*x).tail(nv) = one.*x;
    }
    for (Clique clique : one.cliques) {
      clique.v_start += k * nv;
      many.cliques.push_back(clique);
    }
    for (ContactBody body : one.bodies) {
      if (body.clique >= 0) body.clique += cliques;
      many.bodies.push_back(body);
    }
    for (ContactPatch patch : one.patches) {
      patch.body_a += bodies;
      patch.body_b += bodies;
      patch.first_point += points;
      many.patches.push_back(patch);
    }
    many.points.insert(many.points.end(), one.points.begin(), one.points.end());
    const int terms = static_cast<int>(many.joint_terms.size());
    const int rows = static_cast<int>(many.constraint_rows.size());
    AppendMoved(one.joint_terms, &JointTerm::dof, k * nv, &many.joint_terms);
    AppendMoved(one.joint_rows, &JointRow::first_term, terms, &many.joint_rows);
    for (LinearActuator actuator : one.actuators) {
      actuator.dof += k * nv;
      actuator.first_term += terms;
      many.actuators.push_back(actuator);
    }
    for (BodyConstraint constraint : one.constraints) {
      constraint.body_a += bodies;
      constraint.body_b += bodies;
      constraint.first_row += rows;
      many.constraints.push_back(constraint);
    }
    many.constraint_rows.insert(many.constraint_rows.end(),
                                one.constraint_rows.begin(),
                                one.constraint_rows.end());
  }
  return many;
}

// Every copy moves as the one alone does: nothing was left out or mixed up.
TEST_CASE("ICF solver: copies side by side -> each moves as the one alone") {
  VelocityProblem one = test::MakeRandomProblem(3);
  test::AddRandomConstraints(3, &one);
  REQUIRE(one.joint_rows.size() > 4);
  REQUIRE(one.actuators.size() > 4);
  REQUIRE(one.constraints.size() > 4);
  const double h = 0.02;
  const VectorXd alone = Solve(one, h).v;
  const VectorXd all = Solve(Repeat(one, 3), h).v;
  for (int k = 0; k < 3; ++k) {
    const VectorXd v = all.segment(k * alone.size(), alone.size());
    CHECK(ScaledDistance(one, v, alone) <= 1e-10 * Size(one, h));
  }
}

TEST_CASE("ICF solver: several threads -> the same bits") {
  VelocityProblem one = test::MakeRandomProblem(3);
  test::AddRandomConstraints(3, &one);
  const VelocityProblem problem = Repeat(one, 12);
  REQUIRE(problem.points.size() >= 64);
  const double h = 0.02;
  const auto solve = [&](int num_threads, Profile* profile) {
    IcfSolver solver;
    solver.set_num_threads(num_threads);
    solver.set_profile(profile);
    solver.SetProblem(problem);
    IcfMemory memory;
    Result result{.v = problem.v0, .impulses = {}, .report = {}};
    for (int i = 0; i < 2; ++i)  // cold, then with the Hessians kept
      result.report = solver.Solve(h, {.tolerance = 1e-8, .max_lag_updates = 0},
                                   &memory, &result.v);
    result.impulses = solver.impulses();
    return result;
  };
  const Result serial = solve(1, nullptr);
  CHECK(serial.report.num_islands >= 24);
  for (int num_threads : {2, 3, 8}) {
    Profile profile;
    const Result parallel = solve(num_threads, &profile);
    CHECK(SameBits(parallel.v, serial.v));
    CHECK(parallel.impulses == serial.impulses);
    CHECK(parallel.report.total.iterations == serial.report.total.iterations);
    CHECK(parallel.report.newton.residual == serial.report.newton.residual);
    CHECK(profile[Phase::kHessian] > 0);
    CHECK(profile[Phase::kSolverRest] >= 0);
  }
}

TEST_CASE("ICF solver: contacts in another order -> the same answer") {
  const double h = 0.02;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const VelocityProblem problem = test::MakeRandomProblem(seed);
    VelocityProblem shuffled = problem;
    Random random(seed);
    random.Shuffle(&shuffled.patches);
    shuffled.points.clear();
    for (ContactPatch& patch : shuffled.patches) {
      std::vector<ContactPoint> points(
          problem.points.begin() + patch.first_point,
          problem.points.begin() + patch.first_point + patch.num_points);
      random.Shuffle(&points);
      patch.first_point = static_cast<int>(shuffled.points.size());
      shuffled.points.insert(shuffled.points.end(), points.begin(),
                             points.end());
    }
    random.Shuffle(&shuffled.joint_rows);
    random.Shuffle(&shuffled.actuators);
    const Result a = Solve(problem, h), b = Solve(shuffled, h);
    CHECK(ScaledDistance(problem, a.v, b.v) <= 1e-10);
  }
}

TEST_CASE("ICF solver: started at the solution -> found at once") {
  const VelocityProblem problem = test::MakeRandomProblem(6);
  const double h = 0.02;
  IcfSolver solver;
  IcfMemory memory;
  solver.SetProblem(problem);
  VectorXd v = problem.v0;
  REQUIRE(
      solver.Solve(h, {.tolerance = 1e-13, .max_lag_updates = 0}, &memory, &v)
          .converged());
  const VectorXd solution = v;
  const IcfReport again =
      solver.Solve(h, {.tolerance = 1e-8, .max_lag_updates = 0}, &memory, &v);
  CHECK(again.converged());
  CHECK(again.newton.iterations <= 1);
  CHECK(again.total.factorizations == 0);
  CHECK(ScaledDistance(problem, v, solution) <= 1e-9);
}

TEST_CASE("ICF solver: a warm solve -> no allocation") {
  if (!tactus::test::AllocationsAreCounted()) return;
  // The counter counts.
  CHECK(tactus::test::CountAllocations([] { VectorXd::Zero(10).eval(); }) > 0);
  VelocityProblem problem = test::MakeRandomProblem(3);
  for (int reuse : {0, 10}) {
    const ConvexNewtonOptions options{
        .tolerance = 1e-10, .reuse_target = reuse, .max_lag_updates = 0};
    IcfSolver solver;
    IcfMemory memory;
    VectorXd v = problem.v0;
    const auto solve = [&](double h) {
      solver.SetProblem(problem);
      return solver.Solve(h, options, &memory, &v);
    };
    solve(0.02);
    v.setZero();
    IcfReport report;
    const long count =
        tactus::test::CountAllocations([&] { report = solve(0.01); });
    CHECK(count == 0);
    CHECK(report.total.iterations > 3);
  }
}

}  // namespace
}  // namespace tactus::contact
