#include "tactus/contact/icf/joints.h"

#include <catch2/catch.hpp>

#include "tactus/contact/icf/solver.h"

namespace tactus::contact {
namespace {

// (1 + h d c c') v = v0, with c across two trees, back and forth.
TEST_CASE("ICF joints: a row's terms in any order of trees -> one iteration") {
  VelocityProblem problem;
  problem.cliques = {{.v_start = 0, .nv = 2, .M = Eigen::Matrix2d::Identity()},
                     {.v_start = 2, .nv = 2, .M = Eigen::Matrix2d::Identity()}};
  problem.v0 = Eigen::Vector4d(0.3, -0.2, 0.5, 0.1);
  problem.k0 = problem.damping = problem.stiffness = problem.spring_force0 =
      VectorXd::Zero(4);
  problem.joint_terms = {{.dof = 0, .coefficient = 1},
                         {.dof = 2, .coefficient = 2},
                         {.dof = 1, .coefficient = 3}};
  const double h = 0.01, d = 40;
  problem.joint_rows = {{{.law = RowLaw::Law::kDamper, .damping = d}, 0, 3}};
  IcfSolver solver;
  solver.SetProblem(problem);
  IcfMemory memory;
  VectorXd v = problem.v0;
  const IcfReport report = solver.Solve(h, {.tolerance = 1e-12}, &memory, &v);
  CHECK(report.converged());
  CHECK(report.newton.iterations == 1);
  const Eigen::Vector4d c(1, 3, 2, 0);
  const Eigen::Vector4d expected =
      problem.v0 - h * d * c.dot(problem.v0) / (1 + h * d * c.dot(c)) * c;
  CHECK((v - expected).norm() < 1e-12);
}

}  // namespace
}  // namespace tactus::contact
