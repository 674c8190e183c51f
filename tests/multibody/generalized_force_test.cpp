#include "tactus/multibody/generalized_force.h"

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using test::Random;

TEST_CASE(
    "AddGeneralizedForce: a wrench at a point -> J' F of its body, added") {
  const auto model =
      test::MakeRandomModel(7, {.num_bodies = 9, .floating_base = true});
  Random random(7);
  PositionKinematics position;
  CalcPositionKinematics(*model, test::MakeRandomPositions(*model, &random),
                         &position);
  for (int body = 1; body < model->num_bodies(); ++body) {
    const Vector3d p_WQ = random.Vector3();
    Vector6d F_Q_W;
    F_Q_W << random.Vector3(), random.Vector3();
    Vector6d F_Bo_W = F_Q_W;
    F_Bo_W.head<3>() += (p_WQ - position.X_WB[body].translation())
                            .cross(Vector3d(F_Q_W.tail<3>()));
    const Tree& tree = model->trees()[model->bodies()[body].tree];
    Matrix6Xd J;
    CalcBodyJacobian(*model, position, body, &J);
    const VectorXd before = random.Vector(model->num_velocities());
    VectorXd expected = before;
    expected.segment(tree.v_start, tree.nv) += J.transpose() * F_Bo_W;
    VectorXd tau = before;
    AddGeneralizedForce(*model, position, body, p_WQ, F_Q_W, &tau);
    CHECK((tau - expected).norm() < 1e-13 * (1 + expected.norm()));
  }
}

TEST_CASE("AddGeneralizedForce: the world -> feels nothing") {
  const auto model = test::MakeRandomModel(7, {.num_bodies = 2});
  Random random(7);
  PositionKinematics position;
  CalcPositionKinematics(*model, test::MakeRandomPositions(*model, &random),
                         &position);
  VectorXd tau = VectorXd::Zero(model->num_velocities());
  AddGeneralizedForce(*model, position, 0, Vector3d::Ones(), Vector6d::Ones(),
                      &tau);
  CHECK(tau.isZero(0));
}

}  // namespace
}  // namespace tactus::multibody
