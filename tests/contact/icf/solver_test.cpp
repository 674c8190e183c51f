#include "tactus/contact/icf/solver.h"

#include <limits>

#include "contact/icf/oracle.h"
#include "contact/icf/solve.h"
#include "contact/random_problem.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using test::Complex;
using test::kTight;
using test::Random;
using test::Real;
using test::RealVector;
using test::Result;
using test::Scale;
using test::Size;
using test::Solve;
using test::StepScale;
using test::VectorX;

constexpr unsigned kNumSeeds = 8;

// (M + h D + h^2 K) v = M v0 - h (k0 + K (q0 - qref)) + J' gamma + joint laws.
TEST_CASE("ICF solver: random problems -> momentum balances to 1e-10") {
  for (double h : {1e-4, 1e-3, 0.02}) {
    for (unsigned seed = 1; seed <= kNumSeeds; ++seed) {
      INFO("seed " << seed << ", h = " << h);
      const VelocityProblem problem = test::MakeRandomProblem(seed);
      const Result result = Solve(problem, h);
      REQUIRE(result.report.converged());

      VectorXd balance(problem.num_velocities());
      for (const Clique& clique : problem.cliques) {
        const auto of = [&](const VectorXd& x) {
          return x.segment(clique.v_start, clique.nv);
        };
        balance.segment(clique.v_start, clique.nv) =
            clique.M * (of(result.v) - of(problem.v0)) +
            h * (of(problem.k0) + of(problem.spring_force0) +
                 of(problem.damping).cwiseProduct(of(result.v)) +
                 h * of(problem.stiffness).cwiseProduct(of(result.v)));
      }
      for (const ContactPatch& patch : problem.patches) {
        for (int i = 0; i < patch.num_points; ++i) {
          const int index = patch.first_point + i;
          const auto push = [&](int body_index, const Vector3d& p_OC,
                                const Vector3d& gamma) {
            const ContactBody& body = problem.bodies[body_index];
            if (body.clique < 0) return;
            const Clique& clique = problem.cliques[body.clique];
            const MatrixXd J = body.is_free ? MatrixXd(Matrix6d::Identity())
                                            : MatrixXd(body.J);
            Vector6d F;
            F << p_OC.cross(gamma), gamma;
            balance.segment(clique.v_start, clique.nv) -= J.transpose() * F;
          };
          const Vector3d& p_BoC_W = problem.points[index].p_BoC_W;
          push(patch.body_b, p_BoC_W, result.impulses[index]);
          push(patch.body_a, patch.p_AoBo_W + p_BoC_W, -result.impulses[index]);
        }
      }
      for (const LinearActuator& actuator : problem.actuators) {
        const double c = actuator.damping + h * actuator.stiffness;
        const auto x = static_cast<double>(
            actuator.gear *
            test::ActuatorRate<Real>(
                problem, actuator,
                (c < 0 ? problem.v0 : result.v).cast<Real>().eval()));
        const double push =
            h * actuator.gear *
            std::clamp(actuator.force0 - c * x, actuator.lower, actuator.upper);
        if (actuator.num_terms == 0) balance[actuator.dof] -= push;
        for (const JointTerm& term : problem.TermsOf(actuator))
          balance[term.dof] -= term.coefficient * push;
      }
      for (const JointRow& row : problem.joint_rows) {
        const Real x =
            test::SumRate<Real>(problem, row, result.v.cast<Real>().eval());
        const auto pull = static_cast<double>(
            test::RowPotential<Complex>(row, h, Complex(x, 1e-30L)).imag() /
            1e-30L);
        for (const JointTerm& term : problem.TermsOf(row))
          balance[term.dof] += term.coefficient * pull;
      }
      CHECK(StepScale(problem, h).cwiseProduct(balance).norm() <=
            1e-10 * Size(problem, h));
    }
  }
}

TEST_CASE("ICF solver: impulses at the solution -> obey the contact law") {
  const double h = 0.02;
  int pushing = 0, sliding = 0;
  for (unsigned seed = 1; seed <= kNumSeeds; ++seed) {
    const VelocityProblem problem = test::MakeRandomProblem(seed);
    const Result result = Solve(problem, h);
    const RealVector v = result.v.cast<Real>();
    for (const ContactPatch& patch : problem.patches) {
      for (int i = 0; i < patch.num_points; ++i) {
        const int index = patch.first_point + i;
        const ContactPoint& point = problem.points[index];
        const auto v_C = test::ContactVelocity<Real>(problem, patch, point, v);
        const RealVector gradient = test::ComplexStepGradient(
            [&](const VectorX<Complex>& x) {
              return test::PointPotential<Complex>(point, h, x);
            },
            v_C);
        const Vector3d gamma_C =
            point.R_WC.transpose() * result.impulses[index];
        CHECK((gamma_C.cast<Real>() + gradient).norm() <=
              1e-9 * (1 + gradient.norm()));
        // The friction cone of the lagged normal impulse; nothing pulls.
        const double mu_n0 = point.friction * h * point.normal_force0;
        CHECK(gamma_C.head<2>().norm() <= mu_n0 * (1 + 1e-12) + 1e-15);
        CHECK(gamma_C.z() >= -1e-14);
        pushing += gamma_C.z() > 0;
        sliding += mu_n0 > 0 && gamma_C.head<2>().norm() > 0.99 * mu_n0;
      }
    }
  }
  CHECK(pushing > 20);  // both happen
  CHECK(sliding > 5);
}

TEST_CASE("ICF solver: random problems -> the least total potential") {
  const double h = 0.02;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const VelocityProblem problem = test::MakeRandomProblem(seed);
    const Result result = Solve(problem, h);
    const auto cost = [&](const VectorXd& v) {
      return test::TotalPotential<Real>(problem, h, v.cast<Real>());
    };
    const Real least = cost(result.v);
    CHECK(least < cost(problem.v0));
    Random random(seed);
    for (double distance : {1e-3, 1.0}) {
      for (int i = 0; i < 20; ++i)
        CHECK(cost(result.v + random.Vector(static_cast<int>(result.v.size()),
                                            distance)) > least);
    }
  }
}

// Two free bodies that collide: linear and angular momentum about a fixed
// point stay what they were.
TEST_CASE("ICF solver: two free bodies collide -> momentum is conserved") {
  for (unsigned seed = 1; seed <= kNumSeeds; ++seed) {
    VelocityProblem problem = test::MakeRandomProblem(seed);
    problem.k0.setZero();
    const ContactPatch touch = problem.patches[1];  // kFree0 and kFree1
    REQUIRE(touch.body_a == test::kFree0);
    problem.patches = {touch};
    const Vector3d p_WA(0.3, -0.2, 0.5);
    const auto momentum = [&](const VectorXd& v) {
      Vector6d total = Vector6d::Zero();
      for (const auto& [clique, p_WO] :
           {std::pair(0, p_WA),
            std::pair(1, Vector3d(p_WA + touch.p_AoBo_W))}) {
        const Vector6d L = problem.cliques[clique].M * v.segment(6 * clique, 6);
        total += L;  // angular about O, linear
        total.head<3>() += p_WO.cross(L.tail<3>());
      }
      return total;
    };
    for (int i = 0; i < touch.num_points; ++i) {
      ContactPoint& point = problem.points[touch.first_point + i];
      point.stiffness = 1e4;
      point.elastic_force0 = 1000;  // a blow
      point.normal_force0 = 1000;
      point.friction = 0.7;
    }
    const Result result = Solve(problem, 0.02);
    const Vector6d before = momentum(problem.v0), after = momentum(result.v);
    CHECK((after - before).norm() <= 1e-12 * before.norm());
    CHECK((result.v - problem.v0).head(12).norm() > 0.1);
  }
}

TEST_CASE("ICF solver: a solve that fails -> a status that names the island") {
  VelocityProblem problem = test::MakeRandomProblem(1);
  const Result good = Solve(problem, 0.02);
  REQUIRE(good.report.failed_clique == -1);

  SECTION("a force that is not a number") {
    problem.k0[problem.cliques[5].v_start] =
        std::numeric_limits<double>::quiet_NaN();
    const Result bad = Solve(problem, 0.02);
    CHECK_FALSE(bad.report.converged());
    CHECK(bad.report.failed_clique == 0);  // the island of cliques 0 1 2 4 5
    CHECK(bad.report.newton.status == Status::kNumericalFailure);
    // The other two islands have nothing to do with it.
    CHECK(bad.v.segment(18, 6) == good.v.segment(18, 6));
    CHECK(bad.v.tail(2) == good.v.tail(2));
  }
  SECTION("an infinite force on the last island") {
    problem.k0.tail(1)[0] = std::numeric_limits<double>::infinity();
    const Result bad = Solve(problem, 0.02);
    CHECK(bad.report.failed_clique == 6);
    CHECK(bad.report.newton.status == Status::kNumericalFailure);
    CHECK(bad.v.head(34) == good.v.head(34));
  }
  SECTION("an indefinite mass matrix") {
    problem.joint_rows.clear();  // They would make it definite again.
    MatrixXd& M = problem.cliques[6].M;
    M(0, 1) = M(1, 0) = 10 * M.norm();
    const Result bad = Solve(problem, 0.02);
    CHECK(bad.report.failed_clique == 6);
    CHECK(bad.report.newton.status == Status::kNumericalFailure);
  }
  SECTION("too few iterations") {
    const Result bad =
        Solve(problem, 0.02,
              {.tolerance = kTight, .max_iterations = 1, .max_lag_updates = 0});
    CHECK(bad.report.failed_clique == 0);
    CHECK(bad.report.newton.status == Status::kIterationLimit);
  }
}

TEST_CASE(
    "ICF solver: free fall -> one iteration, one factorization an island") {
  VelocityProblem problem = test::MakeRandomProblem(1);
  problem.patches.clear();
  problem.points.clear();
  problem.actuators.clear();
  problem.joint_rows.clear();
  const double h = 0.01;
  const Result result = Solve(problem, h);
  CHECK(result.report.num_islands == 7);
  CHECK(result.report.newton.iterations == 1);
  CHECK(result.report.total.factorizations == 7);
  for (const Clique& clique : problem.cliques) {
    MatrixXd A = clique.M;
    A.diagonal() +=
        h * problem.damping.segment(clique.v_start, clique.nv) +
        h * h * problem.stiffness.segment(clique.v_start, clique.nv);
    const VectorXd r =
        clique.M * problem.v0.segment(clique.v_start, clique.nv) -
        h * (problem.k0 + problem.spring_force0)
                .segment(clique.v_start, clique.nv);
    const VectorXd v = result.v.segment(clique.v_start, clique.nv);
    CHECK((A * v - r).norm() <= 1e-13 * r.norm());
  }
}

}  // namespace
}  // namespace tactus::contact
