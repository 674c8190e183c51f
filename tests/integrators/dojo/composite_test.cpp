#include "tactus/integrators/dojo/composite.h"

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using multibody::Model;
using multibody::test::MakeRandomModel;
using multibody::test::Random;

MatrixXd MakeMatrix(int rows, int columns, Random* random) {
  return MatrixXd::NullaryExpr(rows, columns,
                               [&] { return random->Uniform(-1, 1); });
}

// Of a model's joints and bodies, whatever these are.
struct RandomMotions {
  RandomMotions(const Model& model, Random* random)
      : S(MakeMatrix(6, model.num_velocities(), random)) {
    for (int i = 0; i < model.num_bodies(); ++i)
      p.push_back(random->Vector3(1));
  }
  Motions motions() const { return {.S = S, .p = p}; }

  Matrix6Xd S;
  std::vector<Vector3d> p;
};

// y of the body where the joints turn and shift one after the other.
Vector6d MoveBody(const Model& model, int body, const RandomMotions& motions,
                  const VectorXd& v) {
  if (body == 0) return Vector6d::Zero();
  const multibody::Joint& joint = model.joints()[body - 1];
  const int parent = joint.parent;
  Vector6d y = MoveBody(model, parent, motions, v);
  const Vector3d angle = y.head<3>();
  y.tail<3>() += angle.cross(motions.p[body] - motions.p[parent]);
  for (int k = joint.v_start; k < joint.v_start + joint.nv(); ++k)
    y += motions.S.col(k) * v[k];
  return y;
}

TEST_CASE("CalcJacobian: random trees -> what the joints move the body by") {
  Random random(3);
  const auto model = MakeRandomModel(8);
  const RandomMotions motions(*model, &random);
  const VectorXd v = MakeMatrix(model->num_velocities(), 1, &random);
  for (int body = 1; body < model->num_bodies(); ++body) {
    Matrix6Xd J;
    CalcJacobian(*model, body, motions.motions(), &J);
    const multibody::Tree& tree = model->trees()[model->bodies()[body].tree];
    const Vector6d y = J * v.segment(tree.v_start, tree.nv);
    CHECK((y - MoveBody(*model, body, motions, v)).norm() < 1e-13);
  }
}

TEST_CASE("AddComposite: random trees -> the sum of J' D K over bodies") {
  const unsigned seed = GENERATE(1, 2, 3, 4);
  Random random(seed);
  const auto model = MakeRandomModel(seed);
  const RandomMotions left(*model, &random), right(*model, &random);
  std::vector<Matrix6d> D;
  for (int i = 0; i < model->num_bodies(); ++i)
    D.push_back(MakeMatrix(6, 6, &random));
  for (const multibody::Tree& tree : model->trees()) {
    const MatrixXd before = MakeMatrix(tree.nv, tree.nv, &random);
    MatrixXd expected = before;
    for (int i = 0; i < tree.num_bodies; ++i) {
      const int body = tree.first_body + i;
      Matrix6Xd J, K;
      CalcJacobian(*model, body, left.motions(), &J);
      CalcJacobian(*model, body, right.motions(), &K);
      expected += J.transpose() * D[body] * K;
    }
    std::vector<Matrix6d> carried = D;
    MatrixXd rates = before;
    AddComposite(*model, tree, left.motions(), right.motions(), carried, rates);
    CHECK((rates - expected).norm() < 1e-13 * (1 + expected.norm()));
  }
}

// By moved poses, y_b = Y y_a with Y = [1 0; -r x, 1], and powers of wrenches.
TEST_CASE("AddShifted: a matrix about another point -> the same form in y") {
  Random random(7);
  const Vector3d left = random.Vector3(1), right = random.Vector3(1);
  const auto shift = [](const Vector3d& r) {
    Matrix6d Y = Matrix6d::Identity();
    Y.bottomLeftCorner<3, 3>() = -CrossMatrix(r);
    return Y;
  };
  const Matrix6d D = MakeMatrix(6, 6, &random);
  const Matrix6d before = MakeMatrix(6, 6, &random);
  Matrix6d sum = before;
  AddShifted(D, left, right, &sum);
  const Matrix6d expected = before + shift(left).transpose() * D * shift(right);
  CHECK((sum - expected).norm() < 1e-14);
}

}  // namespace
}  // namespace tactus::integrators
