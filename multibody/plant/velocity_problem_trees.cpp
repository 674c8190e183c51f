#include "tactus/multibody/plant/velocity_problem_trees.h"

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/plant/parallel_chunks.h"

namespace tactus::multibody {
namespace {

using contact::VelocityProblem;

// Enough work to be worth handing to a thread.
constexpr int kTreesPerChunk = 32;

// Kinematics, mass matrices and k(q, v), tree by tree.
void CalcTrees(ModelAtStart* start, VelocityProblem* problem) {
  const Model& model = *start->model;
  const auto trees = model.trees();
  const int num_trees = static_cast<int>(trees.size());
  CalcAnchoredKinematics(model, start->q, &start->position, &start->velocity);
  start->bias.resize(model.num_velocities());
  problem->cliques.resize(trees.size());
  ForEachInChunks(num_trees, kTreesPerChunk, start->num_threads, [&](int t) {
    const Tree& tree = trees[t];
    CalcTreeKinematics(model, tree, start->q, start->v, &start->position,
                       &start->velocity);
    contact::Clique& clique = problem->cliques[t];
    clique.v_start = tree.v_start;
    clique.nv = tree.nv;
    clique.flies = clique.turns_alone = false;
    clique.gravity_share = 0;
    CalcTreeMassMatrix(model, start->position, tree, &clique.M);
    CalcTreeBias(model, start->position, start->velocity, tree, &start->bias);
  });
}

// D and K of joints, and K (q0 - qref).
void AddJointSprings(ModelAtStart* start, VelocityProblem* problem) {
  const Model& model = *start->model;
  start->joint_damping.setZero(model.num_velocities());
  problem->stiffness.setZero(model.num_velocities());
  problem->spring_force0.setZero(model.num_velocities());
  for (const Joint& joint : model.joints()) {
    start->joint_damping.segment(joint.v_start, joint.nv())
        .setConstant(joint.damping);
    if (joint.stiffness == 0) continue;
    problem->stiffness[joint.v_start] = joint.stiffness;
    problem->spring_force0[joint.v_start] =
        joint.stiffness * (start->q[joint.q_start] - joint.spring_reference);
  }
}

}  // namespace

void AddTrees(const VectorRef& q, const VectorRef& v, ModelAtStart* start,
              VelocityProblem* problem) {
  start->q = q;
  start->v = v;
  problem->v0 = v;
  problem->spring_shares.resize(0);
  CalcTrees(start, problem);
  AddJointSprings(start, problem);
}

}  // namespace tactus::multibody
