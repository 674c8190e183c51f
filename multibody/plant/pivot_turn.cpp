#include "tactus/multibody/plant/pivot_turn.h"

#include <Eigen/Cholesky>

#include "tactus/multibody/plant/free_turn.h"

namespace tactus::multibody {

using contact::Clique;

namespace {

/// A lone body on a ball joint of the world, which turns about a point that is
/// fixed in space: in axes F of the joint, at R_FM, with the angular momentum
/// I w about that point.
class Pivoted {
 public:
  Pivoted(const Model& model, const Tree& tree, const VectorRef& q)
      : joint_(model.joints()[tree.first_body - 1]),
        R0_(q[joint_.q_start], q[joint_.q_start + 1], q[joint_.q_start + 2],
            q[joint_.q_start + 3]) {
    const SpatialInertia& inertia = model.bodies()[tree.first_body].inertia;
    const Matrix3d R_MB = joint_.X_CM.linear().transpose();
    const Vector3d c = R_MB * (inertia.p_BoBcm - joint_.X_CM.translation());
    I_ = R_MB * inertia.I_Bcm * R_MB.transpose() +
         inertia.mass *
             (c.squaredNorm() * Matrix3d::Identity() - c * c.transpose());
    factor_.compute(I_);
    moment_ = inertia.mass * c;
    gravity_F_ =
        CalcFrame(model).transpose() * model.GravityOn(tree.first_body);
  }

  /// Of gravity at the start, in F.
  Vector3d CalcTorque() const { return CalcTorque(R0_); }

  /// Where it is after h from w.
  FreeTurn Turn(const Vector3d& w, double h) const {
    return TurnFreely(I_, {.R_WB = R0_, .w_W = w}, h);
  }

  /// What has the momentum of `w` at the start, at R.
  Vector3d Carry(const Vector3d& w, const Quaterniond& R) const {
    return Release(R, R0_ * (I_ * (R0_.conjugate() * w)));
  }

  /// Turned for h from w, and driven by half of gravity's impulse before and
  /// after.
  FreeTurn Fly(const Vector3d& w, double h) const {
    FreeTurn end = Turn(w + h / 2 * Release(R0_, CalcTorque(R0_)), h);
    end.w_W += h / 2 * Release(end.R_WB, CalcTorque(end.R_WB));
    return end;
  }

  void Place(const Quaterniond& R, VectorXd* q1) const {
    q1->segment<4>(joint_.q_start) << R.w(), R.vec();
  }

 private:
  // R_WF: down the welds that hold its parent.
  Matrix3d CalcFrame(const Model& model) const {
    Matrix3d R_WF = joint_.X_PF.linear();
    for (int body = joint_.parent; body > 0;) {
      const Joint& weld = model.joints()[body - 1];
      R_WF = weld.X_PF.linear() * weld.X_CM.linear().transpose() * R_WF;
      body = weld.parent;
    }
    return R_WF;
  }
  Vector3d CalcTorque(const Quaterniond& R) const {
    return (R * moment_).cross(gravity_F_);
  }
  // R I^-1 R' m.
  Vector3d Release(const Quaterniond& R, const Vector3d& m) const {
    return R * factor_.solve(R.conjugate() * m);
  }

  const Joint& joint_;
  Quaterniond R0_;
  Matrix3d I_;  ///< About M's origin, in M [kg m^2].
  Eigen::LDLT<Matrix3d> factor_;
  Vector3d moment_;  ///< Of mass, from there, in M [kg m].
  Vector3d gravity_F_;
};

}  // namespace

Vector3d CalcPivotBias(const Model& model, const Tree& tree,
                       const Clique& clique, const VectorRef& q0,
                       const VectorXd& v0, double h) {
  const Pivoted body(model, tree, q0);
  if (!clique.flies) return -body.CalcTorque();
  const Vector3d w0 = v0.segment<3>(clique.v_start);
  return clique.M * (w0 - body.Fly(w0, h).w_W) / h;
}

// What drives it beside gravity does so at the start, by dw: that turns it by
// h/2 dw, and its momentum stays in space.
void TurnAboutPivot(const Model& model, const Tree& tree, const Clique& clique,
                    const VectorRef& q0, const VectorXd& v0, const VectorXd& v,
                    double h, VectorXd* q1, VectorXd* v1) {
  const Pivoted body(model, tree, q0);
  auto w1 = v1->segment<3>(clique.v_start);
  if (clique.flies) {
    const FreeTurn end = body.Fly(v0.segment<3>(clique.v_start), h);
    const Vector3d dw = body.Carry(w1 - end.w_W, end.R_WB);
    const Vector3d half = h / 4 * dw;
    body.Place(
        (Quaterniond(1, half.x(), half.y(), half.z()) * end.R_WB).normalized(),
        q1);
    w1 = end.w_W + dw;
    return;
  }
  const Quaterniond R1 = body.Turn(v.segment<3>(clique.v_start), h).R_WB;
  body.Place(R1, q1);
  w1 = body.Carry(w1, R1);
}

bool TurnsAboutPivot(const Model& model, const Tree& tree) {
  const Joint& joint = model.joints()[tree.first_body - 1];
  const SpatialInertia& inertia = model.bodies()[tree.first_body].inertia;
  return tree.num_bodies == 1 && joint.type == JointType::kBall &&
         joint.armature == 0 && inertia.I_Bcm.determinant() > 0;
}

}  // namespace tactus::multibody
