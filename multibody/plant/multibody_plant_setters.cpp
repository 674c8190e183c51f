// How a plant's positions and velocities are set, and bodies asked, from
// outside of a simulation.
#include <cmath>
#include <stdexcept>
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/joint_kinematics.h"
#include "tactus/multibody/plant/multibody_plant.h"

namespace tactus::multibody {

using systems::Context;

namespace {

void RequireSize(std::string_view kind, std::string_view name, int size,
                 std::string_view what, Eigen::Index given) {
  if (given == size) return;
  throw std::invalid_argument(fmt::format(
      "{} '{}': {} {} were given; it has {}", kind, name, given, what, size));
}

// @param name_of  of the number of an entry.
void RequireFinite(const std::string& plant, std::string_view what,
                   const VectorRef& given, const auto& name_of) {
  for (Eigen::Index i = 0; i < given.size(); ++i) {
    if (std::isfinite(given[i])) continue;
    throw std::invalid_argument(
        fmt::format("plant '{}': {} {}{} is {}; it must be a finite number",
                    plant, what, i, name_of(i), given[i]));
  }
}

// " (joint 'elbow')", of the joint that a position or velocity belongs to.
std::string NameJoint(const Model& model, int Joint::*start,
                      int (Joint::*size)() const, Eigen::Index i) {
  for (const Joint& joint : model.joints()) {
    const Eigen::Index first = joint.*start;
    if (first <= i && i < first + (joint.*size)())
      return fmt::format(" (joint '{}')", joint.name);
  }
  return {};
}

void RequireQuaternions(const std::string& plant, const Model& model,
                        const VectorRef& q) {
  for (const Joint& joint : model.joints()) {
    const int start = QuaternionStart(joint);
    if (start < 0) continue;
    Require(q.segment<4>(start).squaredNorm() > 0,
            fmt::format("plant '{}': the quaternion of joint '{}' is zero",
                        plant, joint.name));
  }
}

}  // namespace

void MultibodyPlant::SetPositions(Context* context, const VectorRef& q) const {
  RequireSize("plant", name(), model_->num_positions(), "positions", q.size());
  RequireFinite(name(), "position", q, [&](Eigen::Index i) {
    return NameJoint(*model_, &Joint::q_start, &Joint::nq, i);
  });
  RequireQuaternions(name(), *model_, q);
  VectorXd x = context->of(*this).continuous_state();
  x.head(q.size()) = q;
  context->of(*this).set_continuous_state(x);
  MutableStepRecord(context) = {};
}

void MultibodyPlant::SetVelocities(Context* context, const VectorRef& v) const {
  RequireSize("plant", name(), model_->num_velocities(), "velocities",
              v.size());
  RequireFinite(name(), "velocity", v, [&](Eigen::Index i) {
    return NameJoint(*model_, &Joint::v_start, &Joint::nv, i);
  });
  VectorXd x = context->of(*this).continuous_state();
  x.tail(v.size()) = v;
  context->of(*this).set_continuous_state(x);
  MutableStepRecord(context) = {};
}

void MultibodyPlant::SetJointPositions(Context* context, std::string_view name,
                                       const VectorRef& q) const {
  const Joint& joint = model_->joints()[model_->JointIndex(name)];
  RequireSize("joint", name, joint.nq(), "positions", q.size());
  VectorXd all = positions(*context);
  all.segment(joint.q_start, joint.nq()) = q;
  SetPositions(context, all);
}

void MultibodyPlant::SetJointVelocities(Context* context, std::string_view name,
                                        const VectorRef& v) const {
  const Joint& joint = model_->joints()[model_->JointIndex(name)];
  RequireSize("joint", name, joint.nv(), "velocities", v.size());
  VectorXd all = velocities(*context);
  all.segment(joint.v_start, joint.nv()) = v;
  SetVelocities(context, all);
}

// The floating joint of a body, from what does not move.
const Joint& MultibodyPlant::FreeJoint(std::string_view name) const {
  const Body& body = model_->bodies()[model_->BodyIndex(name)];
  Require(body.inboard_joint >= 0, "the world does not move");
  const Joint& joint = model_->joints()[body.inboard_joint];
  Require(joint.type == JointType::kFloating &&
              model_->bodies()[joint.parent].tree < 0,
          fmt::format("body '{}' is not free: it hangs on {} '{}' from '{}'",
                      name, to_string(joint.type), joint.name,
                      model_->bodies()[joint.parent].name));
  return joint;
}

// X_FM = X_WF^-1 X_WB X_BM
void MultibodyPlant::SetFreeBodyPose(Context* context, std::string_view body,
                                     const RigidTransform& X_WB) const {
  const Joint& joint = FreeJoint(body);
  const RigidTransform X_WF =
      EvalBodyPose(*context, model_->bodies()[joint.parent].name) * joint.X_PF;
  VectorXd q = positions(*context);
  SetFloatingPose(joint, X_WF.inverse() * X_WB * joint.X_CM, &q);
  SetPositions(context, q);
}

// With R = R_WF and p = p_BoMo: w_FM = R' w_WB, v_FM = R' (v_WB + w_WB x p)
void MultibodyPlant::SetFreeBodyVelocity(Context* context,
                                         std::string_view body,
                                         const Vector6d& V_WB) const {
  const Joint& joint = FreeJoint(body);
  const RigidTransform X_WF =
      EvalBodyPose(*context, model_->bodies()[joint.parent].name) * joint.X_PF;
  const Vector3d p_BoMo_W =
      EvalBodyPose(*context, body).linear() * joint.X_CM.translation();
  VectorXd v = velocities(*context);
  v.segment<6>(joint.v_start) << X_WF.linear().transpose() * V_WB.head<3>(),
      X_WF.linear().transpose() * CalcPointVelocity(V_WB, p_BoMo_W);
  SetVelocities(context, v);
}

const RigidTransform& MultibodyPlant::EvalBodyPose(
    const Context& context, std::string_view body) const {
  return body_poses_.Eval<std::vector<RigidTransform>>(
      context)[model_->BodyIndex(body)];
}

const Vector6d& MultibodyPlant::EvalBodyVelocity(const Context& context,
                                                 std::string_view body) const {
  return body_velocities_.Eval<std::vector<Vector6d>>(
      context)[model_->BodyIndex(body)];
}

}  // namespace tactus::multibody
