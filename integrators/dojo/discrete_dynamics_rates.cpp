#include "tactus/integrators/dojo/discrete_body.h"
#include "tactus/integrators/dojo/discrete_dynamics.h"
#include "tactus/multibody/retraction.h"

namespace tactus::integrators {

using multibody::Model;

// q1 = q2 (+) -h1 v1 and q3 = q2 (+) h v: y = J(q) (A dq2 + T d(difference)).
void DiscreteDynamics::CalcStartMotions(const multibody::Tree& tree) {
  const Model& model = *model_;
  back_ = -h1_ * v1_;
  position_at_q1_ = position_;
  CalcTreeKinematics(model, tree, q1_, zero_, &position_at_q1_, &unused_);
  start_.y1_q.resize(6, model.num_velocities());
  start_.y3_q.resize(6, model.num_velocities());
  start_.y1_v1.resize(6, model.num_velocities());
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
    const multibody::Joint& joint = model.joints()[b - 1];
    discrete::CalcMotion(joint, position_at_q1_.H_W,
                         p1_[b] - position_at_q1_.X_WB[b].translation(),
                         &start_.y1_q);
    discrete::CalcMotion(joint, position_.H_W,
                         p3_[b] - position_.X_WB[b].translation(),
                         &start_.y3_q);
  }
  start_.y1_v1.middleCols(tree.v_start, tree.nv) =
      -h1_ * start_.y1_q.middleCols(tree.v_start, tree.nv);
  MultiplyByRetractionTurn(model, tree, back_, &start_.y1_q);
  MultiplyByRetractionJacobian(model, tree, back_, &start_.y1_v1);
  MultiplyByRetractionTurn(model, tree, dq_, &start_.y3_q);
}

// P+ = R2 p+ of CalcBody() and P- = R2 p- of Begin() depend on the turns in
// between and turn with R2,
//
//     dP+ = D+ (dtheta3 - dtheta2) + dtheta2 x P+,
//     dP- = D- (dtheta2 - dtheta1) + dtheta2 x P-,
//     d p-/d psi = 2/h1 (c J - J psi psi'/c - [psi]x J + [J psi]x),
//
// where psi changes by (c + [psi]x) / 2 with a rotation in the axes of R2.
DiscreteDynamics::GainRates DiscreteDynamics::CalcGainRates(int b) const {
  const multibody::SpatialInertia& inertia = model_->bodies()[b].inertia;
  const Matrix3d I = inertia.I_Bcm, R = R2_[b];
  const discrete::Turn turn = discrete::TurnBetween(R1_[b], R);
  const Vector3d& psi = turn.psi;
  const Matrix3d dp_dpsi =
      2 / h1_ *
      (turn.c * I - I * psi * psi.transpose() / std::max(turn.c, 1e-12) -
       CrossMatrix(psi) * I + CrossMatrix(I * psi));
  const Matrix3d before = R * dp_dpsi *
                          (turn.c * Matrix3d::Identity() + CrossMatrix(psi)) /
                          2 * R.transpose();
  const Vector3d P_before = before_[b].head<3>();
  const Vector3d P_after = gained_[b].head<3>() + P_before;

  GainRates rates;
  rates.y3 = gain_rates_[b];
  rates.y1.setZero();
  rates.y1.topLeftCorner<3, 3>() = before;
  rates.y1.bottomRightCorner<3, 3>() =
      inertia.mass / h1_ * Matrix3d::Identity();
  rates.y2 = -rates.y1 - rates.y3;
  rates.y2.topLeftCorner<3, 3>() += CrossMatrix(P_before - P_after);
  return rates;
}

Vector3d DiscreteDynamics::CalcAngularGain(int b, const Matrix3d& I) const {
  const discrete::Turn after = discrete::TurnBetween(R2_[b], bodies_[b].R);
  const discrete::Turn before = discrete::TurnBetween(R1_[b], R2_[b]);
  return R2_[b] * (discrete::CalcMomentum(after, I, h_, 1) -
                   discrete::CalcMomentum(before, I, h1_, -1));
}

Vector3d DiscreteDynamics::CalcVelocityGain(int b) const {
  return bodies_[b].v - (p2_[b] - p1_[b]) / h1_;
}

}  // namespace tactus::integrators
