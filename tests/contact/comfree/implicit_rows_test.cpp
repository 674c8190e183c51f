#include "tactus/contact/comfree/implicit_rows.h"

#include <cmath>
#include <limits>
#include <random>

#include <Eigen/Dense>
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

constexpr double kStep = 0.01;
constexpr double kInf = std::numeric_limits<double>::infinity();

/// Two trees of `n` joints each, at random.
class Trees {
 public:
  Trees(int n, unsigned seed) : generator_(seed) {
    problem.v0 = Random(2 * n, 1);
    problem.k0 = problem.damping = problem.stiffness = problem.spring_force0 =
        VectorXd::Zero(2 * n);
    for (const int start : {0, n}) {
      const MatrixXd L = Random(n, n);
      problem.cliques.push_back(
          {.v_start = start,
           .nv = n,
           .M = L * L.transpose() + 0.1 * MatrixXd::Identity(n, n)});
    }
  }

  MatrixXd Random(int rows, int columns) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    return MatrixXd::NullaryExpr(rows, columns,
                                 [&] { return uniform(generator_); });
  }

  /// A row of the law on velocities `dofs`.
  void Add(const RowLaw& law, const std::vector<int>& dofs) {
    JointRow row;
    static_cast<RowLaw&>(row) = law;
    row.first_term = static_cast<int>(problem.joint_terms.size());
    row.num_terms = static_cast<int>(dofs.size());
    for (const int dof : dofs)
      problem.joint_terms.push_back(
          {.dof = dof, .coefficient = Random(1, 1)(0, 0)});
    row.inverse_mass = CalcInverseMass(row);
    problem.joint_rows.push_back(row);
  }

  /// G M^-1 G'
  double CalcInverseMass(const JointRow& row) const {
    VectorXd G = VectorXd::Zero(problem.num_velocities());
    for (const JointTerm& term : problem.TermsOf(row))
      G[term.dof] += term.coefficient;
    double w = 0;
    for (const Clique& clique : problem.cliques) {
      const VectorXd part = G.segment(clique.v_start, clique.nv);
      w += part.dot(clique.M.llt().solve(part));
    }
    return w;
  }

  /// A spring, a damper or dry friction.
  void AddRandom(const std::vector<int>& dofs) {
    const double kind = Random(1, 1)(0, 0),
                 size = std::exp(3 * Random(1, 1)(0, 0));
    RowLaw law;
    law.lower = law.upper = 0;
    if (kind < -0.3) {
      law.law = RowLaw::Law::kDamper;
      law.damping = 10 * size;
    } else if (kind < 0.3) {
      law.law = RowLaw::Law::kSpring;
      law.stiffness = 1000 * size;
      law.damping = size;
      law.error = Random(1, 1)(0, 0);
    } else {
      law.law = RowLaw::Law::kDryFriction;
      law.dry_friction = 5 * size;
    }
    Add(law, dofs);
  }

  VelocityProblem problem;

 private:
  std::mt19937 generator_;
};

/// What implicit rows make of the smooth prediction.
struct Solution {
  explicit Solution(const VelocityProblem& problem) {
    prediction.Reset(problem, kStep);
    rows.Reset(problem, prediction, kStep);
    v = prediction.v_smooth();
    rows.Solve(&v);
    forces.assign(problem.joint_rows.size(), 0);
    rows.GetJointForces(&forces);
  }
  SmoothPrediction prediction;
  ComFreeImplicitRows rows;
  VectorXd v;
  std::vector<double> forces;
};

// What is missing of A (v - v*) = h G' lambda.
double CalcMissing(const VelocityProblem& problem, const Solution& solution) {
  VectorXd missing = -VectorXd(solution.v - solution.prediction.v_smooth());
  MatrixXd A = MatrixXd::Zero(missing.size(), missing.size());
  for (const Clique& clique : problem.cliques)
    A.block(clique.v_start, clique.v_start, clique.nv, clique.nv) = clique.M;
  missing = A * missing;
  for (std::size_t i = 0; i < problem.joint_rows.size(); ++i) {
    for (const JointTerm& term : problem.TermsOf(problem.joint_rows[i]))
      missing[term.dof] += kStep * term.coefficient * solution.forces[i];
  }
  return missing.norm();
}

// m v = m v* - h n d v
TEST_CASE("ComFreeImplicitRows: n dampers of one joint -> as n times one") {
  for (const int n : {1, 2, 7}) {
    Trees trees(1, 3);
    RowLaw damper;
    damper.law = RowLaw::Law::kDamper;
    damper.damping = 20;
    for (int i = 0; i < n; ++i) {
      trees.Add(damper, {0});
      trees.problem.joint_terms.back().coefficient = 1;
    }
    const double m = trees.problem.cliques[0].M(0, 0);
    CHECK(
        Solution(trees.problem).v[0] ==
        Approx(trees.problem.v0[0] / (1 + kStep * n * 20 / m)).epsilon(1e-13));
  }
}

TEST_CASE("ComFreeImplicitRows: dry friction of a whole arm -> it stays") {
  Trees trees(7, 5);
  RowLaw friction;
  friction.law = RowLaw::Law::kDryFriction;
  friction.dry_friction = 1e4;
  for (int i = 0; i < 7; ++i) trees.Add(friction, {i});
  const Solution solution(trees.problem);
  CHECK(solution.v.head<7>().norm() < 1e-5 * trees.problem.v0.norm());
  CHECK(solution.v.tail<7>() == solution.prediction.v_smooth().tail<7>());
  CHECK(CalcMissing(trees.problem, solution) < 1e-8);
}

// m v = m v* - h f; the second solve begins at the limit of the first.
TEST_CASE("ComFreeImplicitRows: slip turned in a second solve -> other limit") {
  Trees trees(1, 3);
  RowLaw friction;
  friction.law = RowLaw::Law::kDryFriction;
  friction.dry_friction = 0.2;
  trees.Add(friction, {0});
  trees.problem.joint_terms.back().coefficient = 1;
  const double m = trees.problem.cliques[0].M(0, 0);
  Solution solution(trees.problem);
  for (const double sign : {1.0, -1.0, 1.0}) {
    VectorXd v = VectorXd::Zero(2);
    v[0] = sign;
    solution.rows.Solve(&v);
    CHECK(v[0] == Approx(sign * (1 - kStep * 0.2 / m)).epsilon(1e-13));
    solution.rows.GetJointForces(&solution.forces);
    CHECK(solution.forces[0] == -sign * 0.2);
  }
}

TEST_CASE("ComFreeImplicitRows: random rows -> their laws and momentum hold") {
  int num_stuck = 0, num_sliding = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    Trees trees(5, seed);
    for (int i = 0; i < 5; ++i) {
      trees.AddRandom({i});
      trees.AddRandom({i, 5 + i});
      trees.AddRandom({5 + i, (i + 1) % 5, i});
    }
    const VelocityProblem& problem = trees.problem;
    const Solution solution(problem);
    CHECK(CalcMissing(problem, solution) < 1e-8);
    for (std::size_t i = 0; i < problem.joint_rows.size(); ++i) {
      const JointRow& row = problem.joint_rows[i];
      const double s = CalcRate(problem.TermsOf(row), solution.v);
      const double force = solution.forces[i];
      if (row.law == RowLaw::Law::kDamper)
        CHECK(force == Approx(-row.damping * s).margin(1e-9));
      if (row.law == RowLaw::Law::kSpring)
        CHECK(force ==
              Approx(-row.stiffness * (row.error + kStep * s) - row.damping * s)
                  .margin(1e-9));
      if (row.law != RowLaw::Law::kDryFriction) continue;
      CHECK(std::abs(force) <= row.dry_friction);
      const bool slides = std::abs(s) > 1e-4;
      if (slides)
        CHECK(force == (s > 0 ? -row.dry_friction : row.dry_friction));
      ++(slides ? num_sliding : num_stuck);
    }
  }
  CHECK(num_sliding > 100);
  CHECK(num_stuck > 20);
}

// Each by itself, whatever the other one does.
TEST_CASE("ComFreeImplicitRows: trees that no row couples -> bits as alone") {
  Trees both(6, 9);
  for (int i = 0; i < 6; ++i) both.AddRandom({i, (i + 2) % 6});
  const Solution first(both.problem);
  for (int i = 0; i < 6; ++i) both.AddRandom({6 + i, 6 + (i + 2) % 6});
  const Solution all(both.problem);
  CHECK(all.v.head<6>() == first.v.head<6>());
  CHECK(all.v.tail<6>() != first.v.tail<6>());
}

// 120 velocities and 480 rows of friction from 3e-4 to 3e3 N, each of which
// slides or sticks by what the others do.
TEST_CASE("ComFreeImplicitRows: rows beyond most steps -> told") {
  constexpr int kHalf = 120;
  Trees trees(kHalf, 1);
  std::mt19937 generator(1);
  std::uniform_int_distribution<int> any_dof(0, 2 * kHalf - 1);
  for (int i = 0; i < 4 * kHalf; ++i) {
    RowLaw law;
    law.law = RowLaw::Law::kDryFriction;
    law.dry_friction = std::exp(8 * trees.Random(1, 1)(0, 0));
    trees.Add(law,
              {any_dof(generator), any_dof(generator), any_dof(generator)});
  }
  Solution solution(trees.problem);
  CHECK(solution.rows.has_minimum());
  CHECK(CalcMissing(trees.problem, solution) < 1e-7);
  for (const int most : {3, 200}) {
    solution.rows.set_most_steps(most);
    solution.rows.Reset(trees.problem, solution.prediction, kStep);
    solution.v = solution.prediction.v_smooth();
    solution.rows.Solve(&solution.v);
    solution.rows.GetJointForces(&solution.forces);
    CHECK(solution.rows.has_minimum() == (most == 200));
    CHECK((CalcMissing(trees.problem, solution) < 1e-7) == (most == 200));
  }
}

TEST_CASE("ComFreeImplicitRows: actuator on a tendon -> up to its limits") {
  for (const double limit : {kInf, 3.0}) {
    Trees trees(2, 4);
    VelocityProblem& problem = trees.problem;
    LinearActuator actuator{
        .dof = 0, .gear = 2, .force0 = 10, .damping = 5, .stiffness = 300};
    actuator.lower = -limit;
    actuator.upper = limit;
    actuator.first_term = 0;
    actuator.num_terms = 2;
    problem.joint_terms = {{.dof = 0, .coefficient = 1},
                           {.dof = 1, .coefficient = -0.5}};
    problem.actuators = {actuator};
    const Solution solution(problem);
    std::vector<double> efforts(1);
    solution.rows.GetTendonEfforts(&efforts);
    const double x = 2 * (solution.v[0] - 0.5 * solution.v[1]);
    const double force = 10 - (5 + kStep * 300) * x;
    CHECK(efforts[0] ==
          Approx(2 * std::clamp(force, -limit, limit)).epsilon(1e-12));
    CHECK((std::abs(force) > limit) == (limit == 3.0));
    const MatrixXd& M = problem.cliques[0].M;
    const Vector2d change =
        M * (solution.v.head<2>() - solution.prediction.v_smooth().head<2>());
    CHECK((change - kStep * efforts[0] * Vector2d(1, -0.5)).norm() < 1e-12);
  }
}

}  // namespace
}  // namespace tactus::contact
