#include <cmath>

#include "tactus/contact/geometry/material_rates.h"
#include "tactus/integrators/dojo/dojo_linearization.h"
#include "tactus/integrators/dojo/feature_shift.h"
#include "tactus/integrators/dojo/frame_rates.h"

namespace tactus::integrators {
using multibody::Parameter;
using Kind = Parameter::Kind;

Matrix3d DojoLinearization::InertiaAlong(int component) {
  constexpr int kRow[] = {0, 1, 2, 0, 0, 1}, kColumn[] = {0, 1, 2, 1, 2, 2};
  Matrix3d I = Matrix3d::Zero();
  I(kRow[component], kColumn[component]) = 1;
  I(kColumn[component], kRow[component]) = 1;
  return I;
}

void DojoLinearization::AddParameterRates(int parameter_index, MatrixXd* E) {
  const Parameter& parameter = given_.parameters[parameter_index];
  const int column = columns_.parameter() + parameter_index;
  const int i = parameter.index;
  Vector6d F = Vector6d::Zero();
  AddFluidParameterRates(parameter, column, E);
  switch (parameter.kind) {
    case Kind::kMass:
      if (problem_->OffsetOf(i) < 0) return;
      F.tail<3>() =
          dynamics_->CalcVelocityGain(i) - step_->mean * model_->GravityOn(i);
      AddForce(i, F, column, E);
      return AddMassShareRates(i, column, E);
    case Kind::kInertia:
      if (problem_->OffsetOf(i) < 0) return;
      F.head<3>() =
          dynamics_->CalcAngularGain(i, InertiaAlong(parameter.component));
      return AddForce(i, F, column, E);
    case Kind::kCenterOfMass:
      AddMassShift(i, Vector3d::Unit(parameter.component), column, E);
      return;
    case Kind::kJointPosition:
      AddSubtreeShift(i, Vector3d::Unit(parameter.component), column, E);
      AddConstraintShift(i, Vector3d::Unit(parameter.component), column, E);
      AddPathShift(i, Vector3d::Unit(parameter.component), column, E);
      AddCouplerShift(i, Vector3d::Unit(parameter.component), column, E);
      return;
    default:
      return AddFeatureRates(parameter_index, E);
  }
}

// Where two bodies that move touch, P = C - h u with share_a = m_B / (m_A +
// m_B): dP = -dshare_a h (v_A - v_B).
void DojoLinearization::AddMassShareRates(int body, int column,
                                          MatrixXd* E) const {
  for (const Contact& contact : problem_->contacts()) {
    const ContactFeatures& features = problem_->FeaturesOf(contact);
    const int a = features.body_a, b = features.body_b;
    if (problem_->OffsetOf(a) < 0 || problem_->OffsetOf(b) < 0 ||
        (a != body && b != body))
      continue;
    const double m_A = model_->bodies()[a].inertia.mass;
    const double m_B = model_->bodies()[b].inertia.mass;
    const double share = (a == body ? -m_B : m_A) / std::pow(m_A + m_B, 2);
    const auto way = [&](int of) -> Vector3d {
      return dynamics_->p3()[of] - dynamics_->p2()[of];
    };
    ContactRates rates;
    rates.gap.setZero(1);
    rates.v.setZero(3, 1);
    rates.turn.setZero(3, 1);
    rates.arm_a = -share * (way(a) - way(b));
    rates.arm_b = rates.arm_a;
    AddContactRates(contact, rates, column, E);
  }
}

// The centre of mass moves by R e, at q1, q2 and q3; its lever arms of joints
// and of what is applied move with it, and the contacts' features stay: they
// do not slide, either.
void DojoLinearization::AddMassShift(int body, const Vector3d& e, int column,
                                     MatrixXd* E) {
  if (problem_->OffsetOf(body) < 0) return;
  ShiftBody(body, body, e, column, E);
  const Vector3d shift = dynamics_->R2(body) * e;
  Matrix6Xd moved = Matrix6Xd::Zero(6, 1);
  moved.bottomRows<3>() = shift;
  Vector6d torque = Vector6d::Zero();
  torque.head<3>() =
      shift.cross(Vector3d(wrenches_[body].tail<3>() - applied_[body]));
  AddForce(body, torque, column, E);
  for (const Contact& contact : problem_->contacts()) {
    const ContactFeatures& features = problem_->FeaturesOf(contact);
    const bool is_b = features.body_b == body;
    if (!is_b && features.body_a != body) continue;
    FeatureRates rates = CalcSlideOf(contact, is_b, -moved);
    (is_b ? rates.c_b : rates.c_a) -= e;
    AddFeatures(contact, rates, column, E);
  }
}

// All that a joint carries moves by R_P e; wrenches on it act on the joints
// before it with longer arms.
void DojoLinearization::AddSubtreeShift(int joint_index, const Vector3d& e,
                                        int column, MatrixXd* E) {
  const multibody::Joint& joint = model_->joints()[joint_index];
  std::vector<bool> is_carried(model_->num_bodies(), false);
  is_carried[joint.child] = true;
  Vector3d force = Vector3d::Zero();
  for (int b = joint.child; b < model_->num_bodies(); ++b) {
    if (is_carried[model_->joints()[b - 1].parent]) is_carried[b] = true;
    const bool is_of_island =
        problem_->OffsetOf(b) >= 0 || model_->bodies()[b].tree < 0;
    if (!is_carried[b] || !is_of_island) continue;
    ShiftBody(b, joint.parent, e, column, E);
    force += wrenches_[b].tail<3>();
  }
  Vector6d torque = Vector6d::Zero();
  torque.head<3>() = (dynamics_->R2(joint.parent) * e).cross(force);
  AddForce(joint.parent, torque, column, E);
}

// The centre of mass of `body` moves by e in the axes of `frame`.
void DojoLinearization::ShiftBody(int body, int frame, const Vector3d& e,
                                  int column, MatrixXd* E) {
  const auto shift = [&](const Matrix3d& R) {
    Vector6d y = Vector6d::Zero();
    y.tail<3>() = R * e;
    return y;
  };
  AddBodyRates(body, shift(dynamics_->R1(frame)),
               {shift(dynamics_->R2(frame)), shift(dynamics_->body(frame).R)},
               column, E);
}

void DojoLinearization::AddFeatures(const Contact& contact,
                                    const FeatureRates& of, int column,
                                    MatrixXd* E) const {
  const ContactFeatures& features = problem_->FeaturesOf(contact);
  ContactRates rates;
  CalcContactRates(features, contact.gap, dynamics_->body(features.body_a),
                   dynamics_->body(features.body_b), of, &rates);
  if (features.least_gap.rate != 0) {
    const DiscreteDynamics::BodyState a = StartOf(features.body_a);
    const DiscreteDynamics::BodyState b = StartOf(features.body_b);
    ContactGap at_start;
    CalcContactGap(features, a, b, &at_start);
    ContactRates start;
    CalcContactRates(features, at_start, a, b, of, &start);
    rates.gap -= features.least_gap.rate * start.gap;
  }
  if (step_->cone == FrictionCone::kLinear) {
    dojo::AddFrameSpin(
        features,
        {.a = StartOf(features.body_a), .b = StartOf(features.body_b)},
        contact.gap, of, contact.point >= std::ssize(step_->velocity.points),
        &rates);
  }
  AddContactRates(contact, rates, column, E);
}

// Of geometries: where contacts are on their bodies, radii, friction.
void DojoLinearization::AddFeatureRates(int parameter_index,
                                        MatrixXd* E) const {
  const Parameter& parameter = given_.parameters[parameter_index];
  const int column = columns_.parameter() + parameter_index;
  const auto geometries = model_->geometries();
  for (const Contact& contact : problem_->contacts()) {
    const ContactFeatures& features = problem_->FeaturesOf(contact);
    for (const bool is_b : {false, true}) {
      const int own = is_b ? features.geometry_b : features.geometry_a;
      const int other = is_b ? features.geometry_a : features.geometry_b;
      if (own != parameter.index) continue;
      if (parameter.kind == Kind::kFriction) {
        const double slope = contact::CalcFrictionSlope(
            geometries[own].material, geometries[other].material);
        AddContactWrenches(
            contact, contact.block.CalcFrictionRate(slope * z_[contact.normal]),
            column, E);
        continue;
      }
      AddFeatures(contact, CalcShapeRates(contact, is_b, parameter_index),
                  column, E);
    }
  }
}

// A geometry that moves on its body slides as a body does that moves with it.
FeatureRates DojoLinearization::CalcShapeRates(const Contact& contact,
                                               bool is_b,
                                               int parameter_index) const {
  const Parameter& parameter = given_.parameters[parameter_index];
  const FeatureSlopes* slopes = AllSlopesOf(contact);
  if (slopes != nullptr && slopes->has_shape[parameter_index])
    return slopes->by_shape *
           VectorXd::Unit(std::ssize(given_.parameters), parameter_index);
  const ContactFeatures& features = problem_->FeaturesOf(contact);
  const int body = is_b ? features.body_b : features.body_a;
  const FeatureShift shift =
      CalcFeatureShift(model_->geometries()[parameter.index],
                       (is_b ? features.c_b : features.c_a) +
                           Vector3d(model_->bodies()[body].inertia.p_BoBcm),
                       is_b ? features.r_b : features.r_a, parameter);
  Matrix6Xd moved = Matrix6Xd::Zero(6, 1);
  if (parameter.kind == Kind::kGeometryPosition)
    moved.bottomRows<3>() = dynamics_->R2(body) * shift.c;
  FeatureRates rates = CalcSlideOf(contact, is_b, moved);
  (is_b ? rates.c_b : rates.c_a) += shift.c;
  (is_b ? rates.r_b : rates.r_a).array() += shift.r;
  return rates;
}

}  // namespace tactus::integrators
