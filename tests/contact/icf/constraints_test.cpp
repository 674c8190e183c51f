#include "tactus/contact/icf/constraints.h"

#include <numeric>

#include "contact/icf/oracle.h"
#include "contact/random_problem.h"
#include <catch2/catch.hpp>

#include "tactus/contact/body_motion.h"
#include "tactus/contact/continuous_forces.h"
#include "tactus/contact/icf/island.h"
#include "tactus/contact/icf/solver.h"

namespace tactus::contact {
namespace {

using test::Complex;
using test::Real;
using test::RealMatrix;
using test::RealVector;
using test::VectorX;

constexpr double kSteps[] = {1e-3, 0.02};
constexpr unsigned kNumSeeds = 6;

VelocityProblem MakeProblem(unsigned seed) {
  VelocityProblem problem = test::MakeRandomProblem(seed);
  test::AddRandomConstraints(seed + 50, &problem);
  return problem;
}

RealVector OracleGradient(const VelocityProblem& problem, double h,
                          const VectorXd& v) {
  return test::ComplexStepGradient(
      [&](const VectorX<Complex>& x) {
        return test::TotalPotential<Complex>(problem, h, x);
      },
      v.cast<Real>());
}

// All islands of a problem, each moved to its part of v.
struct Subject {
  Subject(unsigned seed, double step) : problem(MakeProblem(seed)), h(step) {
    num_islands = IslandFinder().Find(problem, &islands);
    v = test::Random(seed + 100).Vector(problem.num_velocities());
    p = test::Random(seed + 200).Vector(problem.num_velocities());
  }
  VelocityProblem problem;
  double h;
  std::vector<Island> islands;
  int num_islands{};
  VectorXd v, p;
};

TEST_CASE(
    "ICF constraints: random problems -> the total potential's gradient") {
  for (double h : kSteps) {
    for (unsigned seed = 1; seed <= kNumSeeds; ++seed) {
      Subject s(seed, h);
      VectorXd g = VectorXd::Zero(s.v.size());
      for (int k = 0; k < s.num_islands; ++k) {
        IslandFactorization factorization;
        IcfIsland island;
        island.Reset(s.problem, s.islands[k], h, 1e-4, &factorization, nullptr);
        VectorXd v, gradient;
        island.Gather(s.v, &v);
        island.MoveTo(v, &gradient);
        island.Scatter(gradient, &g);
      }
      const RealVector truth = OracleGradient(s.problem, h, s.v);
      INFO("seed " << seed << ", h = " << h);
      CHECK((g.cast<Real>() - truth).norm() <= 1e-12L * truth.norm());
    }
  }
}

TEST_CASE("ICF constraints: random problems -> the total potential's Hessian") {
  for (double h : kSteps) {
    for (unsigned seed = 1; seed <= kNumSeeds; ++seed) {
      Subject s(seed, h);
      const Eigen::Index n = s.v.size();
      RealMatrix H(n, n);
      for (Eigen::Index j = 0; j < n; ++j) {
        H.col(j) = test::HessianColumn(
            [&](const VectorX<Complex>& x) {
              return test::TotalPotential<Complex>(s.problem, h, x);
            },
            s.v.cast<Real>(), j, 1e-8L);
      }
      // H (H^-1 b) = b, island by island.
      const VectorXd b = s.p;
      VectorXd x = VectorXd::Zero(n);
      for (int k = 0; k < s.num_islands; ++k) {
        IslandFactorization factorization;
        IcfIsland island;
        island.Reset(s.problem, s.islands[k], h, 1e-4, &factorization, nullptr);
        VectorXd v, gradient, part, solved;
        island.Gather(s.v, &v);
        island.MoveTo(v, &gradient);
        // After a step of no length friction's dual variables are right.
        island.SetDirection(VectorXd::Zero(v.size()));
        island.MoveAlong(1, &gradient);
        REQUIRE(island.FactorizeHessian());
        island.Gather(b, &part);
        island.SolveHessian(part, &solved);
        island.Scatter(solved, &x);
      }
      INFO("seed " << seed << ", h = " << h);
      const RealVector Hx = H * x.cast<Real>();
      const RealVector size = H.cwiseAbs() * x.cwiseAbs().cast<Real>();
      CHECK((Hx - b.cast<Real>()).norm() <= 1e-9L * size.norm());
    }
  }
}

TEST_CASE(
    "ICF constraints: a line -> its cost, slope and curvature, and moves") {
  Subject s(3, 0.02);
  for (int k = 0; k < s.num_islands; ++k) {
    IslandFactorization factorization;
    IcfIsland island;
    island.Reset(s.problem, s.islands[k], s.h, 1e-4, &factorization, nullptr);
    VectorXd v, p, gradient;
    island.Gather(s.v, &v);
    island.Gather(s.p, &p);
    island.MoveTo(v, &gradient);
    island.SetDirection(p);
    for (const double alpha : {0.0, 0.3, -0.7, 2.0}) {
      VectorXd at = v + alpha * p, there;
      IcfIsland other;
      IslandFactorization kept;
      other.Reset(s.problem, s.islands[k], s.h, 1e-4, &kept, nullptr);
      other.MoveTo(at, &there);
      const auto sample = island.EvalLine(alpha);
      CHECK(sample.slope ==
            Approx(p.dot(there)).epsilon(1e-10).margin(1e-9 * there.norm()));
      constexpr double kDelta = 1e-6;
      const auto above = island.EvalLine(alpha + kDelta);
      const auto below = island.EvalLine(alpha - kDelta);
      const double size = std::abs(sample.cost) + std::abs(sample.slope);
      CHECK((above.cost - below.cost) / (2 * kDelta) ==
            Approx(sample.slope).margin(1e-8 * size));
      CHECK((above.slope - below.slope) / (2 * kDelta) ==
            Approx(sample.curvature).epsilon(1e-6).margin(1e-8 * size));
    }
    VectorXd moved, direct;
    island.MoveAlong(0.4, &moved);
    island.MoveTo(v + 0.4 * p, &direct);
    CHECK((moved - direct).norm() <= 1e-10 * direct.norm());
  }
}

// Free body of 2 kg on a spring to the world: (m + h d + h^2 k) v = m v0 - h k
// e.
TEST_CASE("ICF constraints: a spring -> an implicit step, and its force") {
  VelocityProblem problem;
  problem.cliques = {{.v_start = 0, .nv = 6, .M = 2 * Matrix6d::Identity()}};
  problem.v0 = Vector6d::Constant(0.3);
  problem.k0 = problem.damping = problem.stiffness = problem.spring_force0 =
      VectorXd::Zero(6);
  problem.bodies = {{}, {.clique = 0, .is_free = true, .J = {}}};
  problem.constraints = {{.body_a = 0, .body_b = 1, .num_rows = 1}};
  const double k = 400, d = 3, e = 0.02, h = 0.01;
  problem.constraint_rows = {{{.law = ConstraintRow::Law::kSpring,
                               .error = e,
                               .lower = 0,
                               .upper = 0,
                               .stiffness = k,
                               .damping = d},
                              Vector6d::Unit(5)}};
  IcfSolver solver;
  solver.SetProblem(problem);
  IcfMemory memory;
  VectorXd v = problem.v0;
  CHECK(solver.Solve(h, {.tolerance = 1e-12}, &memory, &v).converged());
  const double expected = (2 * 0.3 - h * k * e) / (2 + h * d + h * h * k);
  CHECK(v[5] == Approx(expected).epsilon(1e-12));
  CHECK(v[4] == Approx(0.3).epsilon(1e-14));
  std::vector<double> forces;
  CalcMeanConstraintForces(problem, h, v, &forces);
  CHECK(forces[0] == Approx(2 * (v[5] - 0.3) / h).epsilon(1e-10));
  CHECK(CalcWrench(problem, problem.constraints[0], forces)[5] == forces[0]);
}

// As h -> 0 the step's forces are those of CalcAccelerations(), for springs.
TEST_CASE("ICF constraints: springs in tiny steps -> the continuous forces") {
  VelocityProblem problem = MakeProblem(2);
  for (ConstraintRow& row : problem.constraint_rows)
    row.law = ConstraintRow::Law::kSpring;
  std::vector<double> limit, forces;
  CalcConstraintForces(problem, &limit);
  CalcMeanConstraintForces(problem, 1e-12, problem.v0, &forces);
  REQUIRE(limit.size() == forces.size());
  for (std::size_t i = 0; i < limit.size(); ++i)
    CHECK(forces[i] == Approx(limit[i]).epsilon(1e-8).margin(1e-8));
}

TEST_CASE("Islands: constraints between bodies -> join their cliques") {
  VelocityProblem problem;
  for (int i = 0; i < 3; ++i) {
    problem.cliques.push_back(
        {.v_start = 6 * i, .nv = 6, .M = Matrix6d::Identity()});
    problem.bodies.push_back({.clique = i, .is_free = true, .J = {}});
  }
  problem.bodies.push_back({});
  problem.v0 = VectorXd::Zero(18);
  problem.constraints = {{.body_a = 0, .body_b = 2},
                         {.body_a = 3, .body_b = 1}};
  std::vector<Island> islands;
  REQUIRE(IslandFinder().Find(problem, &islands) == 2);
  CHECK(islands[0].cliques == std::vector<int>{0, 2});
  CHECK(islands[0].constraints == std::vector<int>{0});
  CHECK(islands[0].edges == std::vector<std::pair<int, int>>{{1, 0}});
  CHECK(islands[1].cliques == std::vector<int>{1});
  CHECK(islands[1].constraints == std::vector<int>{1});
  CHECK(islands[1].edges.empty());
}

}  // namespace
}  // namespace tactus::contact
