#include "tactus/apps/scenario/scenario_model.h"

#include <algorithm>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/scenario/geometry_reader.h"
#include "tactus/common/require.h"
#include "tactus/multibody/joint_kinematics.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/scoped_name.h"

namespace tactus::apps {
namespace {

using multibody::Joint;
using multibody::JointType;
using multibody::Model;

void RequireQuaternion(const Joint& joint, const VectorXd& q,
                       const YamlValue& value) {
  const int start = multibody::QuaternionStart(joint);
  if (start < 0) return;
  value.Check(q.segment<4>(start).norm() > 1e-6,
              fmt::format("the quaternion of joint '{}' is zero", joint.name));
}

void RequireFloating(const Model& model, int body, const YamlValue& value) {
  value.Check(body > 0, "the world has no pose: it does not move");
  const Joint& joint = model.joints()[body - 1];
  const std::string& name = model.bodies()[body].name;
  value.Check(
      joint.type != JointType::kWeld,
      fmt::format("body '{}' does not float: it is welded to '{}', by its "
                  "model's file or an add_weld",
                  name, model.bodies()[joint.parent].name));
  value.Check(joint.type == JointType::kFloating,
              fmt::format("body '{}' does not float: its pose follows from "
                          "the position of joint '{}'",
                          name, joint.name));
}

// Elements whose name is in the scope, which may be written or not; all names
// stay in place.
template <typename Elements>
int FindInScope(const Elements& elements, const std::string& scope,
                const std::string& name, std::string_view kind) {
  const std::vector<std::string> names = multibody::NamesOf(elements);
  const bool is_full = multibody::IsInScope(name, scope) &&
                       std::ranges::find(names, name) != names.end();
  return multibody::FindScopedName(
      names, is_full ? name : multibody::MakeScopedName(scope, name), kind);
}

}  // namespace

std::shared_ptr<const Model> MakeGroupModel(const ScenarioModel& scenario,
                                            const ModelGroup& group) {
  auto alone = scenario.assembly.Build(group.models);
  bool same = std::ssize(alone->joints()) == std::ssize(group.joints);
  for (int j = 0; same && j < std::ssize(group.joints); ++j) {
    const Joint& joint = scenario.model->joints()[group.joints[j]];
    same = alone->joints()[j].name == joint.name &&
           alone->joints()[j].type == joint.type;
  }
  Require(same,
          fmt::format("the joints of '{}' alone are not those that it has "
                      "in the plant",
                      group.name));
  return alone;
}

VectorXd Select(const VectorXd& x, std::span<const int> indices) {
  VectorXd selected(std::ssize(indices));
  for (int i = 0; i < std::ssize(indices); ++i) selected[i] = x[indices[i]];
  return selected;
}

std::vector<int> ReadJointValues(const Model& model, const std::string& scope,
                                 const YamlValue& value, JointValue kind,
                                 VectorXd* x) {
  std::vector<int> read;
  for (const auto& [key, place, values] : value.Entries()) {
    const int j = place.Guard([&, &name = key] {
      return FindInScope(model.joints(), scope, name, "joint");
    });
    const Joint& joint = model.joints()[j];
    const bool positions = kind == JointValue::kPosition;
    const int size = positions ? joint.nq() : joint.nv();
    place.Check(size > 0, fmt::format("joint '{}' does not move", joint.name));
    x->segment(positions ? joint.q_start : joint.v_start, size) =
        values.Numbers(size);
    if (positions) RequireQuaternion(joint, *x, values);
    read.push_back(j);
  }
  if (kind == JointValue::kPosition) multibody::NormalizeQuaternions(model, x);
  return read;
}

void SetBodyPose(const ScenarioModel& scenario, const std::string& name,
                 const YamlValue& value, VectorXd* q) {
  const Model& model = *scenario.model;
  const int body = model.BodyIndex(name);
  RequireFloating(model, body, value);
  const FramePose pose = ReadFramePose(value);
  const auto [base, X_AE] =
      value.Guard([&] { return scenario.assembly.FindFrame(pose.base_frame); });
  multibody::PositionKinematics position;
  CalcPositionKinematics(model, *q, &position);
  const Joint& joint = model.joints()[body - 1];
  const RigidTransform X_WB =
      position.X_WB[model.BodyIndex(base)] * X_AE * pose.X_EF;
  const RigidTransform X_WF = position.X_WB[joint.parent] * joint.X_PF;
  multibody::SetFloatingPose(joint, X_WF.inverse() * X_WB * joint.X_CM, q);
}

void ReadBodyPoses(const ScenarioModel& scenario, const std::string& scope,
                   const YamlValue& value, VectorXd* q) {
  const auto bodies = scenario.model->bodies();
  for (const auto& [key, place, pose] : value.Entries()) {
    const int body = place.Guard(
        [&, &name = key] { return FindInScope(bodies, scope, name, "body"); });
    SetBodyPose(scenario, bodies[body].name, pose, q);
  }
}

}  // namespace tactus::apps
