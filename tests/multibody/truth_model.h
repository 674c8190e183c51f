#pragma once

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "support/shared.h"
#include <nlohmann/json.hpp>

#include "tactus/multibody/model_builder.h"

/// Models and states from the oracle files, without the model's own file: the
/// files list bodies and joints as MuJoCo compiled them.
namespace tactus::multibody::test {

using Json = nlohmann::json;

inline Json ReadTruth(const std::filesystem::path& path) {
  std::ifstream file(path);
  return Json::parse(file);
}

inline VectorXd ToVector(const Json& numbers) {
  const auto values = numbers.get<std::vector<double>>();
  return Eigen::Map<const VectorXd>(values.data(),
                                    static_cast<int>(values.size()));
}

inline MatrixXd ToMatrix(const Json& rows) {
  const int n = static_cast<int>(rows.size());
  MatrixXd matrix(n, n == 0 ? 0 : static_cast<int>(rows[0].size()));
  for (int i = 0; i < n; ++i) matrix.row(i) = ToVector(rows[i]).transpose();
  return matrix;
}

inline RigidTransform ToPose(const Json& position, const Json& quaternion) {
  const VectorXd q = ToVector(quaternion);
  RigidTransform X = RigidTransform::Identity();
  X.linear() =
      Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
  X.translation() = ToVector(position);
  return X;
}

inline SpatialInertia ToInertia(const Json& body) {
  const RigidTransform X_BI = ToPose(body["ipos"], body["iquat"]);
  const Vector3d principal = ToVector(body["inertia"]);
  SpatialInertia inertia{.mass = body["mass"].get<double>()};
  inertia.I_Bcm = principal.asDiagonal();
  inertia = inertia.ReExpressedIn(X_BI);
  // Symmetric to the last digit, as a product of rotations is not.
  inertia.I_Bcm = (inertia.I_Bcm + inertia.I_Bcm.transpose()).eval() / 2;
  return inertia;
}

/// The joint, but for the bodies that it connects.
inline Joint ToJoint(const Json& truth, const RigidTransform& X_PB) {
  const std::string type = truth["type"];
  const RigidTransform anchor(Eigen::Translation3d(ToVector(truth["pos"])));
  Joint joint{
      .name = truth["dofadr"].dump() + ":" + truth["name"].get<std::string>(),
      .type = JointType::kBall,
      .X_PF = X_PB * anchor,
      .X_CM = anchor,
      .armature = truth["armature"].get<double>()};
  if (type == "free") {
    joint.type = JointType::kFloating;
    joint.X_PF = joint.X_CM = RigidTransform::Identity();
  } else if (type != "ball") {
    joint.type = type == "hinge" ? JointType::kRevolute : JointType::kPrismatic;
    joint.axis_F = ToVector(truth["axis"]).normalized();
  }
  return joint;
}

/// Bodies and joints are named NUMBER:NAME, NUMBER being MuJoCo's body number
/// or the joint's dofadr. The joints of one body act in a row, each in the
/// frame that the one before has left, about anchors that are fixed in the
/// body.
inline std::shared_ptr<const Model> MakeTruthModel(const Json& truth) {
  ModelBuilder builder;
  builder.set_gravity(ToVector(truth["option"]["gravity"]));
  std::vector<int> index{0};  // The builder's number by MuJoCo's.
  for (std::size_t b = 1; b < truth["bodies"].size(); ++b) {
    const Json& body = truth["bodies"][b];
    const std::string name =
        std::to_string(b) + ":" + body["name"].get<std::string>();
    RigidTransform X_PB = ToPose(body["pos"], body["quat"]);
    std::vector<Joint> joints;
    for (const Json& joint : truth["joints"]) {
      const int dof = joint["dofadr"].get<int>() - body["dofadr"].get<int>();
      if (dof < 0 || dof >= body["dofnum"].get<int>()) continue;
      joints.push_back(ToJoint(joint, X_PB));
      X_PB.setIdentity();
    }
    if (joints.empty())
      joints.push_back({.name = name, .type = JointType::kWeld, .X_PF = X_PB});
    int parent = index[body["parent"].get<int>()];
    for (Joint& joint : joints) {
      const bool last = &joint == &joints.back();
      joint.parent = parent;
      joint.child = last ? builder.AddBody(name, ToInertia(body))
                         : builder.AddBody(name + " before " + joint.name,
                                           SpatialInertia{}, true);
      parent = joint.child;
      builder.AddJoint(joint);
    }
    index.push_back(parent);
  }
  return std::move(builder).Build();
}

/// Where MuJoCo's coordinates are in ours: q = P qpos + q0 for the positions'
/// indices and references, v = T qvel.
struct TruthState {
  VectorXd q, v;
  MatrixXd T;  ///< nv x nv, orthogonal.
};

/// MuJoCo: hinges and slides measured from qpos0; a free body's linear velocity
/// in the world, then its angular velocity in the body; a ball's velocity in
/// the child. Here: model.h.
inline TruthState MakeTruthState(const Json& truth, const Json& state,
                                 const Model& model) {
  const VectorXd qpos0 = ToVector(truth["states"][0]["qpos"]);
  const VectorXd qpos = ToVector(state["qpos"]);
  const int nv = model.num_velocities();
  TruthState s{model.default_positions(), VectorXd(nv), MatrixXd::Zero(nv, nv)};
  for (const Json& from : truth["joints"]) {
    const int a = from["qposadr"].get<int>(), d = from["dofadr"].get<int>();
    const Joint& joint = model.joints()[model.JointIndex(
        from["dofadr"].dump() + ":" + from["name"].get<std::string>())];
    const int k = joint.v_start;
    if (joint.nv() == 1) {
      s.q[joint.q_start] = qpos[a] - qpos0[a];
      s.T(k, d) = 1;
      continue;
    }
    s.q.segment(joint.q_start, joint.nq()) = qpos.segment(a, joint.nq());
    const bool free = joint.type == JointType::kFloating;
    const Eigen::Vector4d wxyz = qpos.segment<4>(free ? a + 3 : a);
    const Matrix3d R =
        Quaterniond(wxyz[0], wxyz[1], wxyz[2], wxyz[3]).toRotationMatrix();
    s.T.block<3, 3>(k, free ? d + 3 : d) = R;
    if (free) s.T.block<3, 3>(k + 3, d).setIdentity();
  }
  s.v = s.T * ToVector(state["qvel"]);
  return s;
}

/// M in MuJoCo's velocities, from whichever form the file has.
inline MatrixXd ToMassMatrix(const Json& state, int nv) {
  if (state.contains("M")) return ToMatrix(state["M"]);
  const Json& entries = state["M_lower_nonzeros"];
  MatrixXd M = MatrixXd::Zero(nv, nv);
  for (std::size_t e = 0; e < entries["v"].size(); ++e) {
    const int i = entries["i"][e], j = entries["j"][e];
    M(i, j) = M(j, i) = entries["v"][e];
  }
  return M;
}

}  // namespace tactus::multibody::test
