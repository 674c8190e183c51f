#include "tactus/integrators/dojo/composite.h"

namespace tactus::integrators {

using multibody::Joint;
using multibody::Model;
using multibody::Tree;

void CalcJacobian(const Model& model, int body, const Motions& motions,
                  Matrix6Xd* J) {
  const Tree& tree = model.trees()[model.bodies()[body].tree];
  J->setZero(6, tree.nv);
  for (int a = body; a >= tree.first_body; a = model.joints()[a - 1].parent) {
    const Joint& joint = model.joints()[a - 1];
    const Vector3d p_ab = motions.p[body] - motions.p[a];
    for (int k = joint.v_start; k < joint.v_start + joint.nv(); ++k) {
      auto column = J->col(k - tree.v_start);
      column = motions.S.col(k);
      column.tail<3>() += column.head<3>().cross(p_ab);
    }
  }
}

// Wrenches add torque left x f; poses move by theta x right.
void AddShifted(const Matrix6d& D, const Vector3d& left, const Vector3d& right,
                Matrix6d* sum) {
  Matrix6d shifted = D;
  shifted.leftCols<3>().noalias() -= D.rightCols<3>() * CrossMatrix(right);
  const Eigen::Matrix<double, 3, 6> forces = shifted.bottomRows<3>();
  shifted.topRows<3>().noalias() += CrossMatrix(left) * forces;
  *sum += shifted;
}

void AddComposite(const Model& model, const Tree& tree, const Motions& left,
                  const Motions& right, std::span<Matrix6d> D,
                  Eigen::Ref<MatrixXd> rates) {
  for (int b = tree.first_body + tree.num_bodies - 1; b >= tree.first_body;
       --b) {
    const Joint& joint = model.joints()[b - 1];
    for (int k = joint.v_start; k < joint.v_start + joint.nv(); ++k) {
      const int own = k - tree.v_start;
      const Vector6d F = D[b] * right.S.col(k);
      const Vector6d L = D[b].transpose() * left.S.col(k);
      for (int i = joint.v_start; i < joint.v_start + joint.nv(); ++i)
        rates(i - tree.v_start, own) += left.S.col(i).dot(F);
      for (int a = joint.parent; a >= tree.first_body;
           a = model.joints()[a - 1].parent) {
        const Joint& before = model.joints()[a - 1];
        Vector6d F_a = F, L_a = L;
        F_a.head<3>() += (left.p[b] - left.p[a]).cross(Vector3d(F.tail<3>()));
        L_a.head<3>() += (right.p[b] - right.p[a]).cross(Vector3d(L.tail<3>()));
        for (int i = before.v_start; i < before.v_start + before.nv(); ++i) {
          rates(i - tree.v_start, own) += left.S.col(i).dot(F_a);
          rates(own, i - tree.v_start) += right.S.col(i).dot(L_a);
        }
      }
    }
    if (joint.parent >= tree.first_body)
      AddShifted(D[b], left.p[b] - left.p[joint.parent],
                 right.p[b] - right.p[joint.parent], &D[joint.parent]);
  }
}

}  // namespace tactus::integrators
