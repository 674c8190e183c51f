#include "tactus/multibody/gravity_stiffness.h"

#include <cmath>

#include "multibody/evaluated.h"
#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"

namespace tactus::multibody {
namespace {

// dk/dq at rest by central differences, the symmetric part of a tree's block.
MatrixXd Differentiate(const Model& model, const VectorXd& q,
                       const Tree& tree) {
  constexpr double kStep = 1e-5;
  const VectorXd zero = VectorXd::Zero(model.num_velocities());
  const auto bias_at = [&](const VectorXd& dq) {
    VectorXd moved, bias;
    IntegratePositions(model, q, dq, 1, &moved);
    const test::Evaluated e = test::Evaluate(model, moved, zero);
    CalcBias(model, e.position, e.velocity, &bias);
    return VectorXd(bias.segment(tree.v_start, tree.nv));
  };
  MatrixXd G(tree.nv, tree.nv);
  for (int i = 0; i < tree.nv; ++i) {
    VectorXd dq = zero;
    dq[tree.v_start + i] = kStep;
    G.col(i) = (bias_at(dq) - bias_at(-dq)) / (2 * kStep);
  }
  return (G + G.transpose()) / 2;
}

TEST_CASE("Gravity stiffness: random trees -> the differences of k") {
  for (const unsigned seed : {1U, 2U, 3U, 4U}) {
    test::RandomModelOptions options{.num_bodies = 12, .per_tree = 6};
    options.types.push_back(JointType::kScrew);
    const auto model = test::MakeRandomModel(seed, options);
    test::Random random(seed + 100);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    PositionKinematics position;
    CalcPositionKinematics(*model, q, &position);
    for (const Tree& tree : model->trees()) {
      MatrixXd G;
      CalcGravityStiffness(*model, position, tree, &G);
      const MatrixXd expected = Differentiate(*model, q, tree);
      INFO(seed);
      CHECK((G - expected).norm() < 1e-7 * (1 + expected.norm()));
      if (tree.nv > 3) CHECK(expected.norm() > 0.1);
    }
  }
}

// G = m g r cos(theta), of two thirds of its weight.
TEST_CASE("Gravity stiffness: a pendulum -> its weight by its arm") {
  constexpr double kMass = 2, kArm = 0.7, kScale = 2.0 / 3;
  ModelBuilder builder;
  const int bob =
      builder.AddBody("bob", {.mass = kMass, .p_BoBcm = Vector3d(0, 0, -kArm)});
  builder.SetGravityScale(bob, kScale);
  builder.AddJoint({.name = "pivot",
                    .type = JointType::kRevolute,
                    .child = bob,
                    .axis_F = Vector3d::UnitY()});
  const auto model = std::move(builder).Build();
  for (const double theta : {0.0, 1.0, 2.5}) {
    PositionKinematics position;
    CalcPositionKinematics(*model, VectorXd::Constant(1, theta), &position);
    MatrixXd G;
    CalcGravityStiffness(*model, position, model->trees()[0], &G);
    CHECK(G(0, 0) == Approx(kScale * kMass * 9.81 * kArm * std::cos(theta)));
  }
}

// F of each joint for a body at rest, in its own axes, by differences.
TEST_CASE(
    "Gravity stiffness: a way of the joints -> weights as bodies see it") {
  const auto model = test::MakeRandomModel(5, {.num_bodies = 9, .per_tree = 5});
  test::Random random(6);
  const VectorXd q = test::MakeRandomPositions(*model, &random);
  const VectorXd way = random.Vector(model->num_velocities());
  const VectorXd zero = VectorXd::Zero(model->num_velocities());
  constexpr double kStep = 1e-5;
  std::vector<Vector6d> F[2];
  std::vector<RigidTransform> X_WB[2];
  for (const int side : {0, 1}) {
    VectorXd moved;
    IntegratePositions(*model, q, way, side == 0 ? -kStep : kStep, &moved);
    const test::Evaluated e = test::Evaluate(*model, moved, zero);
    CalcJointWrenches(*model, e.position, e.velocity, zero, {}, &F[side]);
    X_WB[side] = e.position.X_WB;
  }
  const test::Evaluated at = test::Evaluate(*model, q, zero);
  std::vector<Vector6d> dW;
  CalcWeightChanges(*model, at.position, way, &dW);
  REQUIRE(std::ssize(dW) == model->num_bodies());
  for (int b = 1; b < model->num_bodies(); ++b) {
    const auto turned_back = [&](int side) {
      const Matrix3d R =
          at.position.X_WB[b].linear() * X_WB[side][b].linear().transpose();
      Vector6d F_W;
      F_W << R * F[side][b].head<3>(), R * F[side][b].tail<3>();
      return F_W;
    };
    const Vector6d dF = (turned_back(1) - turned_back(0)) / (2 * kStep);
    CHECK((dF + dW[b]).norm() < 1e-6 * (1 + dF.norm()));
  }
}

}  // namespace
}  // namespace tactus::multibody
