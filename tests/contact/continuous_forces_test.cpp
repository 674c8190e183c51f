#include "tactus/contact/continuous_forces.h"

#include <cmath>
#include <numbers>

#include "contact/random_problem.h"
#include <catch2/catch.hpp>

#include "tactus/contact/icf/law.h"
#include "tactus/contact/icf/solver.h"

namespace tactus::contact {
namespace {

TEST_CASE(
    "Continuous forces: points that slip -> n0 and regularised friction") {
  VelocityProblem problem;
  ContactPoint point;
  const double vs = 1e-3, mu = 0.4, fn = 30;
  point.friction = mu;
  point.normal_force0 = fn;
  point.stiction_velocity = vs;
  point.R_WC << 0, 0, 1, 1, 0, 0, 0, 1, 0;  // n = x, frame's x = y, y = z
  for (const Vector3d& v_C : {Vector3d(0, 0, 0.1), Vector3d(vs, 0, 0),
                              Vector3d(3e-4, -4e-4, 0), Vector3d(30, 40, -1)}) {
    point.v_C0 = v_C;
    problem.points.push_back(point);
  }
  std::vector<Vector3d> forces_W(17, Vector3d::Ones());
  CalcContactForces(problem, &forces_W);
  REQUIRE(forces_W.size() == 4);
  const double at_vs = mu * fn / std::numbers::sqrt2;
  CHECK(forces_W[0].isApprox(Vector3d(fn, 0, 0)));
  CHECK(forces_W[1].isApprox(Vector3d(fn, -at_vs, 0)));
  const double stick = mu * fn * 0.5 / std::hypot(0.5, 1);  // |vt| = vs / 2
  CHECK(forces_W[2].isApprox(Vector3d(fn, -0.6 * stick, 0.8 * stick)));
  // At 50 m/s, (vs / vt)^2 / 2 short of Coulomb.
  const Vector3d coulomb(fn, -0.6 * mu * fn, -0.8 * mu * fn);
  CHECK((forces_W[3] - coulomb).norm() <= 3e-10 * mu * fn);
}

// (v(t0 + h) - v0) / h -> vdot: two programs, one physics.
TEST_CASE(
    "Continuous forces: ICF at small steps -> its limit, to first order") {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    VelocityProblem problem = test::MakeRandomProblem(seed);
    // Near-rigid rows harden with the step: they have no such limit.
    std::erase_if(problem.joint_rows, [](const JointRow& row) {
      return row.law == RowLaw::Law::kLimit || row.law == RowLaw::Law::kRigid;
    });
    REQUIRE(!problem.joint_rows.empty());
    VectorXd vdot;
    CalcAccelerations(problem, &vdot);
    const auto error = [&](double h) {
      IcfSolver solver;
      IcfMemory memory;
      VectorXd v = problem.v0;
      solver.SetProblem(problem);
      solver.Solve(h, {.tolerance = 1e-15}, &memory, &v);
      return ((v - problem.v0) / h - vdot).norm() / vdot.norm();
    };
    INFO("seed " << seed);
    const double coarse = error(1e-7), fine = error(1e-8);
    CHECK(fine < 2e-3);
    CHECK(coarse / fine == Approx(10).epsilon(0.2));
  }
}

TEST_CASE("Continuous forces: two bodies in contact -> momentum is conserved") {
  VelocityProblem problem = test::MakeRandomProblem(2);
  problem.k0.setZero();
  const ContactPatch touch = problem.patches[1];  // kFree0 and kFree1
  problem.patches = {touch};
  for (int i = 0; i < touch.num_points; ++i)
    problem.points[touch.first_point + i].normal_force0 = 100;
  VectorXd vdot;
  CalcAccelerations(problem, &vdot);
  const Vector3d p_WA(0.3, -0.2, 0.5);
  const Vector6d F_A = problem.cliques[0].M * vdot.segment(0, 6);
  const Vector6d F_B = problem.cliques[1].M * vdot.segment(6, 6);
  CHECK(F_A.norm() > 10);
  CHECK((F_A + F_B).tail<3>().norm() <= 1e-13 * F_A.norm());
  const Vector3d torque = F_A.head<3>() + p_WA.cross(F_A.tail<3>()) +
                          F_B.head<3>() +
                          (p_WA + touch.p_AoBo_W).cross(F_B.tail<3>());
  CHECK(torque.norm() <= 1e-13 * F_A.norm());
}

// One mass on one joint.
VelocityProblem MakeSlider(double mass, double v0) {
  VelocityProblem problem;
  problem.cliques = {
      {.v_start = 0, .nv = 1, .M = MatrixXd::Constant(1, 1, mass)}};
  problem.v0 = VectorXd::Constant(1, v0);
  for (VectorXd* x : {&problem.k0, &problem.damping, &problem.stiffness,
                      &problem.spring_force0}) {
    *x = VectorXd::Zero(1);
  }
  return problem;
}

double Accelerate(const VelocityProblem& problem) {
  VectorXd vdot;
  CalcAccelerations(problem, &vdot);
  return vdot[0];
}

TEST_CASE("Continuous forces: bias, dampers and springs -> their sum") {
  VelocityProblem problem = MakeSlider(2, 3);
  CHECK(Accelerate(problem) == 0);
  problem.k0[0] = 5;
  problem.damping[0] = 7;
  problem.spring_force0[0] = 11;
  problem.stiffness[0] = 1e9;  // acts through spring_force0
  CHECK(Accelerate(problem) == Approx(-(5 + 7 * 3 + 11) / 2.0));
}

TEST_CASE(
    "Continuous forces: beyond a limit -> 1 ms spring, critically damped") {
  const double mass = 2, omega = 2 * std::numbers::pi / 1e-3;
  const auto accelerate = [&](double q0, double v0) {
    VelocityProblem problem = MakeSlider(mass, v0);
    problem.AddRow({.law = RowLaw::Law::kLimit,
                    .error = q0,
                    .lower = -1,
                    .upper = 1,
                    .inverse_mass = 1 / mass},
                   {{.dof = 0}});
    return Accelerate(problem);
  };
  CHECK(accelerate(0.9, 50) == 0);
  CHECK(accelerate(1, 50) == 0);  // begins beyond
  // x'' = -omega^2 x - 2 omega x'
  const double x = 1e-4;
  CHECK(accelerate(1 + x, 0.1) == Approx(-omega * omega * x - 2 * omega * 0.1));
  CHECK(accelerate(-1 - x, -0.1) ==
        Approx(omega * omega * x + 2 * omega * 0.1));
  CHECK(accelerate(1 + x, -50) == 0);  // leaves faster: does not pull
  CHECK(accelerate(-1 - x, 50) == 0);
}

TEST_CASE("Continuous forces: dry friction -> opposes, up to its magnitude") {
  const double vs = kDryStictionVelocity;
  const auto accelerate = [](double v0) {
    VelocityProblem problem = MakeSlider(2, v0);
    problem.AddRow({.law = RowLaw::Law::kDryFriction,
                    .dry_friction = 3,
                    .inverse_mass = 0.5},
                   {{.dof = 0}});
    return Accelerate(problem);
  };
  CHECK(accelerate(0) == 0);
  CHECK(accelerate(vs) == Approx(-1.5 / std::numbers::sqrt2));
  CHECK(accelerate(-10) == Approx(1.5));
}

TEST_CASE("Continuous forces: a coupling -> pulls at both its ends") {
  const double omega = 2 * std::numbers::pi / 1e-3;
  VelocityProblem problem = MakeSlider(2, 0.3);
  const VelocityProblem other = MakeSlider(5, 0.1);
  problem.cliques.push_back(other.cliques[0]);
  problem.cliques[1].v_start = 1;
  for (VectorXd VelocityProblem::*x :
       {&VelocityProblem::v0, &VelocityProblem::k0, &VelocityProblem::damping,
        &VelocityProblem::stiffness, &VelocityProblem::spring_force0}) {
    (problem.*x).conservativeResize(2);
    (problem.*x)[1] = (other.*x)[0];
  }
  const double slope = -3, w = 1 / 2.0 + slope * slope / 5;
  test::AddCoupling(0, 1, slope, {.error = 1e-4, .inverse_mass = w}, &problem);
  VectorXd vdot;
  CalcAccelerations(problem, &vdot);
  // x'' = -omega^2 x - 2 omega x'
  const double rate = 0.3 - slope * 0.1;
  const double expected = -omega * omega * 1e-4 - 2 * omega * rate;
  CHECK(vdot[0] - slope * vdot[1] == Approx(expected));
  CHECK(2 * vdot[0] * slope == Approx(-5 * vdot[1]));
  problem.joint_rows.clear();
  test::AddCoupling(1, -1, 0, {.error = 1e-4, .inverse_mass = 1 / 5.0},
                    &problem);
  CalcAccelerations(problem, &vdot);
  CHECK(vdot[0] == 0);
  CHECK(vdot[1] == Approx(-omega * omega * 1e-4 - 2 * omega * 0.1));
}

TEST_CASE("Continuous forces: a damper -> -d x along its velocity") {
  VelocityProblem problem = MakeSlider(2, 0.3);
  problem.joint_terms = {{.dof = 0, .coefficient = -4}};
  problem.joint_rows = {
      {{.law = RowLaw::Law::kDamper, .error = 7, .damping = 5}, 0, 1}};
  CHECK(Accelerate(problem) == Approx(-4 * 4 * 5 * 0.3 / 2));
}

TEST_CASE("Continuous forces: actuators -> their law at the state, clamped") {
  const auto accelerate = [](double force0, double damping, double v0) {
    VelocityProblem problem = MakeSlider(2, v0);
    problem.actuators = {{.dof = 0,
                          .gear = -3,
                          .force0 = force0,
                          .damping = damping,
                          .stiffness = 1e9,
                          .lower = -4,
                          .upper = 5}};
    std::vector<double> forces;
    CalcActuatorForces(problem, &forces);
    REQUIRE(forces.size() == 1);
    const double vdot = Accelerate(problem);
    CHECK(forces[0] == Approx(2 * vdot));
    return vdot;
  };
  CHECK(accelerate(2, 0.5, 1) == Approx(-3 * (2 + 0.5 * 3) / 2));
  CHECK(accelerate(2, 0.5, 10) == Approx(-3 * 5.0 / 2));
  CHECK(accelerate(2, 0.5, -10) == Approx(-3 * -4.0 / 2));
  CHECK(accelerate(2, -0.5, 1) == Approx(-3 * (2 - 0.5 * 3) / 2));
}

}  // namespace
}  // namespace tactus::contact
