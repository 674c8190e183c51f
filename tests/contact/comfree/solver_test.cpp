#include "tactus/contact/comfree/solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/random_problem.h"
#include <Eigen/Dense>
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

constexpr double kStep = 0.01;
constexpr double kInf = std::numeric_limits<double>::infinity();

using Eigen::Matrix2d;

const Matrix2d kMass{{2, 0.5}, {0.5, 1}};

/// Two joints of one tree without contact.
VelocityProblem MakePair() {
  VelocityProblem problem;
  problem.v0 = Vector2d(1, -2);
  problem.k0 = Vector2d(3, 0.5);
  problem.damping = problem.stiffness = problem.spring_force0 =
      VectorXd::Zero(2);
  problem.cliques = {{.v_start = 0, .nv = 2, .M = kMass}};
  return problem;
}

VectorXd Solve(const VelocityProblem& problem,
               const ComFreeOptions& options = {}) {
  ComFreeSolver solver(options);
  VectorXd v;
  solver.Solve(problem, kStep, &v);
  return v;
}

TEST_CASE("ComFree: asked to stop at a sweep -> ends there, by Stopped") {
  int asked = 0;
  const solvers::StopRequest stop = [&] {
    return ++asked == 50;
  };
  CHECK_THROWS_AS(
      Solve(MakePair(), {.refinement_iterations = 100, .stop = &stop}),
      solvers::Stopped);
  CHECK(asked == 50);
}

// (M + h D + h^2 K) v = M v0 - h (k0 + K (q0 - qref))
TEST_CASE("ComFree: dampers and springs -> an implicit step") {
  VelocityProblem problem = MakePair();
  problem.damping << 3, 0.2;
  problem.stiffness << 0, 40;
  problem.spring_force0 << 0, 7;
  const Matrix2d A =
      kMass +
      Matrix2d(
          Vector2d(kStep * 3, kStep * 0.2 + kStep * kStep * 40).asDiagonal());
  const Vector2d b =
      kMass * problem.v0 - kStep * (problem.k0 + problem.spring_force0);
  CHECK((Solve(problem) - A.inverse() * b).norm() < 1e-14);
}

TEST_CASE("ComFree: actuators -> implicit, at a limit its constant force") {
  VelocityProblem problem = MakePair();
  LinearActuator actuator{
      .dof = 1, .gear = 2, .force0 = 10, .damping = 5, .stiffness = 300};
  const double c = 5 + kStep * 300;
  const Vector2d free = kMass * problem.v0 - kStep * problem.k0;
  SECTION("within them") {
    problem.actuators = {actuator};
    Matrix2d A = kMass;
    A(1, 1) += kStep * 4 * c;
    const Vector2d b = free + Vector2d(0, kStep * 2 * 10);
    CHECK((Solve(problem) - A.inverse() * b).norm() < 1e-14);
  }
  SECTION("at one of them the force is constant") {
    actuator.upper = 4;
    problem.actuators = {actuator};
    const Vector2d b = free + Vector2d(0, kStep * 2 * 4);
    CHECK((Solve(problem) - kMass.inverse() * b).norm() < 1e-14);
  }
  SECTION("a law that does not stabilise is taken at the start") {
    actuator.damping = -50;
    actuator.stiffness = 0;
    problem.actuators = {actuator};
    const double force = 10 + 50 * 2 * problem.v0[1];
    const Vector2d b = free + Vector2d(0, kStep * 2 * force);
    CHECK((Solve(problem) - kMass.inverse() * b).norm() < 1e-13);
  }
}

// lambda = max(0, -(m/h) [(k h + d) s + k phi]), m = rho / (A^-1)_00
TEST_CASE(
    "ComFree: a joint's limit -> a push inwards beyond it, never a pull") {
  const ComFreeOptions options{.stiffness = 0.3, .damping = 0.01};
  VelocityProblem problem = MakePair();
  const Vector2d v_s =
      problem.v0 - kStep * kMass.inverse() * Vector2d(problem.k0);
  const auto limit_at = [&](double q0) {
    problem.AddRow(
        {.law = RowLaw::Law::kLimit, .error = q0, .lower = -1, .upper = 1},
        {{.dof = 0}});
  };
  const Vector2d column = kMass.inverse().col(0);
  SECTION("beyond the upper bound") {
    limit_at(1.2);
    const double m = CalcRho(options.impedance, -0.2) / column[0];
    const double force =
        -m / kStep * ((0.3 * kStep + 0.01) * -v_s[0] + 0.3 * -0.2);
    REQUIRE(force > 0);
    ComFreeSolver solver(options);
    VectorXd v;
    solver.Solve(problem, kStep, &v);
    CHECK(solver.CalcStoredEnergy() == Approx(0.3 * m / kStep * 0.2 * 0.2 / 2));
    CHECK((Solve(problem, options) - (v_s - kStep * force * column)).norm() <
          1e-13);
  }
  SECTION("below the lower bound, moving in fast") {
    limit_at(-1.001);
    problem.v0[0] = 50;
    const Vector2d free =
        problem.v0 - kStep * kMass.inverse() * Vector2d(problem.k0);
    CHECK((Solve(problem, options) - free).norm() < 1e-12);
  }
  SECTION("within bounds") {
    limit_at(0.999);
    CHECK((Solve(problem, options) - v_s).norm() < 1e-13);
  }
}

// Between passes of the bound v' = -w^2 phi - 2 z w v, a pass being
//     w^2 = rho k / h,   2 z w = rho (k h + d) / h,
// at a tenth of the step and without a change of rho: with the defaults z is
// 0.13, and what comes back is what the spring and the damper of one facet
// leave, where z = 1 would leave nothing.
TEST_CASE("ComFree: a joint's limit -> throws back as its gains damp") {
  constexpr double step = 1e-4;
  for (const double z : {0.13, 0.4, 1.2}) {
    ComFreeOptions options{.stiffness = 0.01};
    options.impedance.r_max = options.impedance.r_min;
    const double rho = CalcRho(options.impedance, 0);
    const double w = std::sqrt(rho * options.stiffness / step);
    options.damping = 2 * z * w * step / rho - options.stiffness * step;
    VelocityProblem problem = MakePair();
    problem.k0.setZero();
    problem.v0 = Vector2d(1, 0);
    problem.cliques[0].M = Matrix2d::Identity();
    problem.AddRow(
        {.law = RowLaw::Law::kLimit, .error = 0, .lower = -1, .upper = 0},
        {{.dof = 0}});
    ComFreeSolver solver(options);
    double q = step, top = 0;
    for (int i = 0; i < 100000 && q > 0; ++i) {
      problem.joint_rows[0].error = q;
      VectorXd v;
      solver.Solve(problem, step, &v);
      problem.v0 = v;
      q += step * v[0];
      top = std::max(top, -v[0]);
    }
    // The push ends where w^2 q + 2 z w v = 0, before q = 0.
    const double s = std::sqrt(std::abs(1 - z * z));
    const double phase =
        z < 1 ? 2 * std::atan2(s, z) : std::log((z + s) / (z - s));
    const double back = std::exp(-z / s * phase);
    INFO(z << ": " << top << " for " << back);
    CHECK(top == Approx(back).epsilon(0.02));
  }
}

TEST_CASE(
    "ComFree: a coupling with an error -> velocities towards zero error") {
  VelocityProblem problem = MakePair();
  problem.v0.setZero();
  problem.k0.setZero();
  for (double error : {0.1, -0.1}) {
    problem.joint_rows.clear();
    test::AddCoupling(0, 1, 3, {.error = error}, &problem);
    const VectorXd v = Solve(problem, {.stiffness = 1});
    const Vector2d J(1, -3);
    // Towards zero error, along A^-1 J'.
    CHECK(J.dot(v) * error < 0);
    const Vector2d along = kMass.inverse() * J;
    CHECK(std::abs(v[0] * along[1] - v[1] * along[0]) < 1e-15);
  }
  // Refined, it moves by k / (k h + d) times the error.
  problem.joint_rows.clear();
  test::AddCoupling(0, 1, 3, {.error = 0.1}, &problem);
  const VectorXd v = Solve(
      problem, {.stiffness = 1, .damping = 0.04, .refinement_iterations = 200});
  CHECK(v[0] - 3 * v[1] == Approx(-0.1 * 1 / (1 * kStep + 0.04)));
}

// Mass splitting shares A^-1 between two trees, too.
TEST_CASE("ComFree: a coupling of two trees -> they move as one mass") {
  VelocityProblem problem = MakePair();
  problem.v0 = Vector2d(1, 0);
  problem.k0.setZero();
  problem.cliques = {{.v_start = 0, .nv = 1, .M = MatrixXd::Constant(1, 1, 2)},
                     {.v_start = 1, .nv = 1, .M = MatrixXd::Constant(1, 1, 3)}};
  test::AddCoupling(0, 1, 1, {}, &problem);
  for (bool split : {false, true}) {
    const VectorXd v = Solve(problem, {.stiffness = 1,
                                       .damping = 0.04,
                                       .refinement_iterations = 500,
                                       .mass_splitting = split});
    CHECK(v[0] == Approx(0.4));  // one lump of 2 and 3
    CHECK(v[1] == Approx(0.4));
  }
}

TEST_CASE("ComFree: rigid rows and friction on nothing -> as without") {
  VelocityProblem problem = MakePair();
  const VectorXd free = Solve(problem);
  problem.AddRow({.law = RowLaw::Law::kRigid, .error = 0.1},
                 {{.dof = 1, .coefficient = 0}});
  problem.AddRow({.law = RowLaw::Law::kDryFriction, .dry_friction = 1},
                 {{.dof = 0, .coefficient = 0}});
  CHECK((Solve(problem) - free).norm() < 1e-14);
}

TEST_CASE("ComFree: dry friction -> f against fast motion, up to f at rest") {
  VelocityProblem problem = MakePair();
  problem.k0.setZero();
  const Vector2d column = kMass.inverse().col(1);
  problem.AddRow({.law = RowLaw::Law::kDryFriction,
                  .dry_friction = 0.7,
                  .inverse_mass = column[1]},
                 {{.dof = 1}});
  SECTION("in fast motion it is f") {
    problem.v0 = Vector2d(0, -100);
    const VectorXd v = Solve(problem);
    CHECK((v - (problem.v0 + kStep * 0.7 * column)).norm() < 1e-13);
  }
  SECTION("refined, it holds what it can") {
    const ComFreeOptions refined{
        .stiffness = 1, .damping = 0.04, .refinement_iterations = 500};
    problem.v0.setZero();
    problem.k0 = Vector2d(0, -0.6);
    // But for a millionth of what it stops.
    const double stopped = kStep * 0.6 * column[1];
    CHECK(std::abs(Solve(problem, refined)[1]) < 1.1e-6 * stopped);
    problem.k0 = Vector2d(0, -0.9);
    const Vector2d slips = kStep * (0.9 - 0.7) * column;
    CHECK((Solve(problem, refined) - slips).norm() < 1e-12);
  }
  SECTION("what contact sets in motion in the same step, too") {
    problem.v0.setZero();
    problem.AddRow(
        {.law = RowLaw::Law::kLimit, .error = 1e-6, .lower = -kInf, .upper = 0},
        {{.dof = 1}});
    CHECK(std::abs(Solve(problem)[1]) < 1e-9);
  }
}

/// A free body of a kilogram that falls onto four contacts at 1 m/s.
VelocityProblem MakeLanding() {
  VelocityProblem problem;
  problem.v0 = VectorXd::Unit(6, 5) * -1;
  problem.k0 = problem.damping = problem.stiffness = problem.spring_force0 =
      VectorXd::Zero(6);
  MatrixXd M = MatrixXd::Identity(6, 6);
  M.topLeftCorner(3, 3) *= 0.01;
  problem.cliques = {{.v_start = 0, .nv = 6, .M = M}};
  problem.bodies.resize(2);
  problem.bodies[1].clique = 0;
  problem.bodies[1].is_free = true;
  problem.patches = {
      {.body_a = 0, .body_b = 1, .first_point = 0, .num_points = 4}};
  for (int i = 0; i < 4; ++i) {
    ContactPoint point;
    point.p_BoC_W = {i % 2 == 0 ? 0.1 : -0.1, i < 2 ? 0.1 : -0.1, -0.1};
    point.sliding_friction = 1;
    point.inverse_mass = 1;
    problem.points.push_back(point);
  }
  return problem;
}

// It would fall onto its contacts, but for the friction.
TEST_CASE("ComFree: dry friction that carries a body -> nothing for contact") {
  VelocityProblem problem = MakeLanding();
  problem.v0.setZero();
  problem.k0 = 9.81 * VectorXd::Unit(6, 5);
  const auto calc_push = [](const VelocityProblem& falling) {
    ComFreeSolver solver({});
    VectorXd v;
    solver.Solve(falling, kStep, &v);
    double push = 0;
    for (const Vector3d& force : solver.forces_W()) push += force.norm();
    return push;
  };
  CHECK(calc_push(problem) > 1);
  problem.AddRow(
      {.law = RowLaw::Law::kDryFriction, .dry_friction = 20, .inverse_mass = 1},
      {{.dof = 5}});
  CHECK(calc_push(problem) < 1e-4);
}

double KineticEnergy(const VelocityProblem& problem, const VectorXd& v) {
  return 0.5 * v.dot(problem.cliques[0].M * v);
}

// Gains far beyond the bound: unsplit, one sweep throws the body back four
// times as hard.
TEST_CASE("ComFree: split masses and refined sweeps -> no energy gained") {
  const VelocityProblem problem = MakeLanding();
  ComFreeOptions options{.stiffness = 0.5, .damping = 0.02};
  CHECK(KineticEnergy(problem, Solve(problem, options)) > 1);
  options.mass_splitting = true;
  double last = 0.5;
  for (int sweeps : {0, 4, 16, 64}) {
    options.refinement_iterations = sweeps;
    const double energy = KineticEnergy(problem, Solve(problem, options));
    CHECK(energy < last);
    last = energy;
  }
  // Refinement splits masses without being told.
  ComFreeOptions plain = options;
  plain.mass_splitting = false;
  CHECK(Solve(problem, plain) == Solve(problem, options));
}

TEST_CASE(
    "ComFree: one actuator at its limit -> the other reaches its own, too") {
  // A strong pull at one joint keeps the other's servo within its limits, until
  // the pull meets its own.
  VelocityProblem problem = MakePair();
  problem.v0.setZero();
  problem.k0.setZero();
  problem.actuators = {
      {.dof = 0, .force0 = 130, .damping = 20, .upper = 30},
      {.dof = 1, .force0 = -27, .damping = 20, .lower = -20, .upper = 20}};
  const VectorXd v = Solve(problem);
  VectorXd force(2);
  for (int i = 0; i < 2; ++i) {
    const LinearActuator& actuator = problem.actuators[i];
    const double law = actuator.force0 - actuator.damping * v[i];
    force[i] = std::clamp(law, actuator.lower, actuator.upper);
  }
  CHECK(force == Vector2d(30, -20));
  CHECK((kMass * v - kStep * force).norm() < 1e-12);
}

TEST_CASE(
    "ComFree: a mass matrix not positive definite -> its clique is reported") {
  VelocityProblem problem = MakePair();
  problem.cliques[0].M << 1, 1.1, 1.1, 1;
  ComFreeSolver solver({});
  VectorXd v;
  CHECK(solver.Solve(problem, kStep, &v) == 0);
  VelocityProblem landing = MakeLanding();
  landing.cliques[0].M(4, 4) = -1;
  CHECK(solver.Solve(landing, kStep, &v) == 0);
  // Indefinite, with an inverse whose diagonal is positive.
  landing.cliques[0].M(4, 4) = 1;
  landing.cliques[0].M(3, 4) = landing.cliques[0].M(4, 3) = 1;
  landing.cliques[0].M(4, 5) = landing.cliques[0].M(5, 4) = 1;
  landing.cliques[0].M(3, 5) = landing.cliques[0].M(5, 3) = -1;
  CHECK(solver.Solve(landing, kStep, &v) == 0);
  landing = MakeLanding();
  CHECK(solver.Solve(landing, kStep, &v) == -1);
}

TEST_CASE("ComFree: options out of range -> refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = [](const ComFreeOptions& options) {
    CHECK_THROWS_AS(ComFreeSolver(options), std::invalid_argument);
  };
  for (double bad : {-0.1, nan, kInf}) {
    refused({.stiffness = bad});
    refused({.damping = bad});
    refused({.margin = bad});
  }
  refused({.stiffness = 0, .damping = 0});
  refused({.impedance = {.r_min = 0}});
  refused({.impedance = {.r_max = 1}});
  refused({.impedance = {.width = 0}});
  refused({.impedance = {.midpoint = 1}});
  refused({.impedance = {.power = 0.5}});
  refused({.refinement_iterations = -1});
  refused({.num_threads = -1});
}

// (13): the ends, the midpoint and the slope's continuity there.
TEST_CASE("CalcRho: depths of 0 to the width -> impedance of r_min to r_max") {
  const ComFreeImpedance impedance{
      .r_min = 0.5, .r_max = 0.8, .width = 0.01, .midpoint = 0.3, .power = 3};
  const auto r = [&](double phi) {
    const double rho = CalcRho(impedance, phi);
    return rho / (1 + rho);
  };
  CHECK(r(0) == Approx(0.5));
  CHECK(r(-0.003) == Approx(0.5 + 0.3 * 0.3));
  CHECK(r(0.003) == r(-0.003));
  CHECK(r(-0.01) == Approx(0.8));
  CHECK(r(-1) == Approx(0.8));
  CHECK(r(-0.0015) == Approx(0.5 + 0.3 * 0.3 / 8));
  const double below = (r(0.003) - r(0.003 - 1e-7)) / 1e-7;
  const double above = (r(0.003 + 1e-7) - r(0.003)) / 1e-7;
  CHECK(below == Approx(above).epsilon(1e-3));
  CHECK(CalcRho({}, 0) == Approx(9));
  CHECK(CalcRho({}, 1) == Approx(19));
}

}  // namespace
}  // namespace tactus::contact
