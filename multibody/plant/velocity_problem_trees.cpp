// The part of VelocityProblemBuilder that translates trees, elastic bodies,
// what a fluid does to bodies, and the paths of bodies through a step.
#include <algorithm>

#include "tactus/common/parallel_for.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::multibody {

using contact::VelocityProblem;

namespace {

// Enough work to be worth handing to a thread.
constexpr int kTreesPerChunk = 32;
constexpr int kTetrahedraPerChunk = 64;

// In order, whatever the number of threads.
void AddGradients(const VelocityProblem& problem,
                  const Eigen::Matrix<double, 12, Eigen::Dynamic>& gradients,
                  VectorXd* force) {
  for (std::size_t i = 0; i < problem.elastic_elements.size(); ++i) {
    for (int k = 0; k < 4; ++k)
      force->segment<3>(problem.elastic_elements[i].dofs[k]) +=
          gradients.col(static_cast<Eigen::Index>(i)).segment<3>(3 * k);
  }
}

}  // namespace

void VelocityProblemBuilder::CalcPaths(double horizon) {
  if (horizon == 0) return;
  paths_.assign(model_->num_bodies(), {});
  for (int i = 1; i < model_->num_bodies(); ++i) {
    const Body& body = model_->bodies()[i];
    if (body.tree < 0) continue;
    const RigidTransform& X_WB = position_.X_WB[i];
    const Vector3d p_BoBcm_W = X_WB.linear() * body.inertia.p_BoBcm;
    const Vector3d w = velocity_.V_WB[i].head<3>();
    const Vector3d a0_Bcm_W = CalcPointVelocity(velocity_.A0_WB[i], p_BoBcm_W) +
                              w.cross(w.cross(p_BoBcm_W));
    paths_[i] = contact::MakeBodyPath(
        X_WB.translation(), p_BoBcm_W, velocity_.V_WB[i], a0_Bcm_W,
        model_->trees()[body.tree].is_free_body, horizon, model_->GravityOn(i));
  }
}

// Cliques, v0, k0 = k(q, v), joint damping and springs.
void VelocityProblemBuilder::AddTrees(const VectorRef& q, const VectorRef& v,
                                      VelocityProblem* problem) {
  const Model& model = *model_;
  CalcTrees(q, v, problem);
  q_ = q;
  problem->v0 = v;
  joint_damping_.setZero(model.num_velocities());
  problem->stiffness.setZero(model.num_velocities());
  problem->spring_force0.setZero(model.num_velocities());
  for (const Joint& joint : model.joints()) {
    joint_damping_.segment(joint.v_start, joint.nv())
        .setConstant(joint.damping);
    if (joint.stiffness == 0) continue;
    problem->stiffness[joint.v_start] = joint.stiffness;
    problem->spring_force0[joint.v_start] =
        joint.stiffness * (q[joint.q_start] - joint.spring_reference);
  }
}

// Kinematics, mass matrices and k(q, v), tree by tree.
void VelocityProblemBuilder::CalcTrees(const VectorRef& q, const VectorRef& v,
                                       VelocityProblem* problem) {
  const auto trees = model_->trees();
  const int num_trees = static_cast<int>(trees.size());
  CalcAnchoredKinematics(*model_, q, &position_, &velocity_);
  bias_.resize(model_->num_velocities());
  problem->cliques.resize(trees.size());
  InChunks(num_trees, kTreesPerChunk, [&](int t) {
    const Tree& tree = trees[t];
    CalcTreeKinematics(*model_, tree, q, v, &position_, &velocity_);
    contact::Clique& clique = problem->cliques[t];
    clique.v_start = tree.v_start;
    clique.nv = tree.nv;
    clique.flies = clique.turns_alone = false;
    CalcTreeMassMatrix(*model_, position_, tree, &clique.M);
    CalcTreeBias(*model_, position_, velocity_, tree, &bias_);
  });
}

// k(q, v) gets the gradient of their strain energy.
void VelocityProblemBuilder::AddElasticBodies(const VectorRef& q,
                                              VelocityProblem* problem) {
  int count = 0;
  for (const ElasticBody& body : model_->elastic_bodies())
    count += body.solid->num_tetrahedra();
  problem->elastic_elements.resize(count);
  gradients_.resize(12, count);
  ForEachTetrahedron([&](const ElasticBody& body, int tetrahedron, int i) {
    const ElasticSolid& solid = *body.solid;
    contact::ElasticElement& element = problem->elastic_elements[i];
    ElasticSolid::Vector12d gradient;
    solid.CalcElement(q.segment(body.q_start, body.size()), tetrahedron,
                      &gradient, &element.stiffness, &element.stiffness_bound);
    gradients_.col(i) = gradient;
    element.damping = solid.material().damping;
    for (int k = 0; k < 4; ++k)
      element.dofs[k] =
          body.v_start + 3 * solid.mesh().tetrahedra[tetrahedron][k];
  });
  AddGradients(*problem, gradients_, &bias_);
}

void VelocityProblemBuilder::TakeElasticTurns(double h,
                                              VelocityProblem* problem) {
  ForEachTetrahedron([&](const ElasticBody& body, int tetrahedron, int i) {
    ElasticSolid::Vector12d gradient;
    body.solid->CalcTurning(q_.segment(body.q_start, body.size()),
                            problem->v0.segment(body.v_start, body.size()), h,
                            tetrahedron, &gradient);
    gradients_.col(i) = gradient;
  });
  AddGradients(*problem, gradients_, &problem->k0);
  AddGradients(*problem, gradients_, &bias_);
}

void VelocityProblemBuilder::ForEachTetrahedron(
    const std::function<void(const ElasticBody& body, int tetrahedron,
                             int element)>& visit) const {
  int first = 0;
  for (const ElasticBody& body : model_->elastic_bodies()) {
    const int count = body.solid->num_tetrahedra();
    InChunks(count, kTetrahedraPerChunk,
             [&](int i) { visit(body, i, first + i); });
    first += count;
  }
}

// On several threads, if there are enough.
void VelocityProblemBuilder::InChunks(
    int count, int size, const std::function<void(int i)>& body) const {
  const int num_chunks = (count + size - 1) / size;
  ParallelFor(num_chunks, contacts_.num_threads, [&](int chunk, int) {
    const int end = std::min(count, (chunk + 1) * size);
    for (int i = chunk * size; i < end; ++i) body(i);
  });
}

// f0 at v0, and how it falls with the velocities of each tree.
void VelocityProblemBuilder::AddFluid() {
  fluid_force_.setZero(model_->num_velocities());
  fluid_forces_.clear();
  fluid_drag_.assign(model_->trees().size(), {});
  for (const FluidForces::PartForce& part : fluid_.Calc(position_, velocity_)) {
    fluid_forces_.push_back({.body = part.body,
                             .p_BoQ_B = part.p_BoE_B,
                             .F_Q_W = part.CalcForceInW()});
    AddPartForce(*model_, position_, part, &fluid_force_,
                 &fluid_drag_[model_->bodies()[part.body].tree]);
  }
}

}  // namespace tactus::multibody
