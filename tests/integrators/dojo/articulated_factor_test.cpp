#include "tactus/integrators/dojo/articulated_factor.h"

#include "multibody/random_model.h"
#include <Eigen/LU>
#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using multibody::Model;
using multibody::Tree;
using multibody::test::Random;

std::vector<Vector3d> RandomPoints(int num, Random* random) {
  std::vector<Vector3d> points(num);
  for (Vector3d& p : points) p = random->Vector3();
  return points;
}

Matrix6d RandomMatrix(Random* random) {
  return random->Vector(36).reshaped(6, 6);
}

// The equations of a random tree, with motions and matrices of any kind.
struct RandomEquations {
  RandomEquations(const Model& model, Random* random)
      : left_points(RandomPoints(model.num_bodies(), random)),
        right_points(RandomPoints(model.num_bodies(), random)),
        S_left(random->Vector(6 * model.num_velocities())
                   .reshaped(6, model.num_velocities())),
        S_right(random->Vector(6 * model.num_velocities())
                    .reshaped(6, model.num_velocities())) {
    for (int b = 0; b < model.num_bodies(); ++b) {
      D.push_back(RandomMatrix(random));
      d.push_back(RandomMatrix(random));
    }
  }
  Motions left() const { return {S_left, left_points}; }
  Motions right() const { return {S_right, right_points}; }

  std::vector<Vector3d> left_points, right_points;
  Matrix6Xd S_left, S_right;
  std::vector<Matrix6d> D, d;
};

// sum J_b' D_b K_b + d, by whole Jacobians.
MatrixXd MakeWhole(const Model& model, const Tree& tree,
                   const RandomEquations& of) {
  MatrixXd whole = MatrixXd::Zero(tree.nv, tree.nv);
  Matrix6Xd J, K;
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
    CalcJacobian(model, b, of.left(), &J);
    CalcJacobian(model, b, of.right(), &K);
    whole += J.transpose() * of.D[b] * K;
    const multibody::Joint& joint = model.joints()[b - 1];
    const int at = joint.v_start - tree.v_start, n = joint.nv();
    whole.block(at, at, n, n) += of.d[b].topLeftCorner(n, n);
  }
  return whole;
}

TEST_CASE("Articulated factor: random trees and matrices -> their solutions") {
  for (unsigned seed = 1; seed < 20; ++seed) {
    const auto model = multibody::test::MakeRandomModel(
        200 + seed, {.num_bodies = 9, .per_tree = 6});
    Random random(seed);
    RandomEquations of(*model, &random);
    for (const Tree& tree : model->trees()) {
      const MatrixXd whole = MakeWhole(*model, tree, of);
      std::vector<Matrix6d> articulated = of.D;
      ArticulatedFactor factor;
      REQUIRE(factor.Factorize({.model = *model,
                                .tree = tree,
                                .left = of.left(),
                                .right = of.right(),
                                .D = articulated,
                                .d = of.d}));
      std::vector<Vector6d> W(model->num_bodies()), y(model->num_bodies());
      VectorXd v = random.Vector(tree.nv), rhs = v;
      std::vector<Matrix6Xd> K(model->num_bodies());
      for (int b = tree.first_body; b < tree.first_body + tree.num_bodies;
           ++b) {
        Matrix6Xd J;
        W[b] = random.Vector(6);
        CalcJacobian(*model, b, of.left(), &J);
        CalcJacobian(*model, b, of.right(), &K[b]);
        rhs += J.transpose() * W[b];
      }
      factor.Solve(W, v, y);
      const VectorXd expected = whole.fullPivLu().solve(rhs);
      CHECK((v - expected).norm() < 1e-8 * (1 + expected.norm()));
      for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b)
        CHECK((y[b] - K[b] * expected).norm() < 1e-8 * (1 + expected.norm()));
    }
  }
}

TEST_CASE("Composite: random trees and matrices -> sums of products") {
  for (unsigned seed = 1; seed < 20; ++seed) {
    const auto model = multibody::test::MakeRandomModel(
        300 + seed, {.num_bodies = 9, .per_tree = 6});
    Random random(seed);
    RandomEquations of(*model, &random);
    of.d.assign(of.d.size(), Matrix6d::Zero());
    for (const Tree& tree : model->trees()) {
      const MatrixXd start =
          random.Vector(tree.nv * tree.nv).reshaped(tree.nv, tree.nv);
      MatrixXd found = start;
      std::vector<Matrix6d> sums = of.D;
      AddComposite(*model, tree, of.left(), of.right(), sums, found);
      CHECK((found - start - MakeWhole(*model, tree, of)).norm() < 1e-11);
    }
  }
}

TEST_CASE("Articulated factor: a joint that nothing resists -> refused") {
  const auto model = multibody::test::MakeRandomModel(
      5, {.num_bodies = 3, .types = {multibody::JointType::kRevolute}});
  Random random(2);
  RandomEquations of(*model, &random);
  of.D.back().setZero();
  of.d.back().setZero();
  ArticulatedFactor factor;
  CHECK_FALSE(factor.Factorize({.model = *model,
                                .tree = model->trees()[0],
                                .left = of.left(),
                                .right = of.right(),
                                .D = of.D,
                                .d = of.d}));
}

}  // namespace
}  // namespace tactus::integrators
