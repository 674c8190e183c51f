#include "tactus/multibody/dynamics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <memory_resource>

#include "tactus/common/require.h"
#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/mass_properties.h"
#include "tactus/multibody/tendon_path.h"

namespace tactus::multibody {
namespace {

// One T per body, on the stack where there are not many: the recursions run at
// every evaluation, and allocate nothing there.
template <class T>
class PerBody {
 public:
  explicit PerBody(int num_bodies) : list_(num_bodies, &memory_) {}
  operator std::span<T>() { return list_; }              // NOLINT
  operator std::span<const T>() const { return list_; }  // NOLINT
  T& operator[](int i) { return list_[i]; }

 private:
  static constexpr std::size_t kOnStack = 64;
  alignas(T) std::byte buffer_[kOnStack * sizeof(T)];
  std::pmr::monotonic_buffer_resource memory_{buffer_, sizeof(buffer_)};
  std::pmr::vector<T> list_;
};

// A wrench at Bo, seen from Po = Bo - p.
void MoveWrench(const Vector3d& p_PoBo, Vector6d* F) {
  F->head<3>() += p_PoBo.cross(F->tail<3>());
}

// Mc: each body of the tree with all that hangs on it, about its own origin; by
// body, from the tree's first one on.
void CalcCompositeMoments(const Model& model,
                          const PositionKinematics& position, const Tree& tree,
                          std::span<MassMoments> composites) {
  const int first = tree.first_body, end = first + tree.num_bodies;
  std::copy_n(position.moments_W.begin() + first, tree.num_bodies,
              composites.begin());
  for (int b = end - 1; b > first; --b) {
    composites[model.joints()[b - 1].parent - first] +=
        composites[b - first].SeenFrom(position.p_PoBo_W[b]);
  }
}

// Column k of M down to the diagonal, and its mirror image, where velocity k is
// one of `body`'s inboard joint: its wrench F = Mc_j H_k at the body's origin
// is felt by all joints between the world and j.
void SetMassMatrixColumn(const Model& model, const PositionKinematics& position,
                         int body, int k, Vector6d F, MatrixXd* M) {
  const Tree& tree = model.trees()[model.bodies()[body].tree];
  const int column = k - tree.v_start;
  for (int b = body; b >= tree.first_body;) {
    const Joint& joint = model.joints()[b - 1];
    for (int i = joint.v_start; i < joint.v_start + joint.nv(); ++i) {
      const int row = i - tree.v_start;
      (*M)(row, column) = (*M)(column, row) = position.H_W.col(i).dot(F);
    }
    MoveWrench(position.p_PoBo_W[b], &F);
    b = joint.parent;
  }
}

void AddArmature(const Joint& joint, const Tree& tree, MatrixXd* M) {
  M->diagonal().segment(joint.v_start - tree.v_start, joint.nv()).array() +=
      joint.armature;
}

// F_B, the wrench at Bo that moves one body.
Vector6d CalcBodyWrench(const MassMoments& moments, const Vector6d& V,
                        const Vector6d& A, const Vector3d& gravity) {
  const Vector3d w = V.head<3>(), alpha = A.head<3>();
  const Vector3d a = A.tail<3>() - gravity;
  const Vector3d& f = moments.first;
  Vector6d F;
  F.head<3>() =
      moments.second * alpha + w.cross(moments.second * w) + f.cross(a);
  F.tail<3>() = moments.mass * a + alpha.cross(f) + w.cross(w.cross(f));
  return F;
}

// F_j, the sum of the wrenches outboard of joint j, at Bo, by body, from body
// `first` on: of a tree, or of all bodies from the world on.
void AddUpInwards(const Model& model, const PositionKinematics& position,
                  int first, std::span<Vector6d> F) {
  const int end = first + static_cast<int>(F.size());
  for (int b = end - 1; b > first; --b) {
    Vector6d F_Po = F[b - first];
    MoveWrench(position.p_PoBo_W[b], &F_Po);
    F[model.joints()[b - 1].parent - first] += F_Po;
  }
}

// tau_j = H_j' F_j of their joints.
void ProjectOntoJoints(const Model& model, const PositionKinematics& position,
                       std::span<const Vector6d> F, int first, VectorXd* tau) {
  const int end = first + static_cast<int>(F.size());
  for (int b = std::max(first, 1); b < end; ++b) {
    const Joint& joint = model.joints()[b - 1];
    for (int k = joint.v_start; k < joint.v_start + joint.nv(); ++k) {
      (*tau)[k] = position.H_W.col(k).dot(F[b - first]);
    }
  }
}

// A_WB with vdot: what vdot adds to A0_WB travels outwards like a velocity.
void CalcAccelerations(const Model& model, const PositionKinematics& position,
                       const VelocityKinematics& velocity,
                       const VectorRef& vdot, std::span<Vector6d> A_WB) {
  A_WB[0].setZero();
  for (int b = 1; b < model.num_bodies(); ++b) {
    const Joint& joint = model.joints()[b - 1];
    Vector6d A = A_WB[joint.parent];
    A.tail<3>() += A.head<3>().cross(position.p_PoBo_W[b]);
    for (int k = joint.v_start; k < joint.v_start + joint.nv(); ++k) {
      A += position.H_W.col(k) * vdot[k];
    }
    A_WB[b] = A;
  }
  for (int b = 1; b < model.num_bodies(); ++b) {
    A_WB[b] += velocity.A0_WB[b];
  }
}

}  // namespace

void CalcTreeMassMatrix(const Model& model, const PositionKinematics& position,
                        const Tree& tree, MatrixXd* M) {
  if (tree.is_free_body) {  // H = 1.
    *M = position.moments_W[tree.first_body].ToMatrix();
    AddArmature(model.joints()[tree.first_body - 1], tree, M);
    return;
  }
  M->setZero(tree.nv, tree.nv);
  PerBody<MassMoments> composites(tree.num_bodies);
  CalcCompositeMoments(model, position, tree, composites);
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
    const Joint& joint = model.joints()[b - 1];
    for (int k = joint.v_start; k < joint.v_start + joint.nv(); ++k) {
      SetMassMatrixColumn(model, position, b, k,
                          composites[b - tree.first_body] * position.H_W.col(k),
                          M);
    }
    AddArmature(joint, tree, M);
  }
}

void CalcMassMatrix(const Model& model, const PositionKinematics& position,
                    std::vector<MatrixXd>* M_tree) {
  M_tree->resize(model.trees().size());
  for (std::size_t t = 0; t < M_tree->size(); ++t) {
    CalcTreeMassMatrix(model, position, model.trees()[t], &(*M_tree)[t]);
  }
}

MatrixXd CalcMassMatrix(const Model& model,
                        const PositionKinematics& position) {
  std::vector<MatrixXd> M_tree;
  CalcMassMatrix(model, position, &M_tree);
  const int nv = model.num_velocities();
  MatrixXd M = MatrixXd::Zero(nv, nv);
  for (std::size_t t = 0; t < M_tree.size(); ++t) {
    const Tree& tree = model.trees()[t];
    M.block(tree.v_start, tree.v_start, tree.nv, tree.nv) = M_tree[t];
  }
  return M;
}

namespace {

// The wrenches of all joints, CalcJointWrenches().
void CalcWrenches(const Model& model, const PositionKinematics& position,
                  const VelocityKinematics& velocity, const VectorRef& vdot,
                  std::span<const Vector6d> F_BBo_W, std::span<Vector6d> F) {
  CalcAccelerations(model, position, velocity, vdot, F);
  for (int b = 1; b < model.num_bodies(); ++b) {
    F[b] = CalcBodyWrench(position.moments_W[b], velocity.V_WB[b], F[b],
                          model.GravityOn(b));
    if (!F_BBo_W.empty()) F[b] -= F_BBo_W[b];
  }
  AddUpInwards(model, position, 0, F);
}

}  // namespace

void CalcJointWrenches(const Model& model, const PositionKinematics& position,
                       const VelocityKinematics& velocity,
                       const VectorRef& vdot, std::span<const Vector6d> F_BBo_W,
                       std::vector<Vector6d>* F_W) {
  assert(vdot.size() == model.num_velocities());
  assert(F_BBo_W.empty() || std::ssize(F_BBo_W) == model.num_bodies());
  F_W->resize(model.num_bodies());
  CalcWrenches(model, position, velocity, vdot, F_BBo_W, *F_W);
}

void CalcInverseDynamics(const Model& model, const PositionKinematics& position,
                         const VelocityKinematics& velocity,
                         const VectorRef& vdot,
                         std::span<const Vector6d> F_BBo_W, VectorXd* tau) {
  PerBody<Vector6d> F(model.num_bodies());
  CalcWrenches(model, position, velocity, vdot, F_BBo_W, F);
  tau->resize(model.num_velocities());
  ProjectOntoJoints(model, position, F, 0, tau);
  for (const Joint& joint : model.joints()) {
    tau->segment(joint.v_start, joint.nv()) +=
        joint.armature * vdot.segment(joint.v_start, joint.nv());
  }
}

namespace {

// Of a tree's bodies, first to end - 1, or of all from the world on.
void CalcBiasOf(const Model& model, const PositionKinematics& position,
                const VelocityKinematics& velocity, int first, int end,
                VectorXd* bias) {
  PerBody<Vector6d> F(end - first);
  for (int b = first; b < end; ++b) {
    F[b - first] = CalcBodyWrench(position.moments_W[b], velocity.V_WB[b],
                                  velocity.A0_WB[b], model.GravityOn(b));
  }
  AddUpInwards(model, position, first, F);
  ProjectOntoJoints(model, position, F, first, bias);
}

}  // namespace

void CalcBias(const Model& model, const PositionKinematics& position,
              const VelocityKinematics& velocity, VectorXd* bias) {
  bias->resize(model.num_velocities());
  CalcBiasOf(model, position, velocity, 0, model.num_bodies(), bias);
}

void CalcTreeBias(const Model& model, const PositionKinematics& position,
                  const VelocityKinematics& velocity, const Tree& tree,
                  VectorXd* bias) {
  CalcBiasOf(model, position, velocity, tree.first_body,
             tree.first_body + tree.num_bodies, bias);
}

void AddJointSpringForces(const Model& model, const VectorRef& q,
                          VectorXd* tau) {
  for (const Joint& joint : model.joints()) {
    if (joint.stiffness == 0) continue;
    (*tau)[joint.v_start] -=
        joint.stiffness * (q[joint.q_start] - joint.spring_reference);
  }
}

void AddJointDampingForces(const Model& model, const VectorRef& v,
                           VectorXd* tau) {
  for (const Joint& joint : model.joints()) {
    tau->segment(joint.v_start, joint.nv()) -=
        joint.damping * v.segment(joint.v_start, joint.nv());
  }
}

void AddTendonForces(const Model& model, const VectorRef& q, const VectorRef& v,
                     VectorXd* tau) {
  PositionKinematics position;
  if (std::ranges::any_of(model.tendons(), &Tendon::turns))
    CalcPositionKinematics(model, q, &position);
  TendonKinematics at;
  for (const Tendon& tendon : model.tendons()) {
    CalcTendon(model, position, tendon, q, &at);
    const double stretch =
        at.length - std::clamp(at.length, tendon.rest_lower, tendon.rest_upper);
    double rate = 0;
    for (const contact::JointTerm& term : at.terms)
      rate += term.coefficient * v[term.dof];
    const double force = -tendon.stiffness * stretch - tendon.damping * rate;
    for (const contact::JointTerm& term : at.terms)
      (*tau)[term.dof] += term.coefficient * force;
  }
}

double CalcKineticEnergy(const Model& model, const PositionKinematics& position,
                         const VelocityKinematics& velocity,
                         const VectorRef& v) {
  double twice = 0;
  for (int b = 1; b < model.num_bodies(); ++b) {
    const Vector6d& V = velocity.V_WB[b];
    twice += V.dot(position.moments_W[b] * V);
  }
  for (const Joint& joint : model.joints()) {
    twice +=
        joint.armature * v.segment(joint.v_start, joint.nv()).squaredNorm();
  }
  return twice / 2;
}

double CalcPotentialEnergy(const Model& model,
                           const PositionKinematics& position,
                           const VectorRef& q) {
  double energy = 0;
  for (int b = 1; b < model.num_bodies(); ++b) {
    const MassMoments& moments = position.moments_W[b];
    const Vector3d p_WBo = position.X_WB[b].translation();
    energy -= model.GravityOn(b).dot(moments.mass * p_WBo + moments.first);
  }
  for (const Joint& joint : model.joints()) {
    if (joint.stiffness == 0) continue;
    const double stretch = q[joint.q_start] - joint.spring_reference;
    energy += joint.stiffness * stretch * stretch / 2;
  }
  TendonKinematics at;
  for (const Tendon& tendon : model.tendons()) {
    if (tendon.stiffness == 0) continue;
    CalcTendon(model, position, tendon, q, &at);
    const double stretch =
        at.length - std::clamp(at.length, tendon.rest_lower, tendon.rest_upper);
    energy += tendon.stiffness * stretch * stretch / 2;
  }
  for (const ElasticBody& body : model.elastic_bodies())
    energy += body.solid->CalcEnergy(q.segment(body.q_start, body.size()));
  for (const Constraint& constraint : model.constraints()) {
    if (constraint.type == ConstraintType::kCosserat) {
      energy +=
          CalcEnergy(constraint.cosserat,
                     CalcCosseratStrain(
                         constraint.cosserat,
                         position.X_WB[constraint.body_a] * constraint.X_AP,
                         position.X_WB[constraint.body_b] * constraint.X_BQ));
      continue;
    }
    if (IsRigid(constraint)) continue;
    const Vector3d p_WP =
        position.X_WB[constraint.body_a] * constraint.X_AP.translation();
    const Vector3d p_WQ =
        position.X_WB[constraint.body_b] * constraint.X_BQ.translation();
    const double stretch = (p_WQ - p_WP).norm() - constraint.distance;
    energy += constraint.stiffness * stretch * stretch / 2;
  }
  return energy;
}

Vector6d CalcMomentum(const Model& model, const PositionKinematics& position,
                      const VelocityKinematics& velocity,
                      const Vector3d& p_WQ) {
  Vector6d momentum = Vector6d::Zero();
  for (int b = 1; b < model.num_bodies(); ++b)
    momentum += CalcBodyMomentum(b, position, velocity, p_WQ);
  return momentum;
}

Vector3d CalcCenterOfMass(const Model& model,
                          const PositionKinematics& position) {
  MassMoments all;
  for (int b = 1; b < model.num_bodies(); ++b)
    all += position.moments_W[b].SeenFrom(position.X_WB[b].translation());
  Require(all.mass > 0, "a model without mass has no centre of mass");
  return all.first / all.mass;
}

}  // namespace tactus::multibody
