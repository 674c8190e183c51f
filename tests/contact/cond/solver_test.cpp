#include "tactus/contact/cond/solver.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "contact/cond/elastic_bar.h"
#include "contact/cond/solver_cases.h"
#include "support/allocation_counter.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using test::kNumSeeds;
using test::kStep;
using test::MakeBall;
using test::MakeContactsOnly;
using test::MakeProblem;
using test::SolveCond;

double Norm(const Vector2d& x) {
  return x.norm();
}

// Signorini: u_n >= 0, l_n >= 0, one of them zero. Coulomb: |l_t| <= mu l_n;
// what slides is braked by all of it.
void CheckStrictLaw(const PointContact& contact, const Vector3d& u) {
  const Vector3d& l = contact.impulse;
  const double most = contact.friction * l.z();
  const double size = std::max(1.0, u.norm()) * std::max(1.0, l.norm());
  const Vector2d u_t = u.head<2>(), l_t = l.head<2>();
  CHECK(l.z() >= 0);
  CHECK(u.z() >= -1e-12 * size);
  CHECK(std::abs(u.z() * l.z()) <= 1e-12 * size);
  CHECK(Norm(l_t) <= most * (1 + 1e-12));
  CHECK(std::abs(l_t.dot(u_t) + most * Norm(u_t)) <= 1e-12 * size);
}

TEST_CASE("COND: any number of iterations -> the strict law at every node") {
  for (unsigned seed = 1; seed <= kNumSeeds; ++seed) {
    const VelocityProblem problem = MakeProblem(seed);
    SmoothPrediction prediction;
    prediction.Reset(problem, kStep);
    int pushing = 0, slipping = 0;
    for (const int iterations : {1, 2, 3, 10, 100}) {
      const CondOptions options{.iterations = iterations};
      NodalProblem nodal;
      NodalProblemBuilder().Build(problem, prediction, options, kStep, &nodal);
      VelocityFixedPoint iteration(options);
      iteration.Reset(problem, prediction, &nodal);
      VectorXd v(problem.num_velocities());
      for (int i = 0; i < nodal.num_islands; ++i)
        iteration.Solve(nodal.islands[i], &v);
      for (const PointContact& contact : nodal.points) {
        Vector3d u = contact.phi;
        for (const VirtualNode& node : nodal.NodesOf(contact.nodes))
          u += iteration.w().segment<3>(node.first);
        CheckStrictLaw(contact, u);
        pushing += contact.impulse.z() > 0;
        slipping += contact.impulse.z() > 0 && Norm(u.head<2>()) > 1e-9;
      }
    }
    CHECK(pushing > 0);
    CHECK(slipping > 0);
  }
}

// A ball of one kilogram has v = (v0 - h g - beta phi / h) / (1 + beta) after a
// step, beta a hundred of its masses, or h b_v, times its share.
TEST_CASE("COND: a point's weight -> its share of a damper") {
  const auto solve = [](double weight, double phi0, double beta) {
    VelocityProblem problem =
        MakeBall((Vector6d() << 0, 0, 0, 0, 0, -1).finished(), 0.1);
    problem.points[0].weight = weight;
    problem.points[0].phi0 = phi0;
    const VectorXd by_mass = SolveCond(problem, {.residual = 1e-12});
    const VectorXd by_b_v = SolveCond(
        problem, {.virtual_damping = beta / kStep, .residual = 1e-12});
    return Vector2d(by_mass[5], by_b_v[5]);
  };
  const auto expect = [](double phi0, double beta) {
    return -(1 + 10 * kStep + beta * phi0 / kStep) / (1 + beta);
  };
  constexpr double kByMass = 100, kGap = 1e-3, kBeta = 20;
  for (const double weight : {1e-3, 0.1, 0.5, 1.0, 2.0}) {
    INFO(weight);
    const double share = std::max(weight, 0.1), most = std::max(weight, 1.0);
    const Vector2d touching = solve(weight, 0, kBeta);
    CHECK(touching[0] == Approx(expect(0, kByMass * share)).epsilon(1e-9));
    CHECK(touching[1] == Approx(expect(0, kBeta * share)).epsilon(1e-9));
    const Vector2d apart = solve(weight, kGap, kBeta);
    CHECK(apart[0] == Approx(expect(kGap, kByMass * most)).epsilon(1e-9));
    CHECK(apart[1] == Approx(expect(kGap, kBeta * most)).epsilon(1e-9));
  }
}

// Minus the gradient of l' (J A^-1 J' + C) l / 2 + l' (J v_s + phi), (36), is
// in the normal cone of the friction cone at l: u_n >= mu |u_t|, l'u = 0.
TEST_CASE("COND: proximal -> the optimum of the convex problem (36)") {
  const double b_v = 1e4;
  for (unsigned seed = 1; seed <= kNumSeeds; ++seed) {
    VelocityProblem problem = MakeContactsOnly(seed);
    CondSolver solver({.projection = ConeProjection::kProximal,
                       .virtual_damping = b_v,
                       .residual = 1e-12,
                       .max_iterations = 1000000});
    VectorXd v;
    REQUIRE(solver.Solve(problem, kStep, &v).converged);
    problem.v0 = v;
    int pushing = 0;
    for (const ContactPatch& patch : problem.patches) {
      const int a = problem.bodies[patch.body_a].clique;
      const int b = problem.bodies[patch.body_b].clique;
      const int num_nodes = a >= 0 && a != b ? 2 : 1;
      for (int i = 0; i < patch.num_points; ++i) {
        const int index = patch.first_point + i;
        const ContactPoint& point = problem.points[index];
        const Vector3d l =
            kStep * (point.R_WC.transpose() * solver.forces_W()[index]);
        Vector3d u = point.bias_C + num_nodes / (kStep * b_v) * l;
        u.z() += point.phi0 > 0 ? point.phi0 / kStep
                                : std::max(0.2 * point.phi0 / kStep, -1.0);
        u += point.R_WC.transpose() *
             (test::internal::VelocityAt(problem, patch.body_b, point.p_BoC_W) -
              test::internal::VelocityAt(problem, patch.body_a,
                                         patch.p_AoBo_W + point.p_BoC_W));
        const double mu = point.sliding_friction;
        CHECK(Norm(l.head<2>()) <= mu * l.z() + 1e-12);
        CHECK(u.z() >= mu * Norm(u.head<2>()) - 1e-8);
        CHECK(std::abs(l.dot(u)) <= 1e-8);
        pushing += l.z() > 1e-6;
      }
    }
    CHECK(pushing > 3);
  }
}

TEST_CASE("COND: several threads -> the same bits") {
  for (unsigned seed = 1; seed <= kNumSeeds; ++seed) {
    const VelocityProblem problem = MakeProblem(seed);
    const VectorXd one = SolveCond(problem, {.max_iterations = 100000});
    for (const int threads : {2, 3}) {
      const VectorXd several = SolveCond(
          problem, {.max_iterations = 100000, .num_threads = threads});
      CHECK(several == one);
    }
  }
}

TEST_CASE("COND: a large island on several threads -> the same bits") {
  for (const int num_nodes : {60, 700}) {
    const VelocityProblem problem = test::MakeElasticBar(num_nodes, 3);
    for (const Acceleration acceleration :
         {Acceleration::kNone, Acceleration::kNesterov,
          Acceleration::kChebyshev, Acceleration::kBarzilaiBorwein}) {
      const auto solve = [&](int num_threads, VectorXd* v) {
        CondSolver solver({.acceleration = acceleration,
                           .residual = 1e-3,
                           .max_iterations = 3000,
                           .num_threads = num_threads});
        return solver.Solve(problem, kStep, v);
      };
      VectorXd one, several;
      const CondReport of_one = solve(1, &one);
      for (const int num_threads : {2, 3}) {
        const CondReport of_several = solve(num_threads, &several);
        CHECK(of_several.iterations == of_one.iterations);
        CHECK(of_several.residual == of_one.residual);
        CHECK(several == one);
      }
    }
  }
}

#ifdef TACTUS_COUNTS_ALLOCATIONS
TEST_CASE("COND: a second solve -> no allocation") {
  const VelocityProblem problem = MakeProblem(3);
  CondSolver solver({.iterations = 50});
  VectorXd v;
  solver.Solve(problem, kStep, &v);
  const long before = tactus::test::num_allocations;
  solver.Solve(problem, kStep, &v);
  CHECK(tactus::test::num_allocations == before);
}
#endif

// The rule of the paper: where |w - y| falls below it, whatever is missing.
TEST_CASE("COND: to end by its change -> as many iterations as that takes") {
  const VelocityProblem problem = MakeContactsOnly(1);
  const auto solve = [&](std::optional<double> change,
                         std::optional<int> iterations, VectorXd* v) {
    CondSolver solver({.acceleration = Acceleration::kNone,
                       .residual = 1e-12,
                       .iterations = iterations,
                       .change = change});
    const CondReport report = solver.Solve(problem, kStep, v);
    REQUIRE(report.converged);
    return report;
  };
  VectorXd rough, fine, fixed;
  const CondReport early = solve(1e-2, {}, &rough);
  const CondReport late = solve(1e-6, {}, &fine);
  CHECK(early.iterations < late.iterations);
  CHECK(late.residual < early.residual);
  CHECK(early.residual > 1e-6);
  if (early.iterations == early.total_iterations) {  // One island.
    solve({}, early.iterations, &fixed);
    CHECK(fixed == rough);
  }
  CHECK_THROWS_AS(CondSolver({.change = 0.0}), std::invalid_argument);
  CHECK_THROWS_AS(
      CondSolver({.method = NodalMethod::kGaussSeidel, .change = 1e-3}),
      std::invalid_argument);
  CHECK_THROWS_AS(CondSolver({.iterations = 3, .change = 1e-3}),
                  std::invalid_argument);
}

// Moments up to a length times the normal impulse, I dw = length h f_n, and
// what is slower stops, but for what the virtual nodes give.
TEST_CASE("COND: spin and roll -> braked by torsional and rolling friction") {
  const double length = 0.02;
  for (const int axis : {0, 2}) {
    for (const double speed : {0.001, 1.0}) {
      INFO(axis << " " << speed);
      Vector6d v0 = Vector6d::Zero();
      v0[axis] = speed;
      VelocityProblem problem = MakeBall(v0, 0);
      (axis == 2 ? problem.points[0].torsional_friction
                 : problem.points[0].rolling_friction) = length;
      CondSolver solver({.residual = 1e-10});
      VectorXd v;
      REQUIRE(solver.Solve(problem, kStep, &v).converged);
      const double normal = solver.forces_W()[0].z();
      const double moment = solver.torques_W()[0][axis];
      const double change = length * kStep * normal / 0.4;
      if (speed > change) {
        CHECK(v[axis] == Approx(speed - change).epsilon(1e-8));
        CHECK(moment == Approx(-length * normal).epsilon(1e-8));
      } else {
        CHECK(std::abs(v[axis]) < 0.02 * speed);
        CHECK(std::abs(moment) < length * normal);
      }
      CHECK(normal == Approx(10).epsilon(0.02));
      CHECK(std::abs(v[5]) < 0.02 * kStep * 10);
    }
  }
}

// Virtual nodes start at J v, which is not where impulses hold them.
TEST_CASE("COND: to start at a solution -> it stays, in fewer iterations") {
  const VelocityProblem problem = MakeContactsOnly(1);
  CondSolver solver({.residual = 1e-8});
  VectorXd v;
  const CondReport cold = solver.Solve(problem, kStep, &v);
  const VectorXd solution = v;
  const CondReport warm = solver.Solve(problem, kStep, &v, nullptr, true);
  REQUIRE(warm.converged);
  CHECK(warm.iterations < cold.iterations);
  CHECK((v - solution).norm() < 1e-6 * solution.norm());
}

TEST_CASE("COND: the impulses of a solution -> it stays, at once") {
  VelocityProblem problem = MakeContactsOnly(1);
  test::AddRandomConstraints(1, &problem);
  const auto solve = [&](double residual, const CondStart* start, VectorXd* v) {
    CondSolver solver({.residual = residual});
    const CondReport report = solver.Solve(problem, kStep, v, start);
    REQUIRE(report.converged);
    return std::pair(report.iterations, solver.next_start());
  };
  VectorXd v, solution;
  const CondStart start = solve(1e-12, nullptr, &solution).second;
  const int cold = solve(1e-8, nullptr, &v).first;
  const int warm = solve(1e-8, &start, &v).first;
  INFO(warm << " " << cold);
  CHECK(10 * warm < cold);
  CHECK((v - solution).norm() < 1e-6 * solution.norm());
}

// What a step needed may be too much for the next one.
TEST_CASE("COND: dampers too tight to solve -> solved as loose as they come") {
  const VelocityProblem problem = MakeContactsOnly(1);
  CondOptions options{.residual = 1e-8};
  VectorXd v_cold, v;
  const int cold =
      CondSolver(options).Solve(problem, kStep, &v_cold).iterations;
  options.max_iterations = 4 * cold;
  CondStart start;
  start.tightening.points.assign(problem.points.size(), 1e6);
  CondSolver solver(options);
  const CondReport report = solver.Solve(problem, kStep, &v, &start);
  REQUIRE(report.converged);
  CHECK(report.iterations == 5 * cold);
  CHECK(v == v_cold);
  CHECK(solver.next_start().tightening.is_empty());
}

// Half of the iterations go around the solution of the strict law.
TEST_CASE("COND: a solve that momentum keeps from ending -> ends without") {
  CondSolver solver({.max_iterations = 4000});
  VectorXd v;
  const CondReport report = solver.Solve(MakeContactsOnly(112), kStep, &v);
  CHECK(report.converged);
  CHECK(report.iterations > 2000);
}

// Nothing moves and nothing pulls, but an overlap is to be left.
TEST_CASE("COND: no momentum before contact -> the step converges") {
  VelocityProblem problem = MakeBall(Vector6d::Zero(), 0);
  problem.k0.setZero();
  problem.points[0].phi0 = -1e-3;
  problem.points.push_back(problem.points[0]);
  problem.points[0].p_BoC_W.x() = 0.3;
  problem.points[1].p_BoC_W.x() = -0.1;
  problem.patches[0].num_points = 2;
  const VectorXd v = SolveCond(problem, {});
  CHECK(v[5] == Approx(0.2 * 1e-3 / kStep).epsilon(0.02));
}

// Nodes have an A of their own, without ties: what holds them is a row.
TEST_CASE("COND: a spring on a node of an elastic body -> A v = b with it") {
  test::Random random(5);
  VelocityProblem problem;
  problem.v0 = random.Vector(12);
  problem.k0 = random.Vector(12);
  problem.damping = problem.stiffness = problem.spring_force0 =
      VectorXd::Zero(12);
  problem.bodies.push_back({});
  ElasticElement element;
  for (int i = 0; i < 4; ++i) {
    problem.cliques.push_back(
        {.v_start = 3 * i, .nv = 3, .M = (1 + i) * MatrixXd::Identity(3, 3)});
    element.dofs[i] = 3 * i;
  }
  ContactBody node{.clique = 2, .J = Matrix6Xd::Zero(6, 3)};
  node.J.bottomRows<3>().setIdentity();
  problem.bodies.push_back(node);
  const MatrixXd B = 30 * random.Matrix(6, 12);
  element.stiffness = B.transpose() * B;
  element.damping = 0.02;
  element.stiffness_bound.setConstant(element.stiffness.trace());
  problem.elastic_elements.push_back(element);
  const double k = 300, d = 2, error = 0.03;
  const Vector3d n = Vector3d(1, 2, -2) / 3;
  problem.constraints = {{.body_a = 0, .body_b = 1, .num_rows = 1}};
  ConstraintRow& row = problem.constraint_rows.emplace_back();
  row.law = RowLaw::Law::kSpring;
  row.row.tail<3>() = n;
  row.error = error;
  row.lower = row.upper = 0;
  row.stiffness = k;
  row.damping = d;
  row.inverse_mass = 1.0 / 3;

  MatrixXd A = kStep * (kStep + element.damping) * element.stiffness;
  VectorXd b = -kStep * problem.k0;
  for (const Clique& clique : problem.cliques) {
    A.block<3, 3>(clique.v_start, clique.v_start) += clique.M;
    b.segment<3>(clique.v_start) +=
        clique.M * problem.v0.segment<3>(clique.v_start);
  }
  A.block<3, 3>(6, 6) += kStep * (d + kStep * k) * n * n.transpose();
  b.segment<3>(6) -= kStep * k * error * n;
  const VectorXd truth = A.llt().solve(b);
  for (const NodalMethod method :
       {NodalMethod::kVelocityFixedPoint, NodalMethod::kGaussSeidel,
        NodalMethod::kAcceleratedGradient}) {
    CondSolver solver({.method = method, .residual = 1e-12});
    VectorXd v;
    REQUIRE(solver.Solve(problem, kStep, &v).converged);
    CHECK((v - truth).norm() < 1e-8 * truth.norm());
    const double force =
        -k * error - (d + kStep * k) * n.dot(truth.segment<3>(6));
    CHECK(solver.row_forces()[0] == Approx(force).epsilon(1e-6));
  }
}

}  // namespace
}  // namespace tactus::contact
