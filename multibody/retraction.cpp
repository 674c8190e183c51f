#include "tactus/multibody/retraction.h"

#include <cassert>
#include <cmath>

#include "tactus/multibody/joint_kinematics.h"

namespace tactus::multibody {
namespace {

// Below this, series are exact to round-off [rad].
constexpr double kSmallAngle = 1e-4;

// exp(phi / 2)
Quaterniond Exp(const Vector3d& phi) {
  const double theta = phi.norm();
  const double factor = theta < kSmallAngle ? 0.5 - theta * theta / 48
                                            : std::sin(theta / 2) / theta;
  Quaterniond q;
  q.w() = std::cos(theta / 2);
  q.vec() = factor * phi;
  return q;
}

Matrix3d Rotation(const Vector3d& phi) {
  return Exp(phi).toRotationMatrix();
}

// The first of a joint's velocities that is a rotation vector's, or -1.
int RotationStart(const Joint& joint) {
  return QuaternionStart(joint) < 0 ? -1 : joint.v_start;
}

// J <- J F(phi) in the columns of each rotation vector of a tree.
void MultiplyEachRotation(const Model& model, const Tree& tree,
                          const VectorXd& difference,
                          Matrix3d factor(const Vector3d&), Matrix6Xd* J) {
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
    const int at = RotationStart(model.joints()[b - 1]);
    if (at < 0) continue;
    auto columns = J->middleCols<3>(at);
    columns = (columns * factor(difference.segment<3>(at))).eval();
  }
}

void RetractJoint(const Joint& joint, const VectorRef& q_a,
                  const VectorXd& difference, VectorXd* q_b) {
  const int at = QuaternionStart(joint);
  if (at < 0) {
    q_b->segment(joint.q_start, joint.nq()) =
        q_a.segment(joint.q_start, joint.nq()) +
        difference.segment(joint.v_start, joint.nv());
    return;
  }
  const Quaterniond before =
      Quaterniond(q_a[at], q_a[at + 1], q_a[at + 2], q_a[at + 3]).normalized();
  const Quaterniond after =
      (Exp(difference.segment<3>(joint.v_start)) * before).normalized();
  q_b->segment<4>(at) << after.w(), after.vec();
  if (joint.type == JointType::kFloating) {
    q_b->segment<3>(joint.q_start) = q_a.segment<3>(joint.q_start) +
                                     difference.segment<3>(joint.v_start + 3);
  }
}

}  // namespace

Matrix3d CalcRotationJacobian(const Vector3d& phi) {
  const double theta = phi.norm();
  const double square = theta * theta;
  const bool is_small = theta < kSmallAngle;
  const double sine = is_small ? 1 - square / 6 : std::sin(theta) / theta;
  const double a =
      is_small ? 0.5 - square / 24 : (1 - std::cos(theta)) / square;
  const double b = is_small ? 1. / 6 - square / 120 : (1 - sine) / square;
  return sine * Matrix3d::Identity() + a * CrossMatrix(phi) +
         b * phi * phi.transpose();
}

void RetractPositions(const Model& model, const VectorRef& q_a,
                      const VectorXd& difference, VectorXd* q_b) {
  assert(q_a.data() != q_b->data());
  q_b->resize(model.num_positions());
  for (const Joint& joint : model.joints())
    RetractJoint(joint, q_a, difference, q_b);
}

void RetractPositions(const Model& model, const Tree& tree,
                      const VectorRef& q_a, const VectorXd& difference,
                      VectorXd* q_b) {
  assert(q_a.data() != q_b->data() && q_b->size() == model.num_positions());
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b)
    RetractJoint(model.joints()[b - 1], q_a, difference, q_b);
}

void MultiplyByRetractionJacobian(const Model& model, const Tree& tree,
                                  const VectorXd& difference, Matrix6Xd* J) {
  MultiplyEachRotation(model, tree, difference, CalcRotationJacobian, J);
}

void MultiplyByRetractionTurn(const Model& model, const Tree& tree,
                              const VectorXd& difference, Matrix6Xd* J) {
  MultiplyEachRotation(model, tree, difference, Rotation, J);
}

void CalcRetractionRates(const Model& model, const VectorXd& difference,
                         const MatrixXd& rates_a,
                         const MatrixXd& rates_of_difference,
                         MatrixXd* rates_b) {
  *rates_b = rates_a + rates_of_difference;
  for (const Joint& joint : model.joints()) {
    const int at = RotationStart(joint);
    if (at < 0) continue;
    const Vector3d phi = difference.segment<3>(at);
    rates_b->middleRows<3>(at).noalias() =
        Rotation(phi) * rates_a.middleRows<3>(at);
    rates_b->middleRows<3>(at).noalias() +=
        CalcRotationJacobian(phi) * rates_of_difference.middleRows<3>(at);
  }
}

void CalcRetractionGradient(const Model& model, const VectorXd& difference,
                            const VectorXd& at_b, VectorXd* at_a,
                            VectorXd* of_difference) {
  *at_a = at_b;
  *of_difference = at_b;
  for (const Joint& joint : model.joints()) {
    const int at = RotationStart(joint);
    if (at < 0) continue;
    const Vector3d phi = difference.segment<3>(at), bar = at_b.segment<3>(at);
    at_a->segment<3>(at) = Rotation(phi).transpose() * bar;
    of_difference->segment<3>(at) = CalcRotationJacobian(phi).transpose() * bar;
  }
}

}  // namespace tactus::multibody
