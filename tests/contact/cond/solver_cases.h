#pragma once

#include "contact/random_problem.h"
#include <catch2/catch.hpp>

#include "tactus/contact/cond/solver.h"

/// Problems for COND.
namespace tactus::contact::test {

inline constexpr double kStep = 0.01;
inline constexpr unsigned kNumSeeds = 8;

/// With Coulomb's coefficients, which other methods lag.
inline VelocityProblem MakeProblem(unsigned seed) {
  VelocityProblem problem = MakeRandomProblem(seed);
  for (ContactPoint& point : problem.points)
    point.sliding_friction = point.friction;
  return problem;
}

/// Without limits, actuators and constraints.
inline VelocityProblem MakeContactsOnly(unsigned seed) {
  VelocityProblem problem = MakeProblem(seed);
  problem.joint_rows.clear();
  problem.actuators.clear();
  problem.constraints.clear();
  return problem;
}

/// A ball of unit mass and inertia 0.4 that touches the ground under its
/// centre, for `reach`; gravity is 10.
inline VelocityProblem MakeBall(const Vector6d& v0, double reach) {
  VelocityProblem problem;
  problem.v0 = v0;
  problem.k0 = VectorXd::Zero(6);
  problem.k0[5] = 10;
  problem.damping = problem.stiffness = problem.spring_force0 =
      VectorXd::Zero(6);
  Vector6d inertia;
  inertia << 0.4, 0.4, 0.4, 1, 1, 1;
  problem.cliques = {{.v_start = 0, .nv = 6, .M = inertia.asDiagonal()}};
  problem.bodies = {{}, {.clique = 0, .is_free = true, .J = {}}};
  problem.patches = {{.body_a = 0, .body_b = 1, .num_points = 1}};
  ContactPoint point;
  point.p_BoC_W.z() = -reach;
  point.inverse_mass = 1;
  problem.points = {point};
  return problem;
}

/// The velocity that a solve converges to.
inline VectorXd SolveCond(const VelocityProblem& problem,
                          const CondOptions& options) {
  CondSolver solver(options);
  VectorXd v;
  REQUIRE(solver.Solve(problem, kStep, &v).converged);
  return v;
}

}  // namespace tactus::contact::test
