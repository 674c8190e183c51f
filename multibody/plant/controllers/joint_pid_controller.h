#pragma once

#include <limits>
#include <string>
#include <vector>

#include "tactus/multibody/plant/controllers/model_controller.h"

namespace tactus::multibody {

/// How one joint is controlled. Units are those of a hinge; of a slide, N and m
/// stand for N m and rad.
struct JointPid {
  std::string joint;
  double kp{};  ///< Stiffness [N m/rad].
  double ki{};  ///< Integral [N m/(rad s)]; 0: a PD controller.
  double kd{};  ///< Damping [N m s/rad].
  double effort_limit = std::numeric_limits<double>::infinity();  ///< L [N m].
  double tracking_time = 0;  ///< Tt [s]; 0: kp / ki, the integral's own time.
};

/// Proportional, integral and derivative control of joints, each by itself and
/// within its effort limit,
///
///     u = kp (q_d - q) + z + kd (v_d - v),     tau = min(max(u, -L), L),
///     dz/dt = ki (q_d - q) + (tau - u) / Tt,
///
/// so that at the limit the integral z follows what the motor can do
/// (back-calculation, [AstromMurray08], section 10.4) instead of winding up,
/// and the joint leaves the limit as soon as the error turns. Without ki there
/// is no state, and this is a PD controller.
///
///   symbol    meaning
///   q, v      joint's position and velocity, of the estimated_state
///   q_d, v_d  where they should be
///   u, tau    effort before and after the limit [N m]
///   z         integral part of u, a continuous state [N m]
///
/// Input besides estimated_state: desired_state [q_d; v_d], of the controlled
/// joints alone, in the order of the constructor. All other joints get no
/// force: this controls an arm in a model full of other things.
///
/// The limit here is the controller's; that of the plant's actuators holds as
/// well. Only this one stops the integral.
class JointPidController final : public ModelController {
 public:
  /// @throws std::invalid_argument for a joint that does not exist, is not
  /// scalar or comes twice, and for gains, limits and times that are negative
  /// or not numbers.
  JointPidController(std::string name, std::shared_ptr<const Model> model,
                     std::vector<JointPid> joints);

  const systems::InputPort& desired_state_input() const {
    return desired_state_;
  }

  void CalcTimeDerivatives(const systems::LeafContext& context,
                           VectorXd* zdot) const override;

 private:
  /// What the law says of one joint.
  struct Effort {
    double error{};          ///< q_d - q
    double wanted{}, tau{};  ///< Before and after the limit.
  };
  void Check(const JointPid& pid) const;
  Effort CalcEffort(const systems::LeafContext& context, int i) const;
  void CalcForce(const systems::LeafContext& context,
                 VectorXd* tau) const override;

  std::vector<JointPid> pids_;
  std::vector<int> joints_;
  bool has_integral_ = false;
  systems::InputPort desired_state_;
};

}  // namespace tactus::multibody
