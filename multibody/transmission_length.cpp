#include "tactus/multibody/transmission_length.h"

#include <cmath>
#include <vector>

#include "tactus/multibody/generalized_force.h"
#include "tactus/multibody/joint_kinematics.h"

namespace tactus::multibody {
namespace {

using Kind = Transmission::Kind;

// theta(R), of at most pi.
Vector3d CalcRotationVector(const Eigen::Quaterniond& R) {
  const Eigen::AngleAxisd turn(R);
  return turn.angle() * turn.axis();
}

void CalcJointLength(const Joint& joint, const Transmission& transmission,
                     const VectorRef& q, TendonKinematics* result) {
  const bool is_ball = joint.type == JointType::kBall;
  const int at = QuaternionStart(joint);
  const Eigen::Quaterniond R_FM =
      Eigen::Quaterniond(q[at], q[at + 1], q[at + 2], q[at + 3]).normalized();
  const Vector3d t = transmission.gear.head<3>();
  const Vector3d t_F = transmission.in_parent ? t : R_FM * t;
  result->length = is_ball ? t.dot(CalcRotationVector(R_FM)) : 0;
  for (int i = 0; i < joint.nv(); ++i) {
    result->terms.push_back(
        {.dof = joint.v_start + i,
         .coefficient = i < 3 ? t_F[i] : transmission.gear[i]});
  }
}

// l = |f| (p_z - s), s^2 = p_z^2 + d^2 - p'p; its gradient by p.
double CalcCrankLength(const Transmission& transmission, const Vector3d& p,
                       Vector3d* gradient) {
  const double gear = transmission.gear.tail<3>().norm();
  const double d = transmission.rod_length;
  const double square = p.z() * p.z() + d * d - p.squaredNorm();
  *gradient = gear * Vector3d::UnitZ();
  if (square <= 0) return gear * p.z();
  const double s = std::sqrt(square);
  *gradient += gear / s * (p - p.z() * Vector3d::UnitZ());
  return gear * (p.z() - s);
}

// Which velocities move one of the two frames and not the other.
std::vector<bool> FindMovingDofs(const Model& model,
                                 const Transmission& transmission) {
  std::vector<int> count(model.num_bodies(), 0);
  for (const int end : {transmission.body, transmission.reference}) {
    if (end < 0) continue;
    for (int b = end; model.bodies()[b].tree >= 0;
         b = model.joints()[b - 1].parent) {
      ++count[b];
    }
  }
  std::vector<bool> moves(model.num_velocities(), false);
  for (const Joint& joint : model.joints()) {
    if (count[joint.child] != 1) continue;
    for (int i = 0; i < joint.nv(); ++i) moves[joint.v_start + i] = true;
  }
  return moves;
}

}  // namespace

TransmissionForce CalcTransmissionForce(const PositionKinematics& position,
                                        const Transmission& transmission,
                                        double* length) {
  const RigidTransform X_WS =
      position.X_WB[transmission.body] * transmission.X_BS;
  TransmissionForce result{.p_WSo = X_WS.translation()};
  const Vector3d t = transmission.gear.head<3>();
  const Vector3d f = transmission.gear.tail<3>();
  *length = 0;
  if (transmission.reference < 0) {
    result.torque_W = X_WS.linear() * t;
    result.force_W = X_WS.linear() * f;
    return result;
  }
  const RigidTransform X_WR =
      position.X_WB[transmission.reference] * transmission.X_BR;
  const RigidTransform X_RS = X_WR.inverse(Eigen::Isometry) * X_WS;
  if (transmission.kind == Kind::kCrank) {
    Vector3d gradient;
    *length = CalcCrankLength(transmission, X_RS.translation(), &gradient);
    result.force_W = X_WR.linear() * gradient;
    return result;
  }
  *length = f.dot(X_RS.translation()) +
            t.dot(CalcRotationVector(Eigen::Quaterniond(X_RS.linear())));
  result.torque_W = X_WR.linear() * t;
  result.force_W = X_WR.linear() * f;
  return result;
}

void CalcTransmission(const Model& model, const PositionKinematics& position,
                      const Transmission& transmission, const VectorRef& q,
                      TendonKinematics* result) {
  result->terms.clear();
  if (transmission.kind == Kind::kJoint) {
    CalcJointLength(model.joints()[transmission.joint], transmission, q,
                    result);
    return;
  }
  const TransmissionForce force =
      CalcTransmissionForce(position, transmission, &result->length);
  VectorXd J = VectorXd::Zero(model.num_velocities());
  Vector6d F_So_W;
  F_So_W << force.torque_W, force.force_W;
  AddGeneralizedForce(model, position, transmission.body, force.p_WSo, F_So_W,
                      &J);
  if (transmission.reference >= 0) {
    AddGeneralizedForce(model, position, transmission.reference, force.p_WSo,
                        -F_So_W, &J);
  }
  const std::vector<bool> moves = FindMovingDofs(model, transmission);
  for (int i = 0; i < model.num_velocities(); ++i) {
    if (moves[i]) result->terms.push_back({.dof = i, .coefficient = J[i]});
  }
}

}  // namespace tactus::multibody
