#include "tactus/multibody/plant/controllers/joint_pid_controller.h"

#include <algorithm>
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "tactus/systems/primitives/check_block.h"

namespace tactus::multibody {

using systems::CheckBlock;
using systems::LeafContext;

JointPidController::JointPidController(std::string name,
                                       std::shared_ptr<const Model> model,
                                       std::vector<JointPid> joints)
    : ModelController(std::move(name), std::move(model)),
      pids_(std::move(joints)) {
  for (JointPid& pid : pids_) {
    Check(pid);
    joints_.push_back(this->model().JointIndex(pid.joint));
    CheckBlock(*this, std::ranges::count(joints_, joints_.back()) == 1,
               fmt::format("joint '{}' comes twice", pid.joint));
    if (pid.ki > 0 && pid.tracking_time == 0)
      pid.tracking_time = pid.kp / pid.ki;
    has_integral_ = has_integral_ || pid.ki > 0;
  }
  const int n = static_cast<int>(pids_.size());
  if (has_integral_) DeclareContinuousState(n);
  desired_state_ = DeclareVectorInputPort("desired_state", 2 * n);
}

void JointPidController::Check(const JointPid& pid) const {
  const auto check = [&](bool good, const char* complaint) {
    CheckBlock(*this, good,
               fmt::format("joint '{}': {}", pid.joint, complaint));
  };
  const Joint& joint = model().joints()[model().JointIndex(pid.joint)];
  check(joint.nq() == 1 && joint.nv() == 1, "it has no single axis");
  for (const double gain : {pid.kp, pid.ki, pid.kd, pid.tracking_time}) {
    check(std::isfinite(gain) && gain >= 0,
          "gains and times must be numbers that are not negative");
  }
  check(pid.effort_limit >= 0, "the effort limit is negative");
  check(pid.ki == 0 || pid.kp > 0 || pid.tracking_time > 0,
        "an integral without kp needs a tracking time");
}

JointPidController::Effort JointPidController::CalcEffort(
    const LeafContext& context, int i) const {
  const auto n = static_cast<Eigen::Index>(pids_.size());
  const auto& x = estimated_state_input().Eval(context);
  const auto& x_d = desired_state_.Eval(context);
  const Joint& joint = model().joints()[joints_[i]];
  const JointPid& pid = pids_[i];
  const double v = x[model().num_positions() + joint.v_start];
  Effort effort;
  effort.error = x_d[i] - x[joint.q_start];
  effort.wanted = pid.kp * effort.error + pid.kd * (x_d[n + i] - v);
  if (has_integral_) effort.wanted += context.continuous_state()[i];
  // A NaN stays one, so that the integrator can say where it comes from.
  effort.tau =
      std::isnan(effort.wanted)
          ? effort.wanted
          : std::clamp(effort.wanted, -pid.effort_limit, pid.effort_limit);
  return effort;
}

void JointPidController::CalcForce(const LeafContext& context,
                                   VectorXd* tau) const {
  tau->setZero();
  for (std::size_t i = 0; i < pids_.size(); ++i) {
    (*tau)[model().joints()[joints_[i]].v_start] =
        CalcEffort(context, static_cast<int>(i)).tau;
  }
}

void JointPidController::CalcTimeDerivatives(const LeafContext& context,
                                             VectorXd* zdot) const {
  for (std::size_t i = 0; i < pids_.size(); ++i) {
    const JointPid& pid = pids_[i];
    const Effort effort = CalcEffort(context, static_cast<int>(i));
    (*zdot)[static_cast<Eigen::Index>(i)] =
        pid.ki == 0 ? 0
                    : pid.ki * effort.error +
                          (effort.tau - effort.wanted) / pid.tracking_time;
  }
}

}  // namespace tactus::multibody
