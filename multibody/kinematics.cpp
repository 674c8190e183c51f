#include "tactus/multibody/kinematics.h"

#include <cassert>

#include "tactus/multibody/joint_kinematics.h"

namespace tactus::multibody {
namespace {

void Resize(const Model& model, PositionKinematics* position) {
  const auto n = static_cast<std::size_t>(model.num_bodies());
  position->X_WB.resize(n);
  position->p_PoBo_W.resize(n);
  position->p_MoBo_W.resize(n);
  position->moments_W.resize(n);
  position->H_W.resize(6, model.num_velocities());
  position->X_WB[0].setIdentity();
  position->p_PoBo_W[0].setZero();
  position->p_MoBo_W[0].setZero();
  position->moments_W[0] = {};
}

void Resize(const Model& model, VelocityKinematics* velocity) {
  velocity->V_WB.resize(model.num_bodies());
  velocity->A0_WB.resize(model.num_bodies());
  velocity->V_WB[0].setZero();
  velocity->A0_WB[0].setZero();
}

// X_WB = X_WP X_PF X_FM X_CM^-1, and all that depends on one joint.
void CalcBodyPosition(const Model& model, int body, const VectorRef& q,
                      PositionKinematics* position) {
  const Joint& joint = model.joints()[body - 1];
  const RigidTransform& X_WP = position->X_WB[joint.parent];
  const JointPose pose = CalcJointPose(joint, q);

  const Matrix3d R_WF = X_WP.linear() * joint.X_PF.linear();
  const Matrix3d R_WM = R_WF * pose.R_FM;
  const Matrix3d R_WB = R_WM * joint.X_CM.linear().transpose();

  const Vector3d p_MoBo_W = R_WB * -joint.X_CM.translation();
  const Vector3d p_PoBo_W =
      X_WP.linear() * joint.X_PF.translation() + R_WF * pose.p_FM + p_MoBo_W;

  RigidTransform& X_WB = position->X_WB[body];
  X_WB.linear() = R_WB;
  X_WB.translation() = X_WP.translation() + p_PoBo_W;
  X_WB.makeAffine();
  position->p_PoBo_W[body] = p_PoBo_W;
  position->p_MoBo_W[body] = p_MoBo_W;
  position->moments_W[body] = model.bodies()[body].moments.ReExpressedBy(R_WB);
  CalcMotionSubspace(joint, R_WF, R_WM, p_MoBo_W, &position->H_W);
}

// H v of one joint.
Vector6d CalcAcrossJointVelocity(const Joint& joint, const Matrix6Xd& H_W,
                                 const VectorRef& v) {
  Vector6d V_PB = Vector6d::Zero();
  for (int k = joint.v_start; k < joint.v_start + joint.nv(); ++k) {
    V_PB += H_W.col(k) * v[k];
  }
  return V_PB;
}

// Hdot_w v: the second axis of a universal joint turns about the first.
Vector3d CalcAxisAcceleration(const Joint& joint, const Matrix6Xd& H_W,
                              const VectorRef& v) {
  if (joint.type != JointType::kUniversal) return Vector3d::Zero();
  const int k = joint.v_start;
  const Vector3d x_W = H_W.col(k).head<3>(), y_W = H_W.col(k + 1).head<3>();
  return v[k] * v[k + 1] * x_W.cross(y_W);
}

void CalcBodyVelocity(const Joint& joint, int body,
                      const PositionKinematics& position, const VectorRef& v,
                      VelocityKinematics* velocity) {
  const Vector3d& p = position.p_PoBo_W[body];
  const Vector3d& r = position.p_MoBo_W[body];
  const Vector6d V_PB = CalcAcrossJointVelocity(joint, position.H_W, v);
  const Vector3d w_PB = V_PB.head<3>(), v_PB = V_PB.tail<3>();
  const Vector3d a_F = CalcAxisAcceleration(joint, position.H_W, v);

  const Vector6d& V_WP = velocity->V_WB[joint.parent];
  const Vector6d& A_WP = velocity->A0_WB[joint.parent];
  const Vector3d w_P = V_WP.head<3>(), alpha_P = A_WP.head<3>();
  const Vector3d w_P_x_p = w_P.cross(p);

  Vector6d& V_WB = velocity->V_WB[body];
  V_WB.head<3>() = w_P + w_PB;
  V_WB.tail<3>() = V_WP.tail<3>() + w_P_x_p + v_PB;

  Vector6d& A_WB = velocity->A0_WB[body];
  A_WB.head<3>() = alpha_P + w_P.cross(w_PB) + a_F;
  A_WB.tail<3>() = A_WP.tail<3>() + alpha_P.cross(p) +
                   w_P.cross(w_P_x_p + 2 * v_PB) + a_F.cross(r) +
                   w_PB.cross(w_PB.cross(r));
}

}  // namespace

void CalcPositionKinematics(const Model& model, const VectorRef& q,
                            PositionKinematics* position) {
  assert(q.size() == model.num_positions());
  Resize(model, position);
  for (int b = 1; b < model.num_bodies(); ++b)
    CalcBodyPosition(model, b, q, position);
}

void CalcVelocityKinematics(const Model& model,
                            const PositionKinematics& position,
                            const VectorRef& v, VelocityKinematics* velocity) {
  assert(v.size() == model.num_velocities());
  Resize(model, velocity);
  for (int b = 1; b < model.num_bodies(); ++b)
    CalcBodyVelocity(model.joints()[b - 1], b, position, v, velocity);
}

void CalcAnchoredKinematics(const Model& model, const VectorRef& q,
                            PositionKinematics* position,
                            VelocityKinematics* velocity) {
  assert(q.size() == model.num_positions());
  Resize(model, position);
  Resize(model, velocity);
  for (int b = 1; b < model.num_bodies(); ++b) {
    if (model.bodies()[b].tree >= 0) continue;
    CalcBodyPosition(model, b, q, position);
    velocity->V_WB[b].setZero();
    velocity->A0_WB[b].setZero();
  }
}

void CalcTreeKinematics(const Model& model, const Tree& tree,
                        const VectorRef& q, const VectorRef& v,
                        PositionKinematics* position,
                        VelocityKinematics* velocity) {
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
    CalcBodyPosition(model, b, q, position);
    CalcBodyVelocity(model.joints()[b - 1], b, *position, v, velocity);
  }
}

void CalcBodyJacobian(const Model& model, const PositionKinematics& position,
                      int body, Matrix6Xd* J) {
  const int tree_index = model.bodies()[body].tree;
  if (tree_index < 0) {
    J->resize(6, 0);
    return;
  }
  const Tree& tree = model.trees()[tree_index];
  J->setZero(6, tree.nv);
  const Vector3d p_WBo = position.X_WB[body].translation();
  for (int a = body; a >= tree.first_body;) {
    const Joint& joint = model.joints()[a - 1];
    const Vector3d p_AoBo = p_WBo - position.X_WB[a].translation();
    for (int k = joint.v_start; k < joint.v_start + joint.nv(); ++k) {
      auto column = J->col(k - tree.v_start);
      column = position.H_W.col(k);
      column.tail<3>() += column.head<3>().cross(p_AoBo);
    }
    a = joint.parent;
  }
}

void MapVelocityToQDot(const Model& model, const VectorRef& q,
                       const VectorRef& v, VectorXd* qdot) {
  qdot->resize(model.num_positions());
  for (const Joint& joint : model.joints()) CalcJointQDot(joint, q, v, qdot);
}

void IntegratePositions(const Model& model, const VectorRef& q,
                        const VectorRef& v, double h, VectorXd* q_next) {
  assert(q.data() != q_next->data());
  MapVelocityToQDot(model, q, v, q_next);
  *q_next = q + h * *q_next;
  NormalizeQuaternions(model, q_next);
}

void NormalizeQuaternions(const Model& model, VectorXd* q) {
  for (const Joint& joint : model.joints()) {
    const int start = QuaternionStart(joint);
    if (start >= 0) q->segment<4>(start) /= q->segment<4>(start).norm();
  }
}

void CalcPositionDifference(const Model& model, const VectorRef& q_a,
                            const VectorRef& q_b, VectorXd* difference) {
  difference->resize(model.num_velocities());
  for (const Joint& joint : model.joints()) {
    CalcJointDifference(joint, q_a, q_b, difference);
  }
}

}  // namespace tactus::multibody
