#include "tactus/contact/cond/coupled_trees.h"

#include "contact/icf/solve.h"
#include "contact/random_problem.h"
#include <catch2/catch.hpp>

#include "tactus/contact/body_motion.h"
#include "tactus/contact/cond/solver.h"
#include "tactus/contact/icf/constraints.h"
#include "tactus/contact/icf/solver.h"

namespace tactus::contact {
namespace {

constexpr double kStep = 0.01;

/// Trees with contacts and springs between them.
VelocityProblem MakeSpringsAndContacts(unsigned seed) {
  VelocityProblem problem = test::MakeRandomProblem(seed);
  test::AddRandomConstraints(seed, &problem);
  for (ContactPoint& point : problem.points) point.sliding_friction = 0.3;
  problem.joint_rows.clear();
  problem.actuators.clear();
  int i = 0;
  for (ConstraintRow& row : problem.constraint_rows) {
    row.law = RowLaw::Law::kSpring;
    row.error = 0.01 * (++i % 7 - 3);
    row.lower = row.upper = 0.002;
    row.stiffness = 1e3 * i;
    row.damping = 0.3 * i;
  }
  return problem;
}

VelocityProblem MakeSprings(unsigned seed) {
  VelocityProblem problem = MakeSpringsAndContacts(seed);
  problem.patches.clear();
  problem.points.clear();
  return problem;
}

// Without contact both methods solve the same linear equations, ICF by all
// potentials of the island, COND by its ties.
TEST_CASE("Coupled trees: springs alone -> the velocity and forces of ICF") {
  for (unsigned seed = 0; seed < 8; ++seed) {
    const VelocityProblem problem = MakeSprings(seed);
    REQUIRE(!problem.constraints.empty());
    CondSolver solver({});
    VectorXd v;
    const CondReport report = solver.Solve(problem, kStep, &v);
    CHECK(report.converged);
    CHECK(report.iterations == 0);
    const test::Result icf = test::Solve(problem, kStep);
    INFO("seed " << seed);
    CHECK((v - icf.v).norm() < 1e-8 * (1 + icf.v.norm()));
    std::vector<double> forces;
    CalcMeanConstraintForces(problem, kStep, v, &forces);
    for (std::size_t i = 0; i < forces.size(); ++i)
      CHECK(solver.row_forces()[i] ==
            Approx(forces[i]).epsilon(1e-9).margin(1e-9));
  }
}

// A v^ = b + sum of G' force h + J' l, with contacts and springs.
TEST_CASE("Coupled trees: contacts and springs -> momentum balances") {
  for (unsigned seed = 0; seed < 8; ++seed) {
    const VelocityProblem problem = MakeSpringsAndContacts(seed);
    CondSolver solver({.residual = 1e-11});
    VectorXd v;
    INFO("seed " << seed);
    REQUIRE(solver.Solve(problem, kStep, &v).converged);
    VectorXd missing =
        kStep * (problem.k0 + problem.spring_force0) +
        (kStep * problem.damping + kStep * kStep * problem.stiffness)
            .cwiseProduct(v);
    for (const Clique& clique : problem.cliques) {
      missing.segment(clique.v_start, clique.nv) +=
          clique.M * (v - problem.v0).segment(clique.v_start, clique.nv);
    }
    const double size = missing.norm();
    const auto push = [&](int index, const Vector6d& F) {
      const ContactBody& body = problem.bodies[index];
      if (body.clique < 0) return;
      const Clique& clique = problem.cliques[body.clique];
      auto own = missing.segment(clique.v_start, clique.nv);
      body.is_free ? own -= kStep* F : own -= kStep * body.J.transpose() * F;
    };
    const auto push_both = [&](const auto& pair, const Vector6d& F) {
      push(pair.body_b, F);
      Vector6d on_a = -F;
      on_a.head<3>() -= pair.p_AoBo_W.cross(F.tail<3>());
      push(pair.body_a, on_a);
    };
    for (const BodyConstraint& each : problem.constraints)
      push_both(each, CalcWrench(problem, each, solver.row_forces()));
    for (const ContactPatch& patch : problem.patches) {
      for (int i = patch.first_point; i < patch.first_point + patch.num_points;
           ++i) {
        Vector6d F;
        F << problem.points[i].p_BoC_W.cross(solver.forces_W()[i]),
            solver.forces_W()[i];
        push_both(patch, F);
      }
    }
    CHECK(missing.norm() < 1e-8 * size);
  }
}

// In other units of mass: the residual is relative, by a norm that is.
TEST_CASE(
    "Coupled trees: all masses and forces scaled -> the same iterations") {
  const VelocityProblem problem = MakeSpringsAndContacts(3);
  VelocityProblem heavy = problem;
  constexpr double kFactor = 1024;
  for (Clique& clique : heavy.cliques) clique.M *= kFactor;
  for (VectorXd* force :
       {&heavy.k0, &heavy.damping, &heavy.stiffness, &heavy.spring_force0})
    *force *= kFactor;
  for (ContactPoint& point : heavy.points) point.inverse_mass /= kFactor;
  for (ConstraintRow& row : heavy.constraint_rows) {
    row.stiffness *= kFactor;
    row.damping *= kFactor;
  }
  CondSolver light_solver({.residual = 1e-8}), heavy_solver({.residual = 1e-8});
  VectorXd v_light, v_heavy;
  const CondReport light = light_solver.Solve(problem, kStep, &v_light);
  const CondReport same = heavy_solver.Solve(heavy, kStep, &v_heavy);
  CHECK(light.iterations > 1);
  CHECK(same.iterations == light.iterations);
  CHECK(same.residual == Approx(light.residual).epsilon(1e-6));
  CHECK((v_light - v_heavy).norm() < 1e-10 * (1 + v_light.norm()));
}

TEST_CASE("Coupled trees: springs with slack -> as before, alone") {
  VelocityProblem problem = MakeSprings(1);
  for (ConstraintRow& row : problem.constraint_rows) row.upper = 0.003;
  CondSolver solver({.residual = 1e-10});
  VectorXd v;
  const CondReport report = solver.Solve(problem, kStep, &v);
  CHECK(report.converged);
  CHECK(report.iterations > 0);
}

}  // namespace
}  // namespace tactus::contact
