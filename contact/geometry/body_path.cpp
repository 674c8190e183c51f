#include "tactus/contact/geometry/sweep.h"

// The paths of bodies that sweeps look along.
namespace tactus::contact {

RigidTransform BodyPath::Advance(const RigidTransform& X_WB, double t) const {
  if (t == 0) return X_WB;
  RigidTransform X = X_WB;
  X.translation() -= p_WC;
  const Vector3d turn = t * U.head<3>();
  if (const double angle = turn.norm(); angle > 0) {
    const Matrix3d R =
        Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix();
    X.linear() = R * X_WB.linear();
    X.translation() = (R * X.translation()).eval();
  }
  X.translation() += p_WC + t * U.tail<3>();
  return X;
}

Vector3d BodyPath::VelocityAt(const Vector3d& p_W, double t) const {
  const Vector3d p_CP_W = p_W - p_WC - t * U.tail<3>();
  return CalcPointVelocity(U, p_CP_W);
}

// The screw's axis is nearest to Bo at w x v / w^2. A body that turns about a
// point at r from its centre of mass, r across w, has there the acceleration
//
//     a = w x (w x (-r)) = w^2 r .
BodyPath MakeBodyPath(const Vector3d& p_WBo, const Vector3d& p_BoBcm_W,
                      const Vector6d& V_WB, const Vector3d& a0_Bcm_W,
                      bool flies, double duration, const Vector3d& gravity) {
  constexpr double kLeastTurn = 1e-4;  // [rad]
  const Vector3d w = V_WB.head<3>(), v = V_WB.tail<3>();
  Vector3d p_BoC_W = p_BoBcm_W;
  if (!flies && w.norm() * duration > kLeastTurn) {
    const double w2 = w.squaredNorm();
    const Vector3d to_center = a0_Bcm_W / w2 - w.dot(a0_Bcm_W) / (w2 * w2) * w;
    const Vector3d axis = w.cross(v) / w2;
    const Vector3d to_axis = axis - p_BoBcm_W;
    const double distance = w.cross(to_axis).norm() / w.norm();
    p_BoC_W =
        to_center.norm() < distance ? Vector3d(p_BoBcm_W + to_center) : axis;
  }
  BodyPath path{.p_WC = p_WBo + p_BoC_W, .U = V_WB};
  path.U.tail<3>() += w.cross(p_BoC_W) + duration * gravity;
  return path;
}

}  // namespace tactus::contact
