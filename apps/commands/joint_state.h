#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tactus/multibody/model.h"

namespace tactus::apps {

/// Positions and velocities of a model.
struct JointState {
  VectorXd q, v;
};

/// The model's default positions, at rest.
JointState MakeDefaultState(const multibody::Model& model);

/// Reads a state by joint name,
///
///     {"hip": {"q": [0.3], "v": [1.0]}, "base": {"q": [x, y, z, qw, qx, qy,
///     qz]}}
///
/// in the coordinates of multibody::JointType; a floating base has the pose of
/// its body frame in the world, and the angular, then the linear velocity of
/// that frame, in the world. Joints and members that are left out keep their
/// defaults. Quaternions are normalised.
///
/// @throws std::invalid_argument naming the joint, for one that does not exist,
/// a wrong number of coordinates, and what is no number.
JointState ReadJointState(const multibody::Model& model,
                          const nlohmann::json& json);

/// T, orthogonal, in T v: the model's velocities with those of floating bases
/// in the world's axes, as above, instead of in the axes of the joint, which a
/// model file may turn.
MatrixXd CalcVelocityAxes(const multibody::Model& model);

/// One name per velocity: the joint's for a scalar joint, else the joint's with
/// a component, such as "base.wx" (angular) or "base.vz" (linear).
std::vector<std::string> VelocityNames(const multibody::Model& model);

}  // namespace tactus::apps
