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

}  // namespace
}  // namespace tactus::multibody
