#include "tactus/multibody/plant/controllers/cartesian_impedance_controller.h"

#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/systems/primitives/check_block.h"

namespace tactus::multibody {

using systems::CheckBlock;
using systems::LeafContext;

namespace {

// phi with exp([phi]) = R, no longer than pi.
Vector3d CalcRotationVector(const Matrix3d& R) {
  const Eigen::AngleAxisd turn(R);
  return turn.angle() * turn.axis();
}

// e = [phi; p_FD] in the axes of D; those of F and of D agree on phi.
Vector6d CalcPoseError(const RigidTransform& X_WF, const RigidTransform& X_WD) {
  Vector6d e;
  e << CalcRotationVector(X_WF.linear().transpose() * X_WD.linear()),
      X_WD.linear().transpose() * (X_WD.translation() - X_WF.translation());
  return e;
}

// E(phi); c = 1/12 + t^2/720 + ... near zero.
Matrix3d CalcRotationRate(const Vector3d& phi) {
  const double t = phi.norm();
  const double c = t < 1e-3 ? 1.0 / 12 + t * t / 720
                            : 1 / (t * t) - 1 / (2 * t * std::tan(t / 2));
  const Matrix3d cross = CrossMatrix(phi);
  return Matrix3d::Identity() + cross / 2 + c * cross * cross;
}

}  // namespace

// The model at a state, and the tree that carries F.
struct CartesianImpedanceController::Work {
  PositionKinematics position;
  VelocityKinematics at_rest;
  std::vector<MatrixXd> M;
  Matrix6Xd J;  // Of F, by the tree's velocities.
};

CartesianImpedanceController::CartesianImpedanceController(
    std::string name, std::shared_ptr<const Model> model,
    CartesianImpedance impedance)
    : ModelController(std::move(name), std::move(model)),
      impedance_(std::move(impedance)) {
  body_ = this->model().BodyIndex(impedance_.body);
  CheckBlock(*this, this->model().bodies()[body_].tree >= 0,
             fmt::format("body '{}' cannot move", impedance_.body));
  CheckMatrix(impedance_.stiffness, "stiffness");
  CheckMatrix(impedance_.damping, "damping");
  CheckJoints();
  desired_pose_ = DeclareAbstractInputPort<RigidTransform>("desired_pose");
  desired_velocity_ = DeclareVectorInputPort("desired_velocity", 6);
}

void CartesianImpedanceController::CheckMatrix(const Matrix6d& matrix,
                                               const char* what) const {
  const double scale = matrix.cwiseAbs().maxCoeff();
  const bool good =
      matrix.allFinite() &&
      (matrix - matrix.transpose()).cwiseAbs().maxCoeff() <= 1e-12 * scale &&
      Eigen::SelfAdjointEigenSolver<Matrix6d>(matrix, Eigen::EigenvaluesOnly)
              .eigenvalues()
              .minCoeff() >= -1e-12 * scale;
  CheckBlock(*this, good,
             fmt::format("the {} must be symmetric, without negative "
                         "eigenvalues",
                         what));
}

void CartesianImpedanceController::CheckJoints() const {
  const auto check = [&](const VectorXd& values, int size, const char* what) {
    CheckBlock(
        *this,
        values.size() == 0 || (values.size() == size && values.allFinite()),
        fmt::format("the {} must be {} numbers", what, size));
  };
  check(impedance_.joint_stiffness, model().num_velocities(),
        "joint stiffness");
  check(impedance_.joint_damping, model().num_velocities(), "joint damping");
  check(impedance_.joint_positions, model().num_positions(), "joint positions");
  CheckBlock(*this,
             (impedance_.joint_stiffness.array() >= 0).all() &&
                 (impedance_.joint_damping.array() >= 0).all(),
             "joint stiffness and damping must not be negative");
  CheckBlock(*this,
             impedance_.joint_stiffness.isZero(0) ||
                 impedance_.joint_positions.size() > 0,
             "joint stiffness needs joint positions");
}

double CartesianImpedanceController::CalcSpringEnergy(
    const RigidTransform& X_WF, const RigidTransform& X_WD) const {
  const Vector6d e = CalcPoseError(X_WF, X_WD);
  return e.dot(impedance_.stiffness * e) / 2;
}

// F, in W.
Vector6d CartesianImpedanceController::CalcTaskForce(
    const LeafContext& context, const RigidTransform& X_WF,
    const Vector6d& V_WF) const {
  const auto& X_WD = desired_pose_.Eval<RigidTransform>(context);
  Vector6d V_FD = -V_WF;
  if (desired_velocity_.HasValue(context))
    V_FD += desired_velocity_.Eval(context);
  const auto rotate = [](const Matrix3d& R, Vector6d* a) {
    a->head<3>() = R * a->head<3>();
    a->tail<3>() = R * a->tail<3>();
  };
  rotate(X_WD.linear().transpose(), &V_FD);

  const Vector6d e = CalcPoseError(X_WF, X_WD);
  Vector6d force = impedance_.stiffness * e;
  force.head<3>() = CalcRotationRate(e.head<3>()).transpose() * force.head<3>();
  force += impedance_.damping * V_FD;
  rotate(X_WD.linear(), &force);
  return force;
}

// N tau0 of the tree.
VectorXd CartesianImpedanceController::CalcNullSpaceForce(
    const LeafContext& context, const Work& work) const {
  const int nq = model().num_positions(), nv = model().num_velocities();
  const auto& x = estimated_state_input().Eval(context);
  VectorXd tau0 = VectorXd::Zero(nv);
  if (!impedance_.joint_stiffness.isZero(0)) {
    CalcPositionDifference(model(), x.head(nq), impedance_.joint_positions,
                           &tau0);
    tau0 = impedance_.joint_stiffness.cwiseProduct(tau0).eval();
  }
  if (impedance_.joint_damping.size() > 0)
    tau0 -= impedance_.joint_damping.cwiseProduct(x.tail(nv));

  const int t = model().bodies()[body_].tree;
  const VectorXd own =
      tau0.segment(model().trees()[t].v_start, model().trees()[t].nv);
  const Eigen::LLT<MatrixXd> M(work.M[t]);
  const Matrix6d inverse_mass = work.J * M.solve(work.J.transpose());
  // Where F cannot move in all directions, the least-squares inverse serves.
  const Vector6d held = inverse_mass.completeOrthogonalDecomposition().solve(
      work.J * M.solve(own));
  return own - work.J.transpose() * held;
}

void CartesianImpedanceController::CalcForce(const LeafContext& context,
                                             VectorXd* tau) const {
  const int nq = model().num_positions(), nv = model().num_velocities();
  const auto& x = estimated_state_input().Eval(context);
  Work work;
  CalcPositionKinematics(model(), x.head(nq), &work.position);
  CalcVelocityKinematics(model(), work.position, VectorXd::Zero(nv),
                         &work.at_rest);
  CalcBias(model(), work.position, work.at_rest, tau);

  // From Bo to Fo: v_Fo = v_Bo + w x p.
  CalcBodyJacobian(model(), work.position, body_, &work.J);
  const RigidTransform& X_WB = work.position.X_WB[body_];
  const Vector3d p_BoFo_W = X_WB.linear() * impedance_.X_BF.translation();
  work.J.bottomRows<3>() -= CrossMatrix(p_BoFo_W) * work.J.topRows<3>();

  const Tree& tree = model().trees()[model().bodies()[body_].tree];
  const Vector6d V_WF = work.J * x.segment(nq + tree.v_start, tree.nv);
  auto own = tau->segment(tree.v_start, tree.nv);
  own +=
      work.J.transpose() * CalcTaskForce(context, X_WB * impedance_.X_BF, V_WF);
  if (impedance_.joint_stiffness.size() > 0 ||
      impedance_.joint_damping.size() > 0) {
    CalcMassMatrix(model(), work.position, &work.M);
    own += CalcNullSpaceForce(context, work);
  }
}

}  // namespace tactus::multibody
