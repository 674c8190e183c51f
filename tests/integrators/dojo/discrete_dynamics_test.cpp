#include "tactus/integrators/dojo/discrete_dynamics.h"

#include <numeric>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/retraction.h"

namespace tactus::integrators {
namespace {

using multibody::Model;
using multibody::test::MakeRandomModel;
using multibody::test::MakeRandomPositions;
using multibody::test::Random;

std::vector<int> AllTrees(const Model& model) {
  std::vector<int> trees(model.trees().size());
  std::iota(trees.begin(), trees.end(), 0);
  return trees;
}

// A step that is about to be made from q2.
struct Motion {
  Motion(const Model& model, VectorXd q, VectorXd v, double h1, double h)
      : q2(std::move(q)), v1(std::move(v)) {
    CalcPositionKinematics(model, q2, &position);
    dynamics.Begin({.model = model,
                    .position = position,
                    .q2 = q2,
                    .v1 = v1,
                    .h1 = h1,
                    .h = h});
  }
  VectorXd q2, v1;
  multibody::PositionKinematics position;
  DiscreteDynamics dynamics;
};

// dd/dv where the last Calc() was.
MatrixXd CalcJacobian(DiscreteDynamics* dynamics) {
  const Model& model = dynamics->model();
  const int nv = model.num_velocities();
  MatrixXd jacobian = MatrixXd::Zero(nv, nv);
  for (const multibody::Tree& tree : model.trees()) {
    dynamics->CalcMotions(tree);
    std::vector<Matrix6d> rates(dynamics->gain_rates().begin(),
                                dynamics->gain_rates().end());
    dynamics->AddJacobian(
        tree, rates,
        jacobian.block(tree.v_start, tree.v_start, tree.nv, tree.nv));
  }
  return jacobian;
}

TEST_CASE("Discrete dynamics: derivatives -> those by differences") {
  for (unsigned seed = 1; seed < 15; ++seed) {
    const auto model = MakeRandomModel(seed, {.num_bodies = 6, .per_tree = 3});
    Random random(seed);
    const VectorXd q = MakeRandomPositions(*model, &random);
    const int nv = model->num_velocities();
    Motion motion(*model, q, random.Vector(nv, 3), 0.1, 0.2);
    const auto trees = AllTrees(*model);
    const VectorXd v = random.Vector(nv, 3);
    motion.dynamics.Calc(trees, v);
    DiscreteDynamics& dynamics = motion.dynamics;
    const MatrixXd expected = CalcJacobian(&dynamics);
    constexpr double e = 1e-6;
    for (int i = 0; i < nv; ++i) {
      VectorXd plus = v, minus = v;
      plus[i] += e;
      minus[i] -= e;
      dynamics.Calc(trees, plus);
      VectorXd column = dynamics.momentum();
      dynamics.Calc(trees, minus);
      column = (column - dynamics.momentum()) / (2 * e);
      CHECK((column - expected.col(i)).norm() < 1e-7 * (1 + expected.norm()));
    }
  }
}

// With short steps, d(v) / h is M vdot + k(q, v) without gravity.
TEST_CASE("Discrete dynamics: steps towards zero -> the equations of motion") {
  const auto model =
      MakeRandomModel(3, {.num_bodies = 6, .gravity = false, .springs = false});
  Random random(4);
  const VectorXd q = MakeRandomPositions(*model, &random);
  const int nv = model->num_velocities();
  const VectorXd v = random.Vector(nv), vdot = random.Vector(nv);
  multibody::PositionKinematics position;
  multibody::VelocityKinematics velocity;
  CalcPositionKinematics(*model, q, &position);
  CalcVelocityKinematics(*model, position, v, &velocity);
  VectorXd expected;
  CalcInverseDynamics(*model, position, velocity, vdot, {}, &expected);
  double before = 0;
  for (const double h : {1e-2, 1e-3}) {
    Motion motion(*model, q, v - h / 2 * vdot, h, h);
    motion.dynamics.Calc(AllTrees(*model), v + h / 2 * vdot);
    const double error = (motion.dynamics.momentum() / h - expected).norm();
    if (before > 0) CHECK(error < before / 50);  // of second order
    before = error;
  }
  CHECK(before < 1e-3 * expected.norm());
}

// d(v) = 0, by Newton's method, again and again: momentum stays, energy nearly.
TEST_CASE("Discrete dynamics: a forest in free flight -> momentum stays") {
  const auto model = MakeRandomModel(5, {.num_bodies = 5,
                                         .gravity = false,
                                         .armature = false,
                                         .springs = false,
                                         .damping = false,
                                         .floating_base = true});
  Random random(6);
  VectorXd q = MakeRandomPositions(*model, &random);
  VectorXd v = random.Vector(model->num_velocities());
  const auto trees = AllTrees(*model);
  constexpr double h = 0.02;
  Vector3d linear_at_start = Vector3d::Zero();
  for (int step = 0; step < 200; ++step) {
    Motion motion(*model, q, v, h, h);
    for (int i = 0; i < 20; ++i) {
      motion.dynamics.Calc(trees, v);
      if (motion.dynamics.momentum().norm() < 1e-12) break;
      v -=
          CalcJacobian(&motion.dynamics).lu().solve(motion.dynamics.momentum());
    }
    REQUIRE(motion.dynamics.momentum().norm() < 1e-11);
    Vector3d linear = Vector3d::Zero();
    for (int b = 1; b < model->num_bodies(); ++b)
      linear += model->bodies()[b].inertia.mass * motion.dynamics.body(b).v;
    if (step == 0) linear_at_start = linear;
    CHECK((linear - linear_at_start).norm() < 1e-10);
    q = motion.dynamics.q3();
  }
}

}  // namespace
}  // namespace tactus::integrators
