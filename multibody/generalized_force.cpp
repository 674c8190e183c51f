#include "tactus/multibody/generalized_force.h"

namespace tactus::multibody {

void AddGeneralizedForce(const Model& model, const PositionKinematics& position,
                         int body, const Vector3d& p_WQ, const Vector6d& F_Q_W,
                         VectorXd* tau) {
  for (int b = body; model.bodies()[b].tree >= 0;) {
    const Joint& joint = model.joints()[b - 1];
    const Vector3d p_BoQ_W = p_WQ - position.X_WB[b].translation();
    Vector6d F_Bo_W = F_Q_W;
    F_Bo_W.head<3>() += p_BoQ_W.cross(F_Q_W.tail<3>());
    for (int k = joint.v_start; k < joint.v_start + joint.nv(); ++k)
      (*tau)[k] += position.H_W.col(k).dot(F_Bo_W);
    b = joint.parent;
  }
}

}  // namespace tactus::multibody
