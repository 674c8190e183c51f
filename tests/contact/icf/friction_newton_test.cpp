// How Newton's method fares with friction alone.
#include "contact/icf/solve.h"
#include "contact/random_problem.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using test::Result;
using test::Solve;

// A sheet of n x n bodies, each of which rubs against its neighbours and
// against the ground: the least of
//
//     sum_i |v_i - v0_i|^2 / 2 + sum_ij mu n0 |v_i - v_j|,
//
// stiction regularised. Whole groups of bodies stick together at the solution.
VelocityProblem MakeSheet(int n, double friction_impulse,
                          double stiction_velocity) {
  VelocityProblem problem;
  const int num_bodies = n * n;
  problem.bodies.push_back({});  // The ground.
  for (int i = 0; i < num_bodies; ++i) {
    problem.cliques.push_back(
        {.v_start = 6 * i, .nv = 6, .M = Matrix6d::Identity()});
    problem.bodies.push_back({.clique = i, .is_free = true, .J = {}});
  }
  problem.v0 = test::Random(3).Vector(6 * num_bodies);
  problem.k0 = problem.damping = problem.stiffness = problem.spring_force0 =
      VectorXd::Zero(6 * num_bodies);
  const auto rub = [&](int a, int b, double share) {
    problem.patches.push_back(
        {.body_a = a,
         .body_b = b,
         .first_point = static_cast<int>(problem.points.size()),
         .num_points = 1});
    problem.points.push_back({.friction = 1,
                              .stiction_velocity = stiction_velocity,
                              .normal_force0 = share * friction_impulse,
                              .inverse_mass = 1});
  };
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      const int body = 1 + n * i + k;
      rub(0, body, 0.2);
      if (k + 1 < n) rub(body, body + 1, 1);
      if (i + 1 < n) rub(body, body + n, 1);
    }
  }
  return problem;
}

// With the Hessian of the cost alone it takes 33 for a hundred bodies at 1e-4,
// and more for more.
TEST_CASE(
    "ICF friction: sheets of bodies that stick -> at most 14 iterations") {
  for (const double vs : {1e-2, 1e-4}) {
    for (const int n : {3, 10}) {
      for (const double impulse : {0.05, 0.3, 2.0}) {
        INFO("vs " << vs << ", " << n * n << " bodies, impulse " << impulse);
        const Result result =
            Solve(MakeSheet(n, impulse, vs), 1, {.tolerance = 1e-8});
        REQUIRE(result.report.converged());
        CHECK(result.report.newton.iterations <= 14);
      }
    }
  }
}

}  // namespace
}  // namespace tactus::contact
