#include "tactus/contact/inverse_mass.h"

#include <vector>

#include "contact/comfree/tangle.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

// Diagonals of the mass matrices, of all velocities.
VectorXd DiagonalOf(const VelocityProblem& problem) {
  VectorXd diagonal(problem.num_velocities());
  for (const Clique& clique : problem.cliques)
    diagonal.segment(clique.v_start, clique.nv) = clique.M.diagonal();
  return diagonal;
}

// Of V = (w, v) at Bo to the velocity of C.
Eigen::Matrix<double, 3, 6> MakeShift(const Vector3d& p_BoC) {
  Eigen::Matrix<double, 3, 6> shift;
  shift << 0, p_BoC.z(), -p_BoC.y(), 1, 0, 0,  //
      -p_BoC.z(), 0, p_BoC.x(), 0, 1, 0,       //
      p_BoC.y(), -p_BoC.x(), 0, 0, 0, 1;
  return shift;
}

TEST_CASE("Inverse mass: a velocity, a sum of some -> c' diag(M)^-1 c") {
  const VelocityProblem problem = test::MakeTangle(1);
  const VectorXd M = DiagonalOf(problem);
  for (int dof = 0; dof < problem.num_velocities(); ++dof)
    CHECK(CalcInverseMass(problem, dof) == 1 / M[dof]);
  const std::vector<JointTerm> terms{{.dof = 3, .coefficient = -2},
                                     {.dof = 6, .coefficient = 0.5},
                                     {.dof = 15, .coefficient = 3}};
  CHECK(CalcInverseMass(problem, terms) ==
        Approx(4 / M[3] + 0.25 / M[6] + 9 / M[15]).epsilon(1e-14));
  CHECK(CalcInverseMass(problem, std::vector<JointTerm>()) == 0);
}

TEST_CASE("Inverse mass: a point of each body -> a third of the trace") {
  const VelocityProblem problem = test::MakeTangle(1);
  const VectorXd M = DiagonalOf(problem);
  const Vector3d p_BoC(0.3, -0.7, 0.2);
  for (int b = 0; b < std::ssize(problem.bodies); ++b) {
    INFO("body " << b);
    const MatrixXd J_C = MakeShift(p_BoC) * test::JacobianOf(problem, b);
    const MatrixXd W = J_C * M.cwiseInverse().asDiagonal() * J_C.transpose();
    CHECK(CalcInverseMass(problem, problem.bodies[b], p_BoC) ==
          Approx(W.trace() / 3).epsilon(1e-13));
  }
}

// Nodes of 2 kg and 5 kg, and one that is anchored.
TEST_CASE("Inverse mass: a point on a face -> that of its corners") {
  VelocityProblem problem;
  problem.cliques = {
      {.v_start = 0, .nv = 3, .M = 2 * MatrixXd::Identity(3, 3)},
      {.v_start = 3, .nv = 3, .M = 5 * MatrixXd::Identity(3, 3)}};
  ContactBody face;
  face.corners[0] = {.clique = 1, .weight = 0.6};
  face.corners[1] = {.clique = -1, .weight = 0.3};
  face.corners[2] = {.clique = 0, .weight = 0.1};
  CHECK(CalcInverseMass(problem, face, Vector3d(7, 8, 9)) ==
        Approx(0.36 / 5 + 0.01 / 2).epsilon(1e-14));
}

}  // namespace
}  // namespace tactus::contact
