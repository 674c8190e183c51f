#include "tactus/contact/body_motion.h"

#include "contact/comfree/tangle.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

constexpr int kNodes = 3;

// A tangle and, last of its bodies, a face between two of three nodes that
// come behind its velocities: the first corner has no weight.
VelocityProblem MakeTangleWithFace() {
  VelocityProblem problem = test::MakeTangle(1);
  ContactBody& face = problem.bodies.emplace_back();
  for (int k = 0; k < kNodes; ++k) {
    const int start = problem.num_velocities() + 3 * k;
    if (k > 0) {
      face.corners[k] = {.clique = static_cast<int>(problem.cliques.size()),
                         .weight = k == 1 ? 0.3 : 0.7};
    }
    problem.cliques.push_back(
        {.v_start = start, .nv = 3, .M = MatrixXd::Identity(3, 3)});
  }
  problem.v0 = VectorXd::Random(problem.num_velocities() + 3 * kNodes);
  return problem;
}

MatrixXd JacobianOf(const VelocityProblem& problem, int body) {
  MatrixXd J = test::JacobianOf(problem, body);
  for (const ContactBody::Corner& corner : problem.bodies[body].corners) {
    if (corner.clique < 0) continue;
    J.block<3, 3>(3, problem.cliques[corner.clique].v_start) =
        corner.weight * Matrix3d::Identity();
  }
  return J;
}

// F . J v = J' F . v
TEST_CASE("Body motion: random velocities and wrenches -> the same power") {
  const VelocityProblem problem = MakeTangleWithFace();
  const int nv = problem.num_velocities();
  for (int trial = 0; trial < 20; ++trial) {
    const VectorXd v = VectorXd::Random(nv);
    std::vector<Vector6d> V(problem.bodies.size()), F = V;
    for (Vector6d& wrench : F) wrench.setRandom();
    CalcBodyVelocities(problem, v, &V);
    VectorXd p = VectorXd::Zero(nv);
    AddBodyWrenches(problem, F, &p);
    double power = 0;
    for (std::size_t b = 0; b < V.size(); ++b) {
      const VectorXd expected = JacobianOf(problem, static_cast<int>(b)) * v;
      CHECK((V[b] - expected).norm() < 1e-14 * (1 + expected.norm()));
      power += F[b].dot(V[b]);
    }
    CHECK(p.dot(v) == Approx(power).epsilon(1e-12));
  }
}

TEST_CASE("Body motion: a wrench between two bodies -> its power at Bo") {
  const VelocityProblem problem = MakeTangleWithFace();
  for (const ContactPatch& patch : problem.patches) {
    const VectorXd v = VectorXd::Random(problem.num_velocities());
    const Vector6d F = Vector6d::Random();
    VectorXd tau = VectorXd::Zero(v.size());
    AddWrenches(problem, patch, F, &tau);
    const Vector6d V = CalcRelativeVelocity(problem, patch, v);
    CHECK(tau.dot(v) == Approx(F.dot(V)).epsilon(1e-12));
  }
}

// The velocity of A's point at Bo is that of A, v + w x p.
// f_i row_i' V of all rows is the power of one wrench.
TEST_CASE(
    "Body motion: forces of a constraint's rows -> the wrench of their sum") {
  VelocityProblem problem;
  problem.constraints = {{.first_row = 0, .num_rows = 1},
                         {.first_row = 1, .num_rows = 3}};
  problem.constraint_rows.resize(4);
  for (ConstraintRow& row : problem.constraint_rows) row.row.setRandom();
  const std::vector<double> forces{-3, 0.5, 2, -7};
  const Vector6d V = Vector6d::Random();
  double power = 0;
  for (int i = 1; i < 4; ++i)
    power += forces[i] * problem.constraint_rows[i].row.dot(V);
  const Vector6d F = CalcWrench(problem, problem.constraints[1], forces);
  CHECK(F.dot(V) == Approx(power).epsilon(1e-14));
  CHECK(CalcWrench(problem, problem.constraints[0], forces) ==
        forces[0] * problem.constraint_rows[0].row);
}

TEST_CASE("Body motion: bodies fixed to each other -> no relative velocity") {
  const Vector6d V_A = Vector6d::Random();
  const Vector3d p_AoBo_W = Vector3d::Random();
  Vector6d V_B = V_A;
  V_B.tail<3>() = CalcPointVelocity(V_A, p_AoBo_W);
  CHECK(CalcRelativeVelocity(V_A, V_B, p_AoBo_W).norm() < 1e-15);
}

}  // namespace
}  // namespace tactus::contact
