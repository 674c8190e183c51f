#include "tactus/multibody/default_positions.h"

#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/joint_kinematics.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

// Scalar joints where they were told to be, all else at the origin of F.
VectorXd MakeJointDefaults(const Model& model) {
  VectorXd q = VectorXd::Zero(model.num_positions());
  for (const Joint& joint : model.joints()) {
    const int quaternion = QuaternionStart(joint);
    if (quaternion >= 0) q[quaternion] = 1;
    if (joint.nq() == 1) q[joint.q_start] = joint.default_position;
  }
  return q;
}

void PlaceNodes(const Model& model, VectorXd* q) {
  if (model.elastic_bodies().empty()) return;
  PositionKinematics position;
  CalcPositionKinematics(model, *q, &position);
  for (const ElasticBody& body : model.elastic_bodies())
    body.Place(position.X_WB[body.base], q);
}

void RequireFloating(const Model& model, const Joint& joint) {
  Require(
      joint.type == JointType::kFloating,
      fmt::format("body '{}' cannot be given a default pose: its joint '{}' "
                  "is {}, not floating",
                  model.bodies()[joint.child].name, joint.name,
                  to_string(joint.type)));
}

// Moves floating bodies' shares of q to the poses X_WB, which are sorted by
// body: one pass from the world outwards, as a body's parent may float, too.
void SetPoses(const Model& model,
              std::span<const std::pair<int, RigidTransform>> poses,
              VectorXd* q) {
  std::vector<RigidTransform> X_WB(model.num_bodies(),
                                   RigidTransform::Identity());
  auto pose = poses.begin();
  for (const Joint& joint : model.joints()) {
    const RigidTransform X_WF = X_WB[joint.parent] * joint.X_PF;
    for (; pose != poses.end() && pose->first == joint.child; ++pose) {
      RequireFloating(model, joint);
      SetFloatingPose(joint, X_WF.inverse() * pose->second * joint.X_CM, q);
    }
    const JointPose pose_FM = CalcJointPose(joint, *q);
    RigidTransform X_FM = RigidTransform::Identity();
    X_FM.linear() = pose_FM.R_FM;
    X_FM.translation() = pose_FM.p_FM;
    X_WB[joint.child] = X_WF * X_FM * joint.X_CM.inverse();
  }
}

}  // namespace

VectorXd MakeDefaultPositions(
    const Model& model, std::span<const std::pair<int, RigidTransform>> poses) {
  VectorXd q = MakeJointDefaults(model);
  SetPoses(model, poses, &q);
  PlaceNodes(model, &q);
  return q;
}

}  // namespace tactus::multibody
