#include "tactus/apps/commands/joint_state.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/joint_kinematics.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::apps {
namespace {

using multibody::Joint;
using multibody::JointType;
using multibody::Model;

// Then M is the body's frame, as in every model file; F may be anywhere.
void RequirePlainFloatingJoint(const Joint& joint) {
  Require(joint.type != JointType::kFloating ||
              (joint.parent == 0 &&
               joint.X_CM.isApprox(RigidTransform::Identity(), 1e-14)),
          fmt::format("joint '{}' floats, but not the body's own frame in the "
                      "world",
                      joint.name));
}

bool FloatsElsewhere(const Joint& joint) {
  return joint.type == JointType::kFloating &&
         !joint.X_PF.isApprox(RigidTransform::Identity(), 1e-14);
}

// X_FB = X_WF^-1 X_WB.
void MovePoseToF(const Joint& joint, VectorXd* q) {
  const auto of_joint = q->segment<7>(joint.q_start);
  RigidTransform X_WB = RigidTransform::Identity();
  X_WB.translation() = of_joint.head<3>();
  X_WB.linear() =
      Quaterniond(of_joint[3], of_joint[4], of_joint[5], of_joint[6])
          .toRotationMatrix();
  SetFloatingPose(joint, joint.X_PF.inverse() * X_WB, q);
}

// R_WF' of the angular and of the linear velocity.
void TurnVelocityToF(const Joint& joint, VectorXd* v) {
  const Matrix3d R_FW = joint.X_PF.linear().transpose();
  for (const int part : {0, 3}) {
    auto x = v->segment<3>(joint.v_start + part);
    x = (R_FW * x).eval();
  }
}

VectorXd ReadCoordinates(const Joint& joint, const char* key, int size,
                         const nlohmann::json& values) {
  const auto fail = [&](const std::string& why) {
    throw std::invalid_argument(
        fmt::format("state of joint '{}': \"{}\" {}", joint.name, key, why));
  };
  if (!values.is_array()) fail("must be a list of numbers");
  if (static_cast<int>(values.size()) != size) {
    fail(fmt::format("must have {} numbers for a {} joint, not {}", size,
                     to_string(joint.type), values.size()));
  }
  VectorXd read(size);
  for (int i = 0; i < size; ++i) {
    if (!values[i].is_number()) fail("must be a list of numbers");
    read[i] = values[i].get<double>();
    if (!std::isfinite(read[i])) fail("must have finite numbers");
  }
  return read;
}

void ReadJoint(const Joint& joint, const nlohmann::json& entry,
               JointState* state) {
  Require(entry.is_object(),
          fmt::format("state of joint '{}' must be {{\"q\": [...], \"v\": "
                      "[...]}}",
                      joint.name));
  for (const auto& [key, values] : entry.items()) {
    if (key == "q") {
      state->q.segment(joint.q_start, joint.nq()) =
          ReadCoordinates(joint, "q", joint.nq(), values);
    } else if (key == "v") {
      state->v.segment(joint.v_start, joint.nv()) =
          ReadCoordinates(joint, "v", joint.nv(), values);
    } else {
      throw std::invalid_argument(
          fmt::format("state of joint '{}' has \"q\" and \"v\", not \"{}\"",
                      joint.name, key));
    }
  }
}

void RequireQuaternions(const Model& model, const VectorXd& q) {
  for (const Joint& joint : model.joints()) {
    const int start = multibody::QuaternionStart(joint);
    if (start < 0) continue;
    const double norm = q.segment<4>(start).norm();
    Require(
        norm > 1e-6,
        fmt::format("state of joint '{}' has a zero quaternion", joint.name));
    Require(std::isfinite(norm),
            fmt::format("state of joint '{}' has a quaternion that is too "
                        "large to be normalised",
                        joint.name));
  }
}

}  // namespace

JointState MakeDefaultState(const Model& model) {
  return {model.default_positions(), VectorXd::Zero(model.num_velocities())};
}

JointState ReadJointState(const Model& model, const nlohmann::json& json) {
  Require(json.is_object(),
          "a state is an object with the names of joints as keys");
  for (const Joint& joint : model.joints()) RequirePlainFloatingJoint(joint);
  JointState state = MakeDefaultState(model);
  for (const auto& [name, entry] : json.items()) {
    ReadJoint(model.joints()[model.JointIndex(name)], entry, &state);
  }
  RequireQuaternions(model, state.q);
  multibody::NormalizeQuaternions(model, &state.q);
  for (const auto& [name, entry] : json.items()) {
    const Joint& joint = model.joints()[model.JointIndex(name)];
    if (!FloatsElsewhere(joint)) continue;
    if (entry.contains("q")) MovePoseToF(joint, &state.q);
    if (entry.contains("v")) TurnVelocityToF(joint, &state.v);
  }
  return state;
}

MatrixXd CalcVelocityAxes(const Model& model) {
  MatrixXd T =
      MatrixXd::Identity(model.num_velocities(), model.num_velocities());
  for (const Joint& joint : model.joints()) {
    if (!FloatsElsewhere(joint)) continue;
    for (const int part : {0, 3}) {
      const int start = joint.v_start + part;
      T.block<3, 3>(start, start) = joint.X_PF.linear();
    }
  }
  return T;
}

std::vector<std::string> VelocityNames(const Model& model) {
  std::vector<std::string> names;
  for (const Joint& joint : model.joints()) {
    for (const std::string& own : multibody::VelocityNames(joint.type)) {
      names.push_back(own.empty() ? joint.name : joint.name + "." + own);
    }
  }
  return names;
}

}  // namespace tactus::apps
