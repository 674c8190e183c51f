#pragma once

#include <string>
#include <vector>

#include "tactus/multibody/importers/mjcf/body_tree.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody::mjcf {

/// What a joint holds together. Of a free joint F is where the file places the
/// body in the world.
struct JointEnds {
  int parent{}, child{};  ///< The builder's bodies.
  RigidTransform X_PF = RigidTransform::Identity();
  RigidTransform X_CM = RigidTransform::Identity();
};

/// What the bodies and joints of a BodyTree are in a ModelBuilder.
struct BuilderIndices {
  std::vector<int> body, joint;
  std::vector<std::string> joint_name;
  std::vector<JointEnds> joint_ends;
};

/// Adds bodies and joints.
///
/// A body without joints is welded to its parent. A body with several hangs on
/// a chain of massless virtual links, "body/joint", one joint each: their
/// frames coincide with the body's when all joints are at their references. A
/// joint without a name goes by its body's. q is MuJoCo's qpos, so that a joint
/// with a reference q0 starts there:
///
///     X_PF X_FM(q0) X_MC = X_PB,    X_CM the anchor.
BuilderIndices AddBodies(const BodyTree& tree, ModelBuilder* builder);

/// The diagonal of the mass matrix, armature included, at the references; one
/// entry per joint (that of its first velocity).
std::vector<double> CalcJointInertias(const BodyTree& tree);
/// What they feel there when all other joints are free: 1 / (M^-1)_jj, of ball
/// and free joints with the mean of (M^-1)_jj over their velocities.
std::vector<double> CalcFreeJointInertias(const BodyTree& tree);

}  // namespace tactus::multibody::mjcf
