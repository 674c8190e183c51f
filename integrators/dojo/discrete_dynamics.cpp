#include "tactus/integrators/dojo/discrete_dynamics.h"

#include <cmath>

#include "tactus/integrators/dojo/composite.h"
#include "tactus/integrators/dojo/discrete_body.h"
#include "tactus/multibody/retraction.h"

namespace tactus::integrators {

using multibody::Model;

// p- and m v15 need no Jacobian: they are the past.
void DiscreteDynamics::Begin(const Start& start) {
  const Model& model = start.model;
  model_ = &model;
  h1_ = start.h1;
  h_ = start.h;
  q2_ = start.q2;
  q3_ = start.q2;
  v1_ = start.v1;
  Resize();
  dq_ = -h1_ * v1_;
  RetractPositions(model, q2_, dq_, &q1_);
  CalcPositionKinematics(model, q1_, &position_);
  CalcVelocityKinematics(model, position_, zero_, &unused_);
  for (int b = 0; b < model.num_bodies(); ++b) BeginBody(start, b);
}

void DiscreteDynamics::Resize() {
  const auto n = static_cast<std::size_t>(model_->num_bodies());
  R1_.resize(n);
  R2_.resize(n);
  p1_.resize(n);
  p2_.resize(n);
  before_.resize(n);
  bodies_.resize(n);
  gained_.resize(n);
  p3_.resize(n);
  sums_.resize(n);
  gain_rates_.resize(n);
  motion2_.resize(6, model_->num_velocities());
  motion3_.resize(6, model_->num_velocities());
  zero_.setZero(model_->num_velocities());
  d_.setZero(model_->num_velocities());
}

// With position_ at q1.
void DiscreteDynamics::BeginBody(const Start& start, int b) {
  const Model& model = *model_;
  const RigidTransform& X_2 = start.position.X_WB[b];
  const RigidTransform& X_1 = position_.X_WB[b];
  R1_[b] = X_1.linear();
  p1_[b] = discrete::CenterOfMass(model, X_1, b);
  R2_[b] = X_2.linear();
  p2_[b] = discrete::CenterOfMass(model, X_2, b);
  if (model.bodies()[b].tree < 0) {
    bodies_[b] = {.R = R2_[b], .p_Bcm_W = p2_[b], .p2_Bcm_W = p2_[b]};
    return;
  }
  discrete::CalcMotion(model.joints()[b - 1], start.position.H_W,
                       p2_[b] - X_2.translation(), &motion2_);
  const multibody::SpatialInertia& inertia = model.bodies()[b].inertia;
  const discrete::Turn turn = discrete::TurnBetween(R1_[b], R2_[b]);
  before_[b] << R2_[b] * discrete::CalcMomentum(turn, inertia.I_Bcm, h1_, -1),
      inertia.mass / h1_ * (p2_[b] - p1_[b]);
}

void DiscreteDynamics::Calc(std::span<const int> trees, const VectorXd& v) {
  const Model& model = *model_;
  dq_ = h_ * v;
  for (const int t : trees) {
    const multibody::Tree& tree = model.trees()[t];
    RetractPositions(model, tree, q2_, dq_, &q3_);
    CalcTreeKinematics(model, tree, q3_, zero_, &position_, &unused_);
    d_.segment(tree.v_start, tree.nv).setZero();
    for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
      const multibody::Joint& joint = model.joints()[b - 1];
      for (int k = joint.v_start; k < joint.v_start + joint.nv(); ++k)
        d_[k] += joint.armature * (v[k] - v1_[k]);
      CalcBody(b);
      sums_[b] = gained_[b];
    }
    AddJointForces(tree, sums_, &d_);
  }
}

void DiscreteDynamics::AddJointForces(const multibody::Tree& tree,
                                      std::span<Vector6d> wrenches,
                                      VectorXd* d) const {
  for (int b = tree.first_body + tree.num_bodies - 1; b >= tree.first_body;
       --b) {
    const multibody::Joint& joint = model_->joints()[b - 1];
    const Vector6d& W = wrenches[b];
    for (int k = joint.v_start; k < joint.v_start + joint.nv(); ++k)
      (*d)[k] += motion2_.col(k).dot(W);
    if (joint.parent < tree.first_body) continue;
    Vector6d& sum = wrenches[joint.parent];
    sum.head<3>() +=
        W.head<3>() + (p2_[b] - p2_[joint.parent]).cross(Vector3d(W.tail<3>()));
    sum.tail<3>() += W.tail<3>();
  }
}

void DiscreteDynamics::CalcPoses(const multibody::Tree& tree,
                                 const VectorXd& dv,
                                 std::span<Vector6d> y) const {
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
    const multibody::Joint& joint = model_->joints()[b - 1];
    Vector6d own = Vector6d::Zero();
    if (joint.parent >= tree.first_body) {
      own = y[joint.parent];
      own.tail<3>() +=
          own.head<3>().cross(Vector3d(p3_[b] - p3_[joint.parent]));
    }
    for (int k = joint.v_start; k < joint.v_start + joint.nv(); ++k)
      own += dv[k] * motion3_.col(k);
    y[b] = own;
  }
}

// The body at q3, and R2 p+ - R2 p-, m (v25 - v15).
void DiscreteDynamics::CalcBody(int b) {
  const multibody::SpatialInertia& inertia = model_->bodies()[b].inertia;
  const RigidTransform& X = position_.X_WB[b];
  BodyState& body = bodies_[b];
  body.R = X.linear();
  body.p_Bcm_W = discrete::CenterOfMass(*model_, X, b);
  body.p2_Bcm_W = p2_[b];
  p3_[b] = body.p_Bcm_W;
  const discrete::Turn turn = discrete::TurnBetween(R2_[b], body.R);
  body.w = 2 / h_ * (R2_[b] * turn.psi);
  body.v = (body.p_Bcm_W - p2_[b]) / h_;
  // psi changes by (c - [psi]x) / 2 with a rotation in the axes of R2.
  body.dw = R2_[b] * (turn.c * Matrix3d::Identity() - CrossMatrix(turn.psi)) /
            h_ * R2_[b].transpose();
  gained_[b] << R2_[b] * discrete::CalcMomentum(turn, inertia.I_Bcm, h_, 1),
      inertia.mass * body.v;
  gained_[b] -= before_[b];
}

// d p+/d psi = 2/h (c J - J psi psi'/c + [psi]x J - [J psi]x).
Matrix6d DiscreteDynamics::CalcGainRate(int b) const {
  const multibody::SpatialInertia& inertia = model_->bodies()[b].inertia;
  const Matrix3d I = inertia.I_Bcm;
  const BodyState& body = bodies_[b];
  const Vector3d psi = h_ / 2 * R2_[b].transpose() * body.w;
  const double c = std::sqrt(std::max(1 - psi.squaredNorm(), 1e-12));
  const Matrix3d dp_dw = c * I - I * psi * psi.transpose() / c +
                         CrossMatrix(psi) * I - CrossMatrix(I * psi);
  Matrix6d D = Matrix6d::Zero();
  D.topLeftCorner<3, 3>() = R2_[b] * dp_dw * R2_[b].transpose() * body.dw;
  D.bottomRightCorner<3, 3>() = inertia.mass / h_ * Matrix3d::Identity();
  return D;
}

void DiscreteDynamics::CalcMotions(const multibody::Tree& tree) {
  const Model& model = *model_;
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
    const multibody::Joint& joint = model.joints()[b - 1];
    gain_rates_[b] = CalcGainRate(b);
    discrete::CalcMotion(joint, position_.H_W,
                         p3_[b] - position_.X_WB[b].translation(), &motion3_);
    motion3_.middleCols(joint.v_start, joint.nv()) *= h_;
  }
  MultiplyByRetractionJacobian(model, tree, dq_, &motion3_);
}

void DiscreteDynamics::AddJacobian(const multibody::Tree& tree,
                                   std::span<Matrix6d> rates,
                                   Eigen::Ref<MatrixXd> dd_dv) const {
  AddComposite(*model_, tree, {motion2_, p2_}, {motion3_, p3_}, rates, dd_dv);
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
    const multibody::Joint& joint = model_->joints()[b - 1];
    dd_dv.diagonal()
        .segment(joint.v_start - tree.v_start, joint.nv())
        .array() += joint.armature;
  }
}

void DiscreteDynamics::CalcJ2(int b, Matrix6Xd* J) const {
  CalcJacobian(*model_, b, {motion2_, p2_}, J);
}

void DiscreteDynamics::CalcPoseRates(int b, Matrix6Xd* J) const {
  CalcJacobian(*model_, b, {motion3_, p3_}, J);
}

void DiscreteDynamics::CalcStartRates(int b, Matrix6Xd* y3_q) const {
  CalcJacobian(*model_, b, {start_.y3_q, p3_}, y3_q);
}

}  // namespace tactus::integrators
