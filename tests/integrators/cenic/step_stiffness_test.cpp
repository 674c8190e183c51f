#include "tactus/integrators/cenic/step_stiffness.h"

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

TEST_CASE("Step stiffness: what resists -> its diagonal, with h K") {
  VelocityProblem problem = MakeServo();
  const double h = 0.1;
  VectorXd C;
  CalcResistance(problem, h, Vector2d(1, 1), &C);
  CHECK(C[0] == Approx(4 * (40 + h * 500) + 7));
  CHECK(C[1] == Approx(4 * 7));
  // At its limit, -90 of 180 N, it is a constant force.
  problem.actuators[0].lower = -90;
  CalcResistance(problem, h, Vector2d(1, 1), &C);
  CHECK(C[0] == Approx(7));
  // Drag counts, rows of other laws do not.
  problem.cliques[0].drag = Vector2d(5, 6).asDiagonal();
  problem.joint_rows[0].law = RowLaw::Law::kSpring;
  CalcResistance(problem, h, Vector2d(1, 1), &C);
  CHECK(C == Vector2d(5, 6));
}

TEST_CASE("Step stiffness: C of a step and its half -> h^2 K / M") {
  const VelocityProblem problem = MakeServo();
  const double h = 0.1;
  VectorXd C_hat, C_half;
  CalcResistance(problem, h, Vector2d(0, 0), &C_hat);
  CalcResistance(problem, h / 2, Vector2d(0, 0), &C_half);
  const contact::Clique& clique = problem.cliques[0];
  const double expected = h * h * 4 * 500 / 2;
  CHECK(CalcStiffness(clique, 2, C_hat, C_half, h) == Approx(expected));
  CHECK(CalcStiffness(clique, 1, C_hat, C_half, h) == Approx(expected));
  // What damps is not stiff, and the largest counts.
  C_hat[1] += 1e3;
  CHECK(CalcStiffness(clique, 1, C_hat, C_half, h) == Approx(expected));
  CHECK(CalcStiffness(clique, 2, C_hat, C_half, h) == Approx(h * 2 * 1e3 / 3));
  C_half[1] += 1e3;
  CHECK(CalcStiffness(clique, 2, C_hat, C_half, h) == Approx(expected));
}

}  // namespace
}  // namespace tactus::integrators
