#include "tactus/apps/joint_state.h"

#include <cmath>
#include <span>
#include <stdexcept>

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/kinematics.h"
#include "tactus/solvers/require.h"

namespace tactus::apps {
namespace {

using multibody::Joint;
using multibody::JointType;
using multibody::Model;
using nlohmann::json;

// Our floating joint's coordinates are the body's pose and velocity in the
// world when its frames are those of the bodies, as in every model file.
void RequirePlainFloatingJoint(const Joint& joint) {
  Require(joint.type != JointType::kFloating ||
              (joint.parent == 0 &&
               joint.X_PF.isApprox(RigidTransform::Identity(), 1e-14) &&
               joint.X_CM.isApprox(RigidTransform::Identity(), 1e-14)),
          fmt::format("joint '{}' floats, but not from the world's frame",
                      joint.name));
}

VectorXd ReadCoordinates(const Joint& joint, const char* key, int size,
                         const json& values) {
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

void ReadJoint(const Joint& joint, const json& entry, JointState* state) {
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
    const int first = joint.type == JointType::kFloating ? 3 : 0;
    if (joint.type == JointType::kFloating || joint.type == JointType::kBall) {
      const double norm = q.segment<4>(joint.q_start + first).norm();
      Require(
          norm > 1e-6,
          fmt::format("state of joint '{}' has a zero quaternion", joint.name));
      Require(std::isfinite(norm),
              fmt::format("state of joint '{}' has a quaternion that is too "
                          "large to be normalised",
                          joint.name));
    }
  }
}

std::span<const char* const> ComponentNames(JointType type) {
  static constexpr const char* kBall[] = {".wx", ".wy", ".wz"};
  static constexpr const char* kPlanar[] = {".vx", ".vy", ".wz"};
  static constexpr const char* kUniversal[] = {".wx", ".wy"};
  static constexpr const char* kFloating[] = {".wx", ".wy", ".wz",
                                              ".vx", ".vy", ".vz"};
  static constexpr const char* kScalar[] = {""};
  switch (type) {
    case JointType::kWeld:
      return {};
    case JointType::kRevolute:
    case JointType::kPrismatic:
      return kScalar;
    case JointType::kBall:
      return kBall;
    case JointType::kPlanar:
      return kPlanar;
    case JointType::kUniversal:
      return kUniversal;
    case JointType::kFloating:
      return kFloating;
  }
  return {};
}

}  // namespace

JointState MakeDefaultState(const Model& model) {
  return {model.default_positions(), VectorXd::Zero(model.num_velocities())};
}

JointState ReadJointState(const Model& model, const json& json) {
  Require(json.is_object(),
          "a state is an object with the names of joints as keys");
  for (const Joint& joint : model.joints()) RequirePlainFloatingJoint(joint);
  JointState state = MakeDefaultState(model);
  for (const auto& [name, entry] : json.items()) {
    ReadJoint(model.joints()[model.JointIndex(name)], entry, &state);
  }
  RequireQuaternions(model, state.q);
  multibody::NormalizeQuaternions(model, &state.q);
  return state;
}

std::vector<std::string> VelocityNames(const Model& model) {
  std::vector<std::string> names;
  for (const Joint& joint : model.joints()) {
    for (const char* component : ComponentNames(joint.type)) {
      names.push_back(joint.name + component);
    }
  }
  return names;
}

}  // namespace tactus::apps
