#pragma once

#include <cmath>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/model.h"
#include "tactus/multibody/retraction.h"

/// What a variational step conserves, coded from the discrete Lagrangian, apart
/// from the library's own discrete dynamics.
namespace tactus::integrators::test {

/// At q2, after a step of h from q1 = q2 (-) h v:
///
///     p_b = R2 (c- J w - h/2 w x J w),   m v15,
///
///   momentum = sum of [p_b + x2 x m v15; m v15], about the world's origin,
///   energy   = p' M(q2)^-1 p / 2 + V(q2), with the momentum at the node, by
///              the Legendre transform, p = sum of J' [p_b; m v15] - h/2 dV/dq.
struct NodeMotion {
  Vector6d momentum = Vector6d::Zero();
  double energy = 0;
};

inline double CalcPotential(const multibody::Model& model,
                            const multibody::PositionKinematics& position,
                            const VectorXd& q, VectorXd* gradient) {
  double sum = 0;
  multibody::VelocityKinematics velocity;
  CalcVelocityKinematics(model, position,
                         VectorXd::Zero(model.num_velocities()), &velocity);
  CalcBias(model, position, velocity, gradient);
  for (int b = 1; b < model.num_bodies(); ++b) {
    const multibody::SpatialInertia& inertia = model.bodies()[b].inertia;
    sum -= inertia.mass *
           model.gravity_W().dot(position.X_WB[b] * Vector3d(inertia.p_BoBcm));
  }
  for (const multibody::Joint& joint : model.joints()) {
    if (joint.stiffness == 0) continue;
    const double stretch = q[joint.q_start] - joint.spring_reference;
    sum += joint.stiffness * stretch * stretch / 2;
    (*gradient)[joint.v_start] += joint.stiffness * stretch;
  }
  return sum;
}

inline NodeMotion CalcNodeMotion(const multibody::Model& model,
                                 const VectorXd& q, const VectorXd& v,
                                 double h) {
  VectorXd q1, gradient;
  RetractPositions(model, q, -h * v, &q1);
  multibody::PositionKinematics before, now;
  CalcPositionKinematics(model, q1, &before);
  CalcPositionKinematics(model, q, &now);
  NodeMotion motion;
  VectorXd p = VectorXd::Zero(model.num_velocities());
  for (int b = 1; b < model.num_bodies(); ++b) {
    const multibody::SpatialInertia& inertia = model.bodies()[b].inertia;
    const Matrix3d R1 = before.X_WB[b].linear(), R2 = now.X_WB[b].linear();
    const Vector3d x1 = before.X_WB[b] * Vector3d(inertia.p_BoBcm);
    const Vector3d x2 = now.X_WB[b] * Vector3d(inertia.p_BoBcm);
    const Eigen::AngleAxisd turn(Matrix3d(R1.transpose() * R2));
    const Vector3d w = 2 / h * std::sin(turn.angle() / 2) * turn.axis();
    const Vector3d Jw = inertia.I_Bcm * w;
    Vector6d P;
    P << R2 * (std::cos(turn.angle() / 2) * Jw - h / 2 * w.cross(Jw)),
        inertia.mass / h * (x2 - x1);
    motion.momentum += P;
    motion.momentum.head<3>() += x2.cross(Vector3d(P.tail<3>()));
    if (model.bodies()[b].tree < 0) continue;
    const multibody::Tree& tree = model.trees()[model.bodies()[b].tree];
    Matrix6Xd J;
    CalcBodyJacobian(model, now, b, &J);
    J.bottomRows<3>() -=
        CrossMatrix(x2 - now.X_WB[b].translation()) * J.topRows<3>();
    p.segment(tree.v_start, tree.nv) += J.transpose() * P;
  }
  const double potential = CalcPotential(model, now, q, &gradient);
  p -= h / 2 * gradient;
  const MatrixXd M = CalcMassMatrix(model, now);
  motion.energy = p.dot(M.ldlt().solve(p)) / 2 + potential;
  return motion;
}

}  // namespace tactus::integrators::test
