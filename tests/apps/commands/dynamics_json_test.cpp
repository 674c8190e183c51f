#include "tactus/apps/commands/dynamics_json.h"

#include <cmath>
#include <fstream>
#include <map>
#include <utility>

#include "support/shared.h"
#include <catch2/catch.hpp>

#include "tactus/apps/models/model_file.h"
#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps {
namespace {

using nlohmann::json;

// MuJoCo's velocities of a free joint are linear in the world, then angular in
// the body: y = T qvel takes them to ours, by rows named as ours. T is
// orthogonal, so generalized forces go the same way, and M to T M T'.
struct Oracle {
  json state = json::object();  // For ReadJointState().
  std::map<std::string, VectorXd> rows;

  Oracle(const json& joints, const json& truth) {
    const auto q = truth["qpos"].get<std::vector<double>>();
    const auto v = truth["qvel"].get<std::vector<double>>();
    const int nv = static_cast<int>(v.size());
    for (const json& joint : joints) {
      const bool named = joint["name"] != "" && joint["name"] != "emsc";
      const std::string name = joint[named ? "name" : "body"];
      const int qa = joint["qposadr"], va = joint["dofadr"];
      if (joint["type"] != "free") {
        state[name] = {{"q", {q[qa]}}, {"v", {v[va]}}};
        rows[name] = VectorXd::Unit(nv, va);
        continue;
      }
      const Matrix3d R(
          Quaterniond(q[qa + 3], q[qa + 4], q[qa + 5], q[qa + 6]).normalized());
      const Vector3d w = R * Vector3d(v[va + 3], v[va + 4], v[va + 5]);
      state[name] = {
          {"q", std::vector<double>(q.begin() + qa, q.begin() + qa + 7)},
          {"v", {w.x(), w.y(), w.z(), v[va], v[va + 1], v[va + 2]}}};
      for (int i = 0; i < 3; ++i) {
        VectorXd angular = VectorXd::Zero(nv);
        angular.segment<3>(va + 3) = R.row(i);
        const std::string axis(1, static_cast<char>('x' + i));
        rows[name + ".w" + axis] = angular;
        rows[name + ".v" + axis] = VectorXd::Unit(nv, va + i);
      }
    }
  }
};

VectorXd ToVector(const json& list) {
  const auto values = list.get<std::vector<double>>();
  return VectorXd::Map(values.data(), static_cast<int>(values.size()));
}

MatrixXd ToMatrix(const json& rows) {
  MatrixXd matrix(rows.size(), rows.size());
  for (int i = 0; i < matrix.rows(); ++i) matrix.row(i) = ToVector(rows[i]);
  return matrix;
}

double RelativeError(const MatrixXd& value, const MatrixXd& truth) {
  return (value - truth).cwiseAbs().maxCoeff() / truth.cwiseAbs().maxCoeff();
}

void CheckPoses(const json& poses, const json& bodies, const json& truth) {
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    const std::string name = bodies[i]["name"];
    if (!poses.contains(name)) {
      CHECK((name.empty() || name == "emsc"));  // It has no name in the file.
      continue;
    }
    const VectorXd pose = ToVector(poses[name]);
    CHECK((pose.head<3>() - ToVector(truth["xpos"][i])).norm() < 1e-10);
    const double alignment = pose.tail<4>().dot(ToVector(truth["xquat"][i]));
    CHECK(std::abs(std::abs(alignment) - 1) < 1e-10);
  }
}

void CheckModel(const std::string& name) {
  const auto found = tactus::test::FindModels(name);
  if (!found) return;
  const std::filesystem::path& models = *found;
  std::ifstream in(models / "truth" / (name + ".json"));
  const json truth = json::parse(in);
  const auto model =
      LoadModelFile(models / truth["file"].get<std::string>(), {}).model;
  for (const json& state : truth["states"]) {
    INFO(name);
    const Oracle oracle(truth["joints"], state);
    const json result = json::parse(
        MakeDynamicsJson(*model, ReadJointState(*model, oracle.state)).dump());
    const auto names = result["velocity_names"].get<std::vector<std::string>>();
    MatrixXd T(names.size(), names.size());
    for (int i = 0; i < T.rows(); ++i) T.row(i) = oracle.rows.at(names[i]);
    const MatrixXd M = T * ToMatrix(state["M"]) * T.transpose();
    const VectorXd bias = T * ToVector(state["bias"]);
    CHECK(RelativeError(ToMatrix(result["mass_matrix"]), M) < 1e-10);
    CHECK(RelativeError(ToVector(result["bias"]), bias) < 1e-10);
    CheckPoses(result["body_poses"], truth["bodies"], state);
    // What is free: without contact, limits and actuation.
    const VectorXd rest = M * ToVector(result["accelerations"]) + bias -
                          ToVector(result["passive_forces"]);
    CHECK(rest.cwiseAbs().maxCoeff() <
          1e-10 * (1 + bias.cwiseAbs().maxCoeff()));
    CHECK(RelativeError(ToVector(result["accelerations"]),
                        T * ToVector(state["qacc_passive"])) < 1e-9);
  }
}

TEST_CASE(
    "MakeDynamicsJson: ten robots -> poses and dynamics by name as MuJoCo's") {
  for (const char* name :
       {"menagerie_spot", "menagerie_a1", "menagerie_panda", "menagerie_ur5e",
        "menagerie_iiwa14", "menagerie_skydio_x2", "gym_ant",
        "gym_half_cheetah", "gym_hopper", "gym_humanoid"}) {
    CheckModel(name);
  }
}

// The same body, at the same place and speed.
TEST_CASE("MakeDynamicsJson: a floating joint's frame moved -> same dynamics") {
  const auto dynamics_of = [](const RigidTransform& X_PF) {
    multibody::ModelBuilder builder;
    multibody::Joint joint;
    joint.name = "base";
    joint.type = multibody::JointType::kFloating;
    joint.child = builder.AddBody(
        "base", multibody::MakeSolidInertia(
                    contact::Box{Vector3d(0.1, 0.2, 0.3)}, 1000,
                    RigidTransform(Eigen::Translation3d(0.1, 0, 0.05))));
    joint.X_PF = X_PF;
    builder.AddJoint(joint);
    const auto model = std::move(builder).Build();
    return json::parse(
        MakeDynamicsJson(
            *model, ReadJointState(*model, {{"base",
                                             {{"q", {4, 5, 6, 0.6, 0, 0.8, 0}},
                                              {"v", {1, 2, 3, 7, 8, 9}}}}}))
            .dump());
  };
  const json plain = dynamics_of(RigidTransform::Identity());
  const json moved =
      dynamics_of(Eigen::Translation3d(1, 2, 3) *
                  Eigen::AngleAxisd(0.7, Vector3d(1, -2, 2) / 3));
  for (const char* key : {"bias", "accelerations"}) {
    INFO(key);
    CHECK(ToVector(moved[key]).isApprox(ToVector(plain[key]), 1e-12));
  }
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(ToVector(moved["mass_matrix"][i])
              .isApprox(ToVector(plain["mass_matrix"][i]), 1e-12));
  }
}

// L = 2 q_s - q_t = 0.7 at a rest length of 0.1: f = -100 (0.6) - 5 (2 - 3).
TEST_CASE("MakeDynamicsJson: a tendon's spring and damper -> passive forces") {
  multibody::ModelBuilder builder;
  multibody::ParseMjcf(R"(
    <mujoco>
      <option gravity="0 0 0"/>
      <worldbody>
        <body><joint name="s" type="slide"/>
          <geom size="0.1" mass="2"/></body>
        <body pos="0 1 0"><joint name="t" type="slide"/>
          <geom size="0.1" mass="4"/></body>
      </worldbody>
      <tendon>
        <fixed stiffness="100" damping="5" springlength="0.1">
          <joint joint="s" coef="2"/>
          <joint joint="t" coef="-1"/>
        </fixed>
      </tendon>
    </mujoco>)",
                       "tendon.xml", {}, &builder);
  const auto model = std::move(builder).Build();
  const json result = json::parse(
      MakeDynamicsJson(
          *model, ReadJointState(*model, {{"s", {{"q", {0.5}}, {"v", {1.0}}}},
                                          {"t", {{"q", {0.3}}, {"v", {3.0}}}}}))
          .dump());
  const VectorXd passive = ToVector(result["passive_forces"]);
  CHECK(passive[0] == Approx(-110).epsilon(1e-12));
  CHECK(passive[1] == Approx(55).epsilon(1e-12));
  const VectorXd vdot = ToVector(result["accelerations"]);
  CHECK(vdot[0] == Approx(-55).epsilon(1e-12));
  CHECK(vdot[1] == Approx(13.75).epsilon(1e-12));
}

}  // namespace
}  // namespace tactus::apps
