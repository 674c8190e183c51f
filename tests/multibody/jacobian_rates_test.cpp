#include "tactus/multibody/jacobian_rates.h"

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/retraction.h"

namespace tactus::multibody {
namespace {

// Jacobians of points of bodies, and the points in W.
struct Points {
  std::vector<Matrix6Xd> J;
  std::vector<Vector3d> p;
};

Points CalcPoints(const Model& model, const VectorXd& q,
                  const std::vector<Vector3d>& p_B) {
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  Points points{.J = std::vector<Matrix6Xd>(model.num_bodies()),
                .p = std::vector<Vector3d>(model.num_bodies())};
  for (int b = 0; b < model.num_bodies(); ++b) {
    const Vector3d r = position.X_WB[b].linear() * p_B[b];
    CalcBodyJacobian(model, position, b, &points.J[b]);
    points.J[b].bottomRows<3>() -=
        CrossMatrix(r) * points.J[b].topRows<3>().eval();
    points.p[b] = position.X_WB[b].translation() + r;
  }
  return points;
}

TEST_CASE(
    "Jacobian transpose rates: wrenches on random trees -> differences of "
    "their generalized forces") {
  test::Random random(31);
  for (int round = 0; round < 30; ++round) {
    INFO("round " << round);
    const auto model = test::MakeRandomModel(300 + round);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    std::vector<Vector3d> p_B;
    std::vector<Vector6d> W;
    for (int b = 0; b < model->num_bodies(); ++b) {
      p_B.push_back(random.Vector(3));
      W.push_back(random.Vector(6));
    }
    const Points at = CalcPoints(*model, q, p_B);
    for (const Tree& tree : model->trees()) {
      MatrixXd rates = MatrixXd::Zero(tree.nv, tree.nv);
      AddJacobianTransposeRates(*model, tree, at.J, at.p, W, rates);
      const auto force = [&](int k, double e) {
        VectorXd moved, step = VectorXd::Zero(model->num_velocities());
        step[tree.v_start + k] = e;
        RetractPositions(*model, q, step, &moved);
        const Points points = CalcPoints(*model, moved, p_B);
        VectorXd sum = VectorXd::Zero(tree.nv);
        for (int b = tree.first_body; b < tree.first_body + tree.num_bodies;
             ++b)
          sum += points.J[b].transpose() * W[b];
        return sum;
      };
      for (int k = 0; k < tree.nv; ++k) {
        constexpr double e = 1e-5;
        const VectorXd expected = (force(k, e) - force(k, -e)) / (2 * e);
        CHECK((rates.col(k) - expected).norm() < 1e-8 * (1 + expected.norm()));
      }
    }
  }
}

}  // namespace
}  // namespace tactus::multibody
