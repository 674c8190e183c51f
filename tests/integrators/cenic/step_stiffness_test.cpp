#include "tactus/integrators/cenic/step_stiffness.h"

#include <vector>

#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using contact::RowLaw;
using contact::VelocityProblem;

// Two velocities, 2 and 3 kg: a servo of K = 500 and D = 40 by a gear of 2 on
// the first, a damper of 7 on x + 2 y.
VelocityProblem MakeServo() {
  VelocityProblem problem;
  problem.v0 = VectorXd::Zero(2);
  problem.cliques = {{.v_start = 0, .nv = 2, .M = Vector2d(2, 3).asDiagonal()}};
  problem.actuators = {{.dof = 0, .gear = 2, .damping = 40, .stiffness = 500}};
  problem.AddRow({.law = RowLaw::Law::kDamper, .damping = 7}, {{0, 1}, {1, 2}});
  return problem;
}

VectorXd CalcDiagonal(const VelocityProblem& problem, double h,
                      const VectorXd& v) {
  Resistance C;
  C.Calc(problem, h, v);
  return C.diagonal();
}

TEST_CASE("Step stiffness: what resists -> its diagonal, without springs") {
  VelocityProblem problem = MakeServo();
  const double h = 0.1;
  const Vector2d v(1, 1);
  const Vector2d C(4 * 40 + 7, 4 * 7);
  CHECK((CalcDiagonal(problem, h, v) - C).norm() < 1e-12);
  // At its limit, -90 of 180 N, it is a constant force.
  problem.actuators[0].lower = -90;
  CHECK(CalcDiagonal(problem, h, v)[0] == Approx(7));
  // Which a servo is not whose length is felt a fifth of the step later.
  problem.actuators[0].lower = -120;
  CHECK(CalcDiagonal(problem, h, v)[0] == Approx(7));
  problem.spring_shares = Vector2d(0.2, 1);
  CHECK(CalcDiagonal(problem, h, v)[0] == Approx(4 * 40 + 7));
  problem.actuators[0].lower = -90;
  // Soft springs do not resist.
  problem.joint_rows[0].is_soft_spring = true;
  CHECK(CalcDiagonal(problem, h, v) == Vector2d::Zero());
  // Drag counts, rows of other laws do not.
  problem.cliques[0].drag = Vector2d(5, 6).asDiagonal();
  problem.joint_rows[0].law = RowLaw::Law::kSpring;
  CHECK(CalcDiagonal(problem, h, v) == Vector2d(5, 6));
}

// Controllers of 600 and 9000 N/m, which their motors' laws have in what damps,
// the second one beside 1000 N s/m.
TEST_CASE("Step stiffness: C of a step and its half -> h^2 K / M") {
  VelocityProblem problem = MakeServo();
  const double h = 0.1;
  Resistance hat, half;
  const auto calc = [&](double k0, double k1) {
    const auto in_step = [&](double dt) {
      VelocityProblem of_step = problem;
      of_step.actuators[0].damping += dt * k0;
      of_step.actuators.push_back({.dof = 1, .damping = 1e3 + dt * k1});
      return of_step;
    };
    hat.Calc(in_step(h), h, Vector2d(0, 0));
    half.Calc(in_step(h / 2), h / 2, Vector2d(0, 0));
    return CalcStiffness(problem.cliques[0], hat, half, h);
  };
  CHECK(calc(0, 0) == Approx(0).margin(1e-12));
  CHECK(calc(600, 0) == Approx(h * h * 4 * 600 / 2));
  CHECK(calc(600, 9e3) == Approx(h * h * 9e3 / 3));
}

// Two bodies of 2 and 3 kg, and 4 and 5 kg m^2 about all axes, with a damper
// between their third rates, 11 N s/m, and a drag on the first.
TEST_CASE("Step stiffness: trees as one rigid body -> what is not mutual") {
  VelocityProblem problem;
  problem.v0 = VectorXd::Zero(12);
  for (const int c : {0, 1}) {
    Vector6d M;
    M << Vector3d::Constant(4 + c), Vector3d::Constant(2 + c);
    problem.cliques.push_back({.v_start = 6 * c, .nv = 6, .M = M.asDiagonal()});
  }
  std::vector<Resistance::Part> motion;
  for (const contact::Clique& clique : problem.cliques)
    motion.push_back({&clique, Matrix6d::Identity()});
  motion[1].S.row(5) *= 3;
  const auto along = [&] {
    Resistance C;
    C.Calc(problem, 0.1, problem.v0);
    return C.CalcAlong(motion);
  };
  // 11 (1 - 1)^2 and, along the last, 11 (2 - 3)^2.
  problem.AddRow({.law = RowLaw::Law::kDamper, .damping = 11},
                 {{3, 1}, {9, -1}});
  problem.AddRow({.law = RowLaw::Law::kDamper, .damping = 11},
                 {{5, 2}, {11, -1}});
  Vector6d expected = Vector6d::Zero();
  expected[5] = 11;
  CHECK((along() - expected).norm() < 1e-12);
  problem.actuators = {{.dof = 10, .gear = 2, .damping = 3, .stiffness = 10}};
  problem.cliques[1].drag = MatrixXd::Constant(6, 6, 0.5);
  expected += Vector6d::Constant(0.5);
  expected[5] += 0.5 * 9 - 0.5;
  expected[4] += 4 * 3;
  CHECK((along() - expected).norm() < 1e-12);
  // Of a controller that adds 0.1 10 and 0.05 10.
  Resistance hat, half;
  problem.actuators[0].damping = 3 + 1;
  hat.Calc(problem, 0.1, problem.v0);
  problem.actuators[0].damping = 3 + 0.5;
  half.Calc(problem, 0.05, problem.v0);
  CHECK(CalcStiffness(motion, hat, half, 0.1) ==
        Approx(0.1 * 0.1 * 4 * 10 / (2 + 3)));
}

}  // namespace
}  // namespace tactus::integrators
