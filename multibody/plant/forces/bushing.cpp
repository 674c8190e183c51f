#include "tactus/multibody/plant/forces/bushing.h"

#include <cmath>
#include <utility>

namespace tactus::multibody {

using systems::LeafContext;

/// Where M is, seen from F.
struct Bushing::Pose {
  Matrix3d R_WC;
  Vector3d p_WFo, p_WMo;
  Vector3d p;      ///< In C.
  double phi;      ///< In [0, pi].
  Vector3d n;      ///< Unit, in C; any where phi is zero.
  double twist{};  ///< tan(phi/4) / 2

  Vector3d theta() const { return phi * n; }
  /// H y
  Vector3d H(const Vector3d& y) const {
    const double half = phi / 2;
    const double h = half > 0 ? half / std::sin(half) : 1;
    return h * y + (1 - h) * n.dot(y) * n;
  }
};

Bushing::Bushing(std::string name, std::shared_ptr<const Model> model,
                 const BodyFrame& a, const BodyFrame& b,
                 const BushingParameters& parameters)
    : ForceElement(std::move(name), std::move(model)),
      a_(a),
      b_(b),
      parameters_(parameters) {
  CheckFrame(a);
  CheckFrame(b);
  Check(a.body != b.body, "both frames are on one body");
  const auto check = [&](const Vector3d& three, const char* what) {
    for (double number : three) CheckNotNegative(number, what);
  };
  check(parameters.rotational_stiffness, "each rotational stiffness");
  check(parameters.rotational_damping, "each rotational damping");
  check(parameters.translational_stiffness, "each translational stiffness");
  check(parameters.translational_damping, "each translational damping");
  DeclareForces({systems::Reads::kNothing,
                 {body_poses_input(), body_velocities_input()}});
}

void Bushing::CheckFrame(const BodyFrame& frame) const {
  CheckPoint({.body = frame.body, .p_BoP_B = frame.X_BF.translation()});
  const Matrix3d& R = frame.X_BF.linear();
  Check((R.transpose() * R).isIdentity(1e-9) && R.determinant() > 0,
        "a frame is not a rigid transform");
}

Bushing::Pose Bushing::CalcPose(const LeafContext& context) const {
  const RigidTransform X_WF = PoseOf(context, a_.body) * a_.X_BF;
  const RigidTransform X_WM = PoseOf(context, b_.body) * b_.X_BF;
  const Matrix3d R_FM = X_WF.linear().transpose() * X_WM.linear();
  const Eigen::AngleAxisd turn(R_FM);
  Pose pose;
  pose.phi = turn.angle();
  pose.n = turn.axis();
  pose.twist = std::tan(pose.phi / 4) / 2;
  pose.R_WC = X_WF.linear() * Eigen::AngleAxisd(pose.phi / 2, pose.n);
  pose.p_WFo = X_WF.translation();
  pose.p_WMo = X_WM.translation();
  pose.p = pose.R_WC.transpose() * (pose.p_WMo - pose.p_WFo);
  return pose;
}

void Bushing::CalcRates(const LeafContext& context, const Pose& pose,
                        Vector3d* theta_dot, Vector3d* p_dot) const {
  const Matrix3d R_CW = pose.R_WC.transpose();
  const Vector3d w_A = R_CW * VelocityOf(context, a_.body).head<3>();
  const Vector3d w_B = R_CW * VelocityOf(context, b_.body).head<3>();
  const BodyPoint Fo{a_.body, a_.X_BF.translation()};
  const BodyPoint Mo{b_.body, b_.X_BF.translation()};
  const Vector3d V = R_CW * (VelocityOf(context, Mo) - VelocityOf(context, Fo));
  const Vector3d w = w_B - w_A;
  const Vector3d w_C = (w_A + w_B) / 2 - pose.twist * pose.n.cross(w);
  *theta_dot = pose.H(w);
  *p_dot = V - w_C.cross(pose.p);
}

// (m, f) on B at Co, in C.
Vector6d Bushing::CalcWrench(const Pose& pose, const Vector3d& theta_dot,
                             const Vector3d& p_dot) const {
  const BushingParameters& s = parameters_;
  const Vector3d f = -s.translational_stiffness.cwiseProduct(pose.p) -
                     s.translational_damping.cwiseProduct(p_dot);
  const Vector3d t = -s.rotational_stiffness.cwiseProduct(pose.theta()) -
                     s.rotational_damping.cwiseProduct(theta_dot);
  Vector6d wrench;
  wrench << pose.H(t) - pose.twist * pose.n.cross(pose.p.cross(f)), f;
  return wrench;
}

void Bushing::CalcForces(const LeafContext& context,
                         std::vector<SpatialForce>* forces) const {
  const Pose pose = CalcPose(context);
  Vector3d theta_dot, p_dot;
  CalcRates(context, pose, &theta_dot, &p_dot);
  const Vector6d wrench_C = CalcWrench(pose, theta_dot, p_dot);
  Vector6d wrench_W;
  wrench_W << pose.R_WC * wrench_C.head<3>(), pose.R_WC * wrench_C.tail<3>();
  const Vector3d p_WCo = (pose.p_WFo + pose.p_WMo) / 2;
  const auto at_Co = [&](int body) -> Vector3d {
    return PoseOf(context, body).inverse() * p_WCo;
  };
  forces->assign(
      {{.body = a_.body, .p_BoQ_B = at_Co(a_.body), .F_Q_W = -wrench_W},
       {.body = b_.body, .p_BoQ_B = at_Co(b_.body), .F_Q_W = wrench_W}});
}

double Bushing::CalcEnergy(const systems::Context& context) const {
  const Pose pose = CalcPose(context.of(*this));
  const Vector3d theta = pose.theta();
  return (theta.dot(parameters_.rotational_stiffness.cwiseProduct(theta)) +
          pose.p.dot(
              parameters_.translational_stiffness.cwiseProduct(pose.p))) /
         2;
}

}  // namespace tactus::multibody
