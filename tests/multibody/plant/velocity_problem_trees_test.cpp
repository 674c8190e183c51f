#include "tactus/multibody/plant/velocity_problem_trees.h"

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"

namespace tactus::multibody {
namespace {

TEST_CASE("Velocity problem trees: random models -> M, k and kinematics") {
  for (int seed = 1; seed < 6; ++seed) {
    const auto model = test::MakeRandomModel(seed, {.num_bodies = 12});
    test::Random random(seed);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    const VectorXd v = random.Vector(model->num_velocities());
    ModelAtStart start(model.get());
    contact::VelocityProblem problem;
    AddTrees(q, v, &start, &problem);
    problem.spring_shares = v;  // Of the last step.
    problem.cliques[0].gravity_share = 0.5;
    AddTrees(q, v, &start, &problem);
    CHECK(start.q == q);
    CHECK(start.v == v);
    CHECK(problem.v0 == v);
    CHECK(problem.spring_shares.size() == 0);
    const MatrixXd M = CalcMassMatrix(*model, start.position);
    VectorXd bias;
    CalcBias(*model, start.position, start.velocity, &bias);
    CHECK((start.bias - bias).norm() <= 1e-13 * (1 + bias.norm()));
    REQUIRE(problem.cliques.size() == model->trees().size());
    for (const contact::Clique& clique : problem.cliques) {
      const auto block =
          M.block(clique.v_start, clique.v_start, clique.nv, clique.nv);
      CHECK((clique.M - block).norm() <= 1e-13 * block.norm());
      CHECK_FALSE(clique.has_drag());
      CHECK_FALSE(clique.has_soft_gravity());
    }
    for (const Joint& joint : model->joints()) {
      for (int i = 0; i < joint.nv(); ++i)
        CHECK(start.joint_damping[joint.v_start + i] == joint.damping);
      if (joint.nv() != 1) continue;
      CHECK(problem.stiffness[joint.v_start] == joint.stiffness);
      CHECK(problem.spring_force0[joint.v_start] ==
            joint.stiffness * (q[joint.q_start] - joint.spring_reference));
    }
  }
}

}  // namespace
}  // namespace tactus::multibody
