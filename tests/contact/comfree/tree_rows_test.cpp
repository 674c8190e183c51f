#include "tactus/contact/comfree/tree_rows.h"

#include "contact/comfree/tangle.h"
#include <catch2/catch.hpp>

#include "tactus/contact/body_motion.h"

namespace tactus::contact {
namespace {

constexpr double kStep = 0.01;

VectorXd SomeVelocity(int size) {
  return VectorXd::LinSpaced(size, -1, 2).array().sin();
}

/// Of a tangle, with its bodies' velocities.
struct Rows {
  Rows() : problem(test::MakeTangle(1)), v(SomeVelocity(16)) {
    prediction.Reset(problem, kStep);
    rows.Reset(problem);
  }
  VelocityProblem problem;
  VectorXd v;
  SmoothPrediction prediction;
  TreeRows rows;
};

// G A^-1 G' = the sum over sides of what each tree gives.
double CalcInverseMass(const VelocityProblem& problem, const VectorXd& G) {
  double w = 0;
  for (const Clique& clique : problem.cliques) {
    const VectorXd part = G.segment(clique.v_start, clique.nv);
    w += part.dot(clique.M.llt().solve(part));
  }
  return w;
}

TEST_CASE("TreeRows: rows between bodies -> rate of row'(V_B - Phi V_A)") {
  Rows tangle;
  const Vector6d row = Vector6d::LinSpaced(0.3, -2);
  const Vector3d p_AoBo_W(0.2, -0.5, 0.7);
  for (const auto& [a, b, num_sides] : std::vector<std::array<int, 3>>{
           {0, 1, 1}, {2, 0, 1}, {1, 2, 2}, {2, 3, 2}, {3, 4, 1}}) {
    const BodyConstraint constraint{
        .body_a = a, .body_b = b, .p_AoBo_W = p_AoBo_W};
    const int index = tangle.rows.Add(constraint, row);
    // V = V_B - V_A + p_AoBo x omega_A
    Matrix6d Phi = Matrix6d::Identity();
    Phi.bottomLeftCorner<3, 3>() << 0, p_AoBo_W.z(), -p_AoBo_W.y(),
        -p_AoBo_W.z(), 0, p_AoBo_W.x(), p_AoBo_W.y(), -p_AoBo_W.x(), 0;
    const VectorXd G = (test::JacobianOf(tangle.problem, b) -
                        Phi * test::JacobianOf(tangle.problem, a))
                           .transpose() *
                       row;
    CHECK(CalcRate(tangle.rows.TermsOf(index), tangle.v) ==
          Approx(G.dot(tangle.v)));
    CHECK(static_cast<int>(tangle.rows.SidesOf(index).size()) == num_sides);
    CHECK(tangle.rows.CalcInverseMass(tangle.prediction, index) ==
          Approx(CalcInverseMass(tangle.problem, G)));
  }
}

TEST_CASE("TreeRows: terms of two trees, mixed -> a side for each") {
  Rows tangle;
  const std::vector<JointTerm> terms = {{.dof = 13, .coefficient = 2},
                                        {.dof = 4, .coefficient = -1},
                                        {.dof = 12, .coefficient = 0.5}};
  const int index = tangle.rows.Add(terms, 3);
  VectorXd G = VectorXd::Zero(16);
  for (const JointTerm& term : terms) G[term.dof] = 3 * term.coefficient;
  CHECK(CalcRate(tangle.rows.TermsOf(index), tangle.v) ==
        Approx(G.dot(tangle.v)));
  const auto sides = tangle.rows.SidesOf(index);
  REQUIRE(sides.size() == 2);
  CHECK(sides[0].clique == 2);
  CHECK(tangle.rows.TermsOf(sides[0]).size() == 2);
  CHECK(sides[1].clique == 0);
  CHECK(tangle.rows.CalcInverseMass(tangle.prediction, index) ==
        Approx(CalcInverseMass(tangle.problem, G)));
}

}  // namespace
}  // namespace tactus::contact
