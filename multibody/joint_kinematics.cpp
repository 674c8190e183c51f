#include "tactus/multibody/joint_kinematics.h"

#include <cassert>
#include <cmath>
#include <numbers>

namespace tactus::multibody {
namespace {

using Eigen::Vector4d;

// The rotation of the quaternion q / |q|, w first.
Matrix3d RotationOf(const Vector4d& q) {
  const double s = 2 / q.squaredNorm();
  const double w = s * q[0];
  const Vector3d u = q.tail<3>(), su = s * u;
  const double xx = su[0] * u[0], xy = su[0] * u[1], xz = su[0] * u[2];
  const double yy = su[1] * u[1], yz = su[1] * u[2], zz = su[2] * u[2];
  const double wx = w * u[0], wy = w * u[1], wz = w * u[2];
  Matrix3d R;
  R << 1 - yy - zz, xy - wz, xz + wy,  //
      xy + wz, 1 - xx - zz, yz - wx,   //
      xz - wy, yz + wx, 1 - xx - yy;
  return R;
}

// a b, w first.
Vector4d Product(const Vector4d& a, const Vector4d& b) {
  const Vector3d u = a.tail<3>(), v = b.tail<3>();
  Vector4d ab;
  ab[0] = a[0] * b[0] - u.dot(v);
  ab.tail<3>() = a[0] * v + b[0] * u + u.cross(v);
  return ab;
}

Vector4d Conjugate(const Vector4d& q) {
  return {q[0], -q[1], -q[2], -q[3]};
}

// 1/2 (0, w) q.
Vector4d QuaternionRate(const Vector4d& q, const Vector3d& w) {
  return Product({0, w[0] / 2, w[1] / 2, w[2] / 2}, q);
}

// (0, w) = 2 qdot q* / |q|².
Vector3d AngularVelocity(const Vector4d& q, const Vector4d& qdot) {
  return 2 / q.squaredNorm() * Product(qdot, Conjugate(q)).tail<3>();
}

// The rotation vector of b a*, at most half a turn: with the scalar part c >= 0
// and the vector part u of the quaternion, in the ratio of cos and sin
// (angle/2),
//     angle n = 2 atan2(|u|, c) u / |u|,
// a factor of u that tends to 2 / c, with an error of |u|²/3 c³, as u vanishes.
Vector3d RotationVector(const Vector4d& a, const Vector4d& b) {
  Vector4d turn = Product(b, Conjugate(a));
  if (turn[0] < 0) turn = -turn;
  const Vector3d u = turn.tail<3>();
  const double c = turn[0], s = u.norm();
  if (s < 1e-8 * c) return 2 / c * u;
  return 2 * std::atan2(s, c) / s * u;
}

/// [m/rad]
double SlidePerRadian(const Joint& joint) {
  return joint.screw_pitch / (2 * std::numbers::pi);
}

}  // namespace

std::vector<std::string> PositionNames(JointType type) {
  switch (type) {
    case JointType::kWeld:
      return {};
    case JointType::kRevolute:
    case JointType::kPrismatic:
    case JointType::kScrew:
      return {""};
    case JointType::kBall:
      return {"qw", "qx", "qy", "qz"};
    case JointType::kPlanar:
      return {"x", "y", "angle"};
    case JointType::kUniversal:
      return {"angle1", "angle2"};
    case JointType::kTranslation:
      return {"x", "y", "z"};
    case JointType::kFloating:
      return {"x", "y", "z", "qw", "qx", "qy", "qz"};
  }
  return {};
}

std::vector<std::string> VelocityNames(JointType type) {
  switch (type) {
    case JointType::kWeld:
      return {};
    case JointType::kRevolute:
    case JointType::kPrismatic:
    case JointType::kScrew:
      return {""};
    case JointType::kBall:
      return {"wx", "wy", "wz"};
    case JointType::kPlanar:
      return {"vx", "vy", "wz"};
    case JointType::kUniversal:
      return {"wx", "wy"};
    case JointType::kTranslation:
      return {"vx", "vy", "vz"};
    case JointType::kFloating:
      return {"wx", "wy", "wz", "vx", "vy", "vz"};
  }
  return {};
}

int QuaternionStart(const Joint& joint) {
  switch (joint.type) {
    case JointType::kBall:
      return joint.q_start;
    case JointType::kFloating:
      return joint.q_start + 3;
    default:
      return -1;
  }
}

JointPose CalcJointPose(const Joint& joint, const VectorRef& q) {
  const int s = joint.q_start;
  JointPose pose;
  switch (joint.type) {
    case JointType::kWeld:
      break;
    case JointType::kRevolute:
      pose.R_FM = Eigen::AngleAxisd(q[s], joint.axis_F).toRotationMatrix();
      break;
    case JointType::kPrismatic:
      pose.p_FM = q[s] * joint.axis_F;
      break;
    case JointType::kScrew:
      pose.R_FM = Eigen::AngleAxisd(q[s], joint.axis_F).toRotationMatrix();
      pose.p_FM = q[s] * SlidePerRadian(joint) * joint.axis_F;
      break;
    case JointType::kBall:
      pose.R_FM = RotationOf(q.segment<4>(s));
      break;
    case JointType::kPlanar:
      pose.R_FM = Eigen::AngleAxisd(q[s + 2], Vector3d::UnitZ());
      pose.p_FM << q[s], q[s + 1], 0;
      break;
    case JointType::kUniversal:
      pose.R_FM = Eigen::AngleAxisd(q[s], Vector3d::UnitX()) *
                  Eigen::AngleAxisd(q[s + 1], Vector3d::UnitY());
      break;
    case JointType::kTranslation:
      pose.p_FM = q.segment<3>(s);
      break;
    case JointType::kFloating:
      pose.R_FM = RotationOf(q.segment<4>(s + 3));
      pose.p_FM = q.segment<3>(s);
      break;
  }
  return pose;
}

void CalcMotionSubspace(const Joint& joint, const Matrix3d& R_WF,
                        const Matrix3d& R_WM, const Vector3d& p_MoBo_W,
                        Matrix6Xd* H_W) {
  int column = joint.v_start;
  // Turning about an axis through Mo, and sliding along one.
  const auto add_rotation = [&](const Vector3d& axis_W) {
    H_W->col(column).head<3>() = axis_W;
    H_W->col(column).tail<3>() = axis_W.cross(p_MoBo_W);
    ++column;
  };
  const auto add_translation = [&](const Vector3d& axis_W) {
    H_W->col(column).head<3>().setZero();
    H_W->col(column).tail<3>() = axis_W;
    ++column;
  };
  switch (joint.type) {
    case JointType::kWeld:
      break;
    case JointType::kRevolute:
      add_rotation(R_WF * joint.axis_F);
      break;
    case JointType::kPrismatic:
      add_translation(R_WF * joint.axis_F);
      break;
    case JointType::kScrew: {
      const Vector3d axis_W = R_WF * joint.axis_F;
      add_rotation(axis_W);
      H_W->col(joint.v_start).tail<3>() += SlidePerRadian(joint) * axis_W;
      break;
    }
    case JointType::kBall:
      for (int i = 0; i < 3; ++i) add_rotation(R_WF.col(i));
      break;
    case JointType::kPlanar:
      add_translation(R_WF.col(0));
      add_translation(R_WF.col(1));
      add_rotation(R_WF.col(2));
      break;
    case JointType::kUniversal:
      add_rotation(R_WF.col(0));
      add_rotation(R_WM.col(1));  // The turned y: turning about y leaves it.
      break;
    case JointType::kTranslation:
      for (int i = 0; i < 3; ++i) add_translation(R_WF.col(i));
      break;
    case JointType::kFloating:
      for (int i = 0; i < 3; ++i) add_rotation(R_WF.col(i));
      for (int i = 0; i < 3; ++i) add_translation(R_WF.col(i));
      break;
  }
  assert(column == joint.v_start + joint.nv());
}

void CalcJointQDot(const Joint& joint, const VectorRef& q, const VectorRef& v,
                   VectorXd* qdot) {
  const int s = joint.q_start, t = joint.v_start;
  switch (joint.type) {
    case JointType::kBall:
      qdot->segment<4>(s) = QuaternionRate(q.segment<4>(s), v.segment<3>(t));
      break;
    case JointType::kFloating:
      qdot->segment<3>(s) = v.segment<3>(t + 3);
      qdot->segment<4>(s + 3) =
          QuaternionRate(q.segment<4>(s + 3), v.segment<3>(t));
      break;
    default:
      qdot->segment(s, joint.nq()) = v.segment(t, joint.nv());
  }
}

void CalcJointVelocity(const Joint& joint, const VectorRef& q,
                       const VectorRef& qdot, VectorXd* v) {
  const int s = joint.q_start, t = joint.v_start;
  switch (joint.type) {
    case JointType::kBall:
      v->segment<3>(t) = AngularVelocity(q.segment<4>(s), qdot.segment<4>(s));
      break;
    case JointType::kFloating:
      v->segment<3>(t) =
          AngularVelocity(q.segment<4>(s + 3), qdot.segment<4>(s + 3));
      v->segment<3>(t + 3) = qdot.segment<3>(s);
      break;
    default:
      v->segment(t, joint.nv()) = qdot.segment(s, joint.nq());
  }
}

void CalcJointDifference(const Joint& joint, const VectorRef& q_a,
                         const VectorRef& q_b, VectorXd* difference) {
  const int s = joint.q_start, t = joint.v_start;
  switch (joint.type) {
    case JointType::kBall:
      difference->segment<3>(t) =
          RotationVector(q_a.segment<4>(s), q_b.segment<4>(s));
      break;
    case JointType::kFloating:
      difference->segment<3>(t) =
          RotationVector(q_a.segment<4>(s + 3), q_b.segment<4>(s + 3));
      difference->segment<3>(t + 3) = q_b.segment<3>(s) - q_a.segment<3>(s);
      break;
    default:
      difference->segment(t, joint.nv()) =
          q_b.segment(s, joint.nq()) - q_a.segment(s, joint.nq());
  }
}

void SetFloatingPose(const Joint& joint, const RigidTransform& X_FM,
                     VectorXd* q) {
  assert(joint.type == JointType::kFloating);
  const Quaterniond quaternion(X_FM.linear());
  q->segment<7>(joint.q_start) << X_FM.translation(), quaternion.w(),
      quaternion.vec();
}

}  // namespace tactus::multibody
