#pragma once

#include <string>

#include "tactus/multibody/plant/controllers/model_controller.h"

namespace tactus::multibody {

/// Of a CartesianImpedanceController. Matrices are symmetric, with angular
/// before linear rows, in the axes of the desired frame D.
struct CartesianImpedance {
  std::string body;  ///< Carries the frame F that is held.
  RigidTransform X_BF = RigidTransform::Identity();
  Matrix6d stiffness = Matrix6d::Zero();  ///< K [N m/rad, N/m, ...].
  Matrix6d damping = Matrix6d::Zero();    ///< D [N m s/rad, N s/m, ...].

  /// What joints do where F does not care, by velocity; empty: nothing.
  VectorXd joint_stiffness{};  ///< K0 [N m/rad].
  VectorXd joint_damping{};    ///< D0 [N m s/rad].
  VectorXd joint_positions{};  ///< q0, all positions of the model.
};

/// A spring and a damper between a frame F on a body and where it should be, D,
/// made by the joints' motors [Hogan85], with gravity taken off:
///
///     tau = J' F + g(q) + N tau0
///     F   = [ E(phi)' 0 ] K e + D (V_WD - V_WF),
///           [ 0       1 ]
///     e   = [ phi; p_FD ],    exp([phi]) = R_FD,
///     E   = 1 + [phi]/2 + c [phi]^2,   c = 1/t^2 - cot(t/2)/(2 t),  t = |phi|
///
/// with everything in the axes of D. E takes the angular velocity of D against
/// F to d(phi)/dt; with it, the spring stores the energy e'K e / 2 and gives it
/// all back, for large rotations too (short of a half turn).
///
/// What is left of the joints' freedom takes [Khatib87]
///
///     tau0 = K0 (q0 - q) - D0 v,     N = 1 - J' (J M^-1 J')^-1 J M^-1,
///
/// which does not accelerate F: J M^-1 N = 0.
///
///   symbol      meaning
///   J           6 x nv Jacobian of F, so that V_WF = J v
///   R_FD, p_FD  orientation and place of D against F
///   V           angular [rad/s], then linear velocity of the origin [m/s]
///   F           torque [N m] and force [N] on F
///   g(q)        what the model's weight asks for, k(q, 0) [N m]
///
/// Inputs besides estimated_state: desired_pose, the RigidTransform X_WD, and
/// desired_velocity V_WD, [w; v] in W (zero when unconnected).
class CartesianImpedanceController final : public ModelController {
 public:
  /// @throws std::invalid_argument if there is no such body or it cannot move,
  /// a matrix is not symmetric or has a negative eigenvalue, or sizes do not
  /// match.
  CartesianImpedanceController(std::string name,
                               std::shared_ptr<const Model> model,
                               CartesianImpedance impedance);

  const systems::InputPort& desired_pose_input() const { return desired_pose_; }
  const systems::InputPort& desired_velocity_input() const {
    return desired_velocity_;
  }

  /// e'K e / 2 for F at X_WF and D at X_WD [J].
  double CalcSpringEnergy(const RigidTransform& X_WF,
                          const RigidTransform& X_WD) const;

 private:
  struct Work;
  void CheckMatrix(const Matrix6d& matrix, const char* what) const;
  void CheckJoints() const;
  void CalcForce(const systems::LeafContext& context,
                 VectorXd* tau) const override;
  Vector6d CalcTaskForce(const systems::LeafContext& context,
                         const RigidTransform& X_WF,
                         const Vector6d& V_WF) const;
  VectorXd CalcNullSpaceForce(const systems::LeafContext& context,
                              const Work& work) const;

  CartesianImpedance impedance_;
  int body_{};
  systems::InputPort desired_pose_, desired_velocity_;
};

}  // namespace tactus::multibody
