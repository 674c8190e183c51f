#include "tactus/integrators/dojo/discrete_dynamics.h"

#include <cmath>

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
  v1_ = start.v1;
  const auto n = static_cast<std::size_t>(model.num_bodies());
  R1_.resize(n);
  R2_.resize(n);
  p1_.resize(n);
  p2_.resize(n);
  before_.resize(n);
  bodies_.resize(n);
  gained_.resize(n);
  J2_.resize(n);
  dy_dv_.resize(n);
  dd_dv_.resize(model.trees().size());
  start_rates_.resize(n);
  dq_ = -h1_ * v1_;
  RetractPositions(model, q2_, dq_, &q1_);
  CalcPositionKinematics(model, q1_, &position_);
  zero_.setZero(model.num_velocities());
  d_.setZero(model.num_velocities());
  CalcVelocityKinematics(model, position_, zero_, &unused_);
  for (int b = 0; b < model.num_bodies(); ++b) {
    const RigidTransform& X_2 = start.position.X_WB[b];
    const RigidTransform& X_1 = position_.X_WB[b];
    R1_[b] = X_1.linear();
    p1_[b] = discrete::CenterOfMass(model, X_1, b);
    R2_[b] = X_2.linear();
    p2_[b] = discrete::CenterOfMass(model, X_2, b);
    if (model.bodies()[b].tree < 0) {
      bodies_[b] = {.R = R2_[b], .p_Bcm_W = p2_[b], .p2_Bcm_W = p2_[b]};
      continue;
    }
    discrete::CalcJacobian(model, start.position, b, p2_[b] - X_2.translation(),
                           &J2_[b]);
    const multibody::SpatialInertia& inertia = model.bodies()[b].inertia;
    const discrete::Turn turn = discrete::TurnBetween(R1_[b], R2_[b]);
    before_[b] << R2_[b] * discrete::CalcMomentum(turn, inertia.I_Bcm, h1_, -1),
        inertia.mass / h1_ * (p2_[b] - p1_[b]);
  }
}

void DiscreteDynamics::Calc(std::span<const int> trees, const VectorXd& v,
                            bool derivatives) {
  const Model& model = *model_;
  dq_ = h_ * v;
  RetractPositions(model, q2_, dq_, &q3_);
  for (const int t : trees) {
    const multibody::Tree& tree = model.trees()[t];
    CalcTreeKinematics(model, tree, q3_, zero_, &position_, &unused_);
    auto d = d_.segment(tree.v_start, tree.nv);
    d.setZero();
    for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
      const multibody::Joint& joint = model.joints()[b - 1];
      d_.segment(joint.v_start, joint.nv()) +=
          joint.armature * (v - v1_).segment(joint.v_start, joint.nv());
      CalcBody(b);
      d.noalias() += J2_[b].transpose() * gained_[b];
    }
    if (derivatives) CalcJacobians(tree, &dd_dv_[t]);
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
Matrix6d DiscreteDynamics::CalcBodyJacobian(int b) const {
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

void DiscreteDynamics::CalcJacobians(const multibody::Tree& tree,
                                     MatrixXd* dd_dv) {
  const Model& model = *model_;
  dd_dv->setZero(tree.nv, tree.nv);
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
    const multibody::Joint& joint = model.joints()[b - 1];
    dd_dv->diagonal()
        .segment(joint.v_start - tree.v_start, joint.nv())
        .array() += joint.armature;
    Matrix6Xd& J = dy_dv_[b];
    const Vector3d p_BoBcm_W =
        bodies_[b].p_Bcm_W - position_.X_WB[b].translation();
    discrete::CalcJacobian(model, position_, b, p_BoBcm_W, &J);
    MultiplyByRetractionJacobian(model, tree, dq_, &J);
    J *= h_;
    dd_dv->noalias() += J2_[b].transpose() * (CalcBodyJacobian(b) * J);
  }
}

}  // namespace tactus::integrators
