#include "tactus/multibody/retraction.h"

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

TEST_CASE(
    "Retract positions: a difference -> it comes back as the difference") {
  test::Random random(11);
  for (int round = 0; round < 20; ++round) {
    const auto model = test::MakeRandomModel(100 + round);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    for (const double size : {1e-9, 1e-5, 0.3, 1.7}) {
      const VectorXd expected = random.Vector(model->num_velocities(), size);
      VectorXd q_b, found;
      RetractPositions(*model, q, expected, &q_b);
      CalcPositionDifference(*model, q, q_b, &found);
      CHECK((found - expected).norm() < 1e-14 + 1e-13 * expected.norm());
    }
  }
}

// The velocity at q(x + e dx) as e passes zero, by central differences.
TEST_CASE("Retraction's Jacobian: tangents -> velocities at the end") {
  test::Random random(12);
  for (int round = 0; round < 20; ++round) {
    const auto model = test::MakeRandomModel(100 + round);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    for (const double size : {1e-6, 0.1, 1.5}) {
      const VectorXd x = random.Vector(model->num_velocities(), size);
      const VectorXd dx = random.Vector(model->num_velocities());
      constexpr double e = 1e-6;
      VectorXd before, after, v;
      RetractPositions(*model, q, x - e * dx, &before);
      RetractPositions(*model, q, x + e * dx, &after);
      CalcPositionDifference(*model, before, after, &v);
      v /= 2 * e;
      for (const Tree& tree : model->trees()) {
        Matrix6Xd J = Matrix6Xd::Random(6, v.size());
        const Matrix6Xd before_it = J;
        VectorXd v_of = v, dx_of = dx;  // of the tree; others as they are
        MultiplyByRetractionJacobian(*model, tree, x, &J);
        for (int i = 0; i < v.size(); ++i) {
          if (i >= tree.v_start && i < tree.v_start + tree.nv) continue;
          CHECK(J.col(i) == before_it.col(i));
          v_of[i] = dx_of[i] = 0;
        }
        CHECK((J * dx_of - before_it * v_of).norm() < 1e-8);
      }
    }
  }
}

// Of q (+) e dq retracted by x + e dx.
TEST_CASE("Retraction's rates: a start that moves -> velocities at the end") {
  test::Random random(13);
  for (int round = 0; round < 20; ++round) {
    const auto model = test::MakeRandomModel(100 + round);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    const VectorXd x = random.Vector(model->num_velocities(), 1.2);
    const VectorXd dq = random.Vector(model->num_velocities());
    const VectorXd dx = random.Vector(model->num_velocities());
    constexpr double e = 1e-6;
    VectorXd start, before, after, expected;
    RetractPositions(*model, q, -e * dq, &start);
    RetractPositions(*model, start, x - e * dx, &before);
    RetractPositions(*model, q, e * dq, &start);
    RetractPositions(*model, start, x + e * dx, &after);
    CalcPositionDifference(*model, before, after, &expected);
    expected /= 2 * e;
    MatrixXd found;
    CalcRetractionRates(*model, x, dq, dx, &found);
    CHECK((found - expected).norm() < 1e-8);
    for (const Tree& tree : model->trees()) {
      Matrix6Xd J = Matrix6Xd::Random(6, model->num_velocities());
      Matrix6Xd J_turned = J, J_x = J;
      MultiplyByRetractionTurn(*model, tree, x, &J_turned);
      MultiplyByRetractionJacobian(*model, tree, x, &J_x);
      const auto of = [&](const VectorXd& v) {
        VectorXd own = VectorXd::Zero(v.size());
        own.segment(tree.v_start, tree.nv) = v.segment(tree.v_start, tree.nv);
        return own;
      };
      CHECK((J_turned * of(dq) + J_x * of(dx) - J * of(found.col(0))).norm() <
            1e-12 * (1 + found.norm()));
    }
  }
}

}  // namespace
}  // namespace tactus::multibody
