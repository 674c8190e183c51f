#include "tactus/multibody/motion_transport.h"

#include <Eigen/Cholesky>

#include "tactus/multibody/dynamics.h"

namespace tactus::multibody {
namespace {

// P J: of each column (w, v) at Bo, with R = R1 R0',
//
//     w1 = R w,   v1 = v + w x c - R (w x c),   c the centre of mass from Bo.
void TurnWithBody(const Matrix3d& R, const Vector3d& c, Matrix6Xd* J) {
  for (Eigen::Index k = 0; k < J->cols(); ++k) {
    const Vector3d w = J->col(k).head<3>();
    const Vector3d wxc = w.cross(c);
    J->col(k).head<3>() = R * w;
    J->col(k).tail<3>() += wxc - R * wxc;
  }
}

}  // namespace

void CalcMotionTransport(const Model& model, const Tree& tree,
                         const PositionKinematics& before,
                         const PositionKinematics& after, MatrixXd* T) {
  MatrixXd M;
  CalcTreeMassMatrix(model, after, tree, &M);
  T->setZero(tree.nv, tree.nv);
  Matrix6Xd J0, J1;
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
    const Joint& joint = model.joints()[b - 1];
    for (int k = 0; k < joint.nv(); ++k) {
      const int i = joint.v_start - tree.v_start + k;
      (*T)(i, i) += joint.armature;
    }
    const MassMoments& moments = before.moments_W[b];
    if (moments.mass == 0 && moments.second.isZero(0)) continue;
    CalcBodyJacobian(model, before, b, &J0);
    CalcBodyJacobian(model, after, b, &J1);
    const Matrix3d R =
        after.X_WB[b].linear() * before.X_WB[b].linear().transpose();
    const Vector3d c = moments.mass > 0 ? Vector3d(moments.first / moments.mass)
                                        : Vector3d::Zero();
    TurnWithBody(R, c, &J0);
    T->noalias() += J1.transpose() * (after.moments_W[b].ToMatrix() * J0);
  }
  *T = M.llt().solve(*T).eval();
}

}  // namespace tactus::multibody
