#include <algorithm>
#include <optional>
#include <stdexcept>

#include "multibody/truth_model.h"
#include "support/shared.h"
#include <catch2/catch.hpp>
#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/importers/sdf/load_sdf.h"
#include "tactus/multibody/kinematics.h"

// The SDFormat files of ../shared/models. MuJoCo reads no SDFormat, but for
// some robots it has read a URDF file of the same mechanism: its numbers
// (truth/CONVENTIONS.md) hold for both.
namespace tactus::multibody {
namespace {

using test::Json;
using test::ToMatrix;
using test::ToVector;

const std::filesystem::path kModels =
    tactus::test::SharedDirectory() / "models";

std::shared_ptr<const Model> Load(const Json& entry) {
  PackagePaths packages;
  for (const auto& [name, folder] : entry["package_roots"].items()) {
    packages.packages[name] = kModels / folder.get<std::string>();
  }
  ModelBuilder builder;
  LoadSdf(kModels / entry["file"].get<std::string>(), {.packages = packages},
          &builder);
  return std::move(builder).Build();
}

double MaxAbs(const MatrixXd& m) {
  return m.size() == 0 ? 0 : m.cwiseAbs().maxCoeff();
}

// Links that float are welded, as those of the URDF file are.
std::shared_ptr<const Model> LoadWelded(const std::string& file) {
  ModelBuilder builder;
  LoadSdf(kModels / file, {.weld_root = true}, &builder);
  return std::move(builder).Build();
}

struct Pair {
  std::string truth, file;
  /// What the files' own digits allow: some write six decimals.
  double tolerance = 1e-9;
  /// Whether the two files agree about places along y, the axis of all joints
  /// where they do not: nothing else depends on it.
  bool same_y = true;
};

void CheckState(const Model& model, const Json& truth, const Json& state,
                const Pair& pair) {
  const double tolerance = pair.tolerance;
  const int nv = model.num_velocities();
  VectorXd q(nv), v(nv), armature(nv);
  MatrixXd P = MatrixXd::Zero(nv, nv);  // Ours from theirs.
  for (const Json& theirs : truth["joints"]) {
    const Joint& ours =
        model.joints()[model.JointIndex(theirs["name"].get<std::string>())];
    P(ours.v_start, theirs["dofadr"].get<int>()) = 1;
    armature[ours.v_start] = ours.armature;
  }
  REQUIRE((P * P.transpose()).isIdentity());
  q = P * ToVector(state["qpos"]);
  v = P * ToVector(state["qvel"]);
  PositionKinematics position;
  VelocityKinematics velocity;
  CalcPositionKinematics(model, q, &position);
  CalcVelocityKinematics(model, position, v, &velocity);

  const MatrixXd M_truth = P * ToMatrix(state["M"]) * P.transpose();
  MatrixXd M = CalcMassMatrix(model, position);
  M.diagonal() -= armature;  // The oracle knows no rotors.
  CHECK(MaxAbs(M - M_truth) <= tolerance * MaxAbs(M_truth));

  VectorXd bias;
  CalcBias(model, position, velocity, &bias);
  const VectorXd bias_truth = P * ToVector(state["bias"]);
  const double scale = std::max(1.0, MaxAbs(bias_truth));
  CHECK(MaxAbs(bias - bias_truth) <= tolerance * scale);
  const VectorXd acceleration = -M.ldlt().solve(bias);
  const VectorXd acceleration_truth = P * ToVector(state["qacc_rigid"]);
  CHECK(MaxAbs(acceleration - acceleration_truth) <=
        tolerance * std::max(1.0, MaxAbs(acceleration_truth)));

  int num_compared = 0;
  for (std::size_t b = 1; b < truth["bodies"].size(); ++b) {
    const std::string name = truth["bodies"][b]["name"];
    for (int i = 1; i < model.num_bodies(); ++i) {
      if (model.bodies()[i].name != name) continue;
      ++num_compared;
      const RigidTransform X =
          test::ToPose(state["xpos"][b], state["xquat"][b]);
      Eigen::Matrix4d error = position.X_WB[i].matrix() - X.matrix();
      if (!pair.same_y) error(1, 3) = 0;
      CHECK(MaxAbs(error) <= tolerance);
    }
  }
  CHECK(num_compared >= nv);
}

std::string ToText(const Json& numbers) {
  std::string text;
  for (const double number : numbers) text += fmt::format("{:.17g} ", number);
  return text;
}

// A pose of MuJoCo's, whose quaternions begin with w.
std::string ToPose(const std::string& frame, const Json& p, const Json& wxyz) {
  const Json xyzw = {wxyz[1], wxyz[2], wxyz[3], wxyz[0]};
  return "<pose rotation_format='quat_xyzw'" + frame + ">" + ToText(p) +
         ToText(xyzw) + "</pose>";
}

std::string ToLink(const Json& body, const std::string& name,
                   const std::string& parent) {
  const Json& moments = body["inertia"];
  return fmt::format(
      "<link name='{}'>{}<inertial>{}<mass>{:.17g}</mass><inertia>"
      "<ixx>{:.17g}</ixx><iyy>{:.17g}</iyy><izz>{:.17g}</izz></inertia>"
      "</inertial></link>",
      name,
      ToPose(parent.empty() ? "" : " relative_to='" + parent + "'", body["pos"],
             body["quat"]),
      ToPose("", body["ipos"], body["iquat"]), body["mass"].get<double>(),
      moments[0].get<double>(), moments[1].get<double>(),
      moments[2].get<double>());
}

std::string ToJoint(const std::string& type, const std::string& name,
                    const std::string& parent, const std::string& child) {
  return "<joint name='" + name + "' type='" + type + "'><parent>" +
         (parent.empty() ? "world" : parent) + "</parent><child>" + child +
         "</child>";
}

std::string ToMovingJoint(const Json& truth, const std::string& name,
                          const std::string& parent, const std::string& child) {
  const std::string type = truth["type"];
  std::string text = ToJoint(type == "ball"    ? "ball"
                             : type == "hinge" ? "continuous"
                                               : "prismatic",
                             name, parent, child);
  text += "<pose>" + ToText(truth["pos"]) + "0 0 0</pose>";
  if (type != "ball") {
    text += "<axis><xyz>" + ToText(truth["axis"]) + "</xyz></axis>" +
            fmt::format("<drake:rotor_inertia>{:.17g}</drake:rotor_inertia>",
                        truth["armature"].get<double>());
  }
  return text + "</joint>";
}

// The joint of a body, null for one that is fixed; nothing if SDFormat cannot
// say what the body has.
std::optional<Json> FindJoint(const Json& truth, const Json& body) {
  Json found;
  for (const Json& joint : truth["joints"]) {
    const int dof = joint["dofadr"].get<int>() - body["dofadr"].get<int>();
    if (dof < 0 || dof >= body["dofnum"].get<int>()) continue;
    const bool scalar = joint["type"] == "hinge" || joint["type"] == "slide";
    if (!found.is_null()) return std::nullopt;
    if (!scalar && joint["armature"] != 0.0) return std::nullopt;
    found = joint;
  }
  return found;
}

// A free joint goes by the name of its body.
bool Floats(const std::optional<Json>& joint) {
  return joint && !joint->is_null() && (*joint)["type"] == "free";
}

std::string NameOfJoint(const Json& joint) {
  return joint["dofadr"].dump() + ":" + joint["name"].get<std::string>();
}

std::string NameOfBody(const Json& truth, std::size_t b) {
  const auto joint = FindJoint(truth, truth["bodies"][b]);
  return Floats(joint) ? NameOfJoint(*joint) : "body" + std::to_string(b);
}

bool IsPhysical(const Json& body) {
  try {
    RequirePhysical(test::ToInertia(body), "the body");
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

// The mechanism of an oracle file in SDFormat, under the names of
// truth_model.h, or nothing where a body has several joints or an inertia that
// no body can have.
std::optional<std::string> WriteSdf(const Json& truth) {
  std::string text = "<sdf version='1.9'><model name='m'>";
  std::vector<std::string> names = {""};
  for (std::size_t b = 1; b < truth["bodies"].size(); ++b) {
    const Json& body = truth["bodies"][b];
    const auto joint = FindJoint(truth, body);
    if (!joint || !IsPhysical(body)) return std::nullopt;
    const std::string& parent = names[body["parent"].get<std::size_t>()];
    const std::string name = NameOfBody(truth, b);
    text += ToLink(body, name, parent);
    if (joint->is_null()) {
      text += ToJoint("fixed", "fix" + name, parent, name) + "</joint>";
    } else if (!Floats(joint)) {
      text += ToMovingJoint(*joint, NameOfJoint(*joint), parent, name);
    }
    names.push_back(name);
  }
  return text + "</model></sdf>";
}

// Returns how many bodies were compared: of large models the files have the
// first ones.
int CheckPoses(const Json& truth, const Json& state, const Model& model,
               const PositionKinematics& position) {
  const std::size_t num_bodies =
      std::min(truth["bodies"].size(), state["xpos"].size());
  for (std::size_t b = 1; b < num_bodies; ++b) {
    const std::string name = NameOfBody(truth, b);
    INFO(name);
    const RigidTransform X = test::ToPose(state["xpos"][b], state["xquat"][b]);
    const RigidTransform& own = position.X_WB[model.BodyIndex(name)];
    CHECK(MaxAbs(own.matrix() - X.matrix()) <= 1e-9);
  }
  return static_cast<int>(num_bodies) - 1;
}

void CheckWritten(const Json& truth, const Model& model) {
  constexpr double kTolerance = 1e-9;
  for (const Json& state : truth["states"]) {
    const test::TruthState s = test::MakeTruthState(truth, state, model);
    PositionKinematics position;
    VelocityKinematics velocity;
    CalcPositionKinematics(model, s.q, &position);
    CalcVelocityKinematics(model, position, s.v, &velocity);
    CHECK(CheckPoses(truth, state, model, position) > 0);
    const MatrixXd M_own = CalcMassMatrix(model, position);
    const MatrixXd M = s.T.transpose() * M_own * s.T;
    const MatrixXd M_truth =
        test::ToMassMatrix(state, static_cast<int>(M.rows()));
    CHECK(MaxAbs(M - M_truth) <= kTolerance * MaxAbs(M_truth));
    VectorXd bias;
    CalcBias(model, position, velocity, &bias);
    const VectorXd bias_truth = ToVector(state["bias"]);
    CHECK(MaxAbs(s.T.transpose() * bias - bias_truth) <=
          kTolerance * std::max(1.0, MaxAbs(bias_truth)));
    if (state.contains("qacc_rigid")) {
      const VectorXd vdot = s.T * ToVector(state["qacc_rigid"]);
      VectorXd tau;
      CalcInverseDynamics(model, position, velocity, vdot, {}, &tau);
      CHECK(tau.norm() <=
            kTolerance * (1 + bias.norm() + M_own.norm() * vdot.norm()));
    }
    CHECK(MaxAbs(CalcCenterOfMass(model, position) -
                 ToVector(state["subtree_com0"])) <= kTolerance);
  }
}

TEST_CASE("SDF: every file of the shared models -> loads, with all its links",
          "[oracle]") {
  if (!tactus::test::HasShared("models/models.json")) return;
  int num_files = 0;
  for (const Json& entry : test::ReadTruth(kModels / "models.json")) {
    if (entry["format"] != "sdf") continue;
    INFO(entry["file"]);
    std::shared_ptr<const Model> model;
    REQUIRE_NOTHROW(model = Load(entry));
    ++num_files;
    double mass = 0;
    for (const Body& body : model->bodies()) mass += body.inertia.mass;
    CHECK(mass > 0);
    CHECK(model->num_bodies() - 1 == entry["nlinks"].get<int>());
  }
  CHECK(num_files >= 30);
}

TEST_CASE("SDF: robots that have a URDF file, too -> its dynamics in MuJoCo",
          "[oracle]") {
  const Pair pair = GENERATE(
      Pair{"drake_iiwa14_polytope_collision",
           "drake_models/iiwa_description/sdf/iiwa14_polytope_collision.sdf",
           1e-4},
      Pair{"drake_acrobot", "drake/examples/acrobot/Acrobot.sdf"},
      Pair{"drake_bench_acrobot_urdf",
           "drake/multibody/benchmarks/acrobot/acrobot.sdf", 1e-9, false});
  if (!tactus::test::HasShared("models/" + pair.file)) return;
  INFO(pair.file);
  const Json truth =
      test::ReadTruth(kModels / "truth" / (pair.truth + ".json"));
  const auto model = LoadWelded(pair.file);
  REQUIRE(model->num_velocities() == static_cast<int>(truth["joints"].size()));
  for (const Json& state : truth["states"]) {
    CheckState(*model, truth, state, pair);
  }
}

TEST_CASE("SDF: MuJoCo's mechanisms written as SDFormat -> their dynamics",
          "[oracle]") {
  if (!tactus::test::HasShared("models/truth")) return;
  int num_compared = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(kModels / "truth")) {
    if (entry.path().extension() != ".json") continue;
    const Json truth = test::ReadTruth(entry.path());
    if (!truth.contains("bodies") || truth["bodies"].size() < 2) continue;
    INFO(entry.path().filename());
    const auto xml = WriteSdf(truth);
    if (!xml) continue;
    ModelBuilder builder;
    builder.set_gravity(ToVector(truth["option"]["gravity"]));
    ParseSdf(*xml, "truth.sdf", {}, &builder);
    CheckWritten(truth, *std::move(builder).Build());
    ++num_compared;
  }
  CHECK(num_compared >= 30);
}

}  // namespace
}  // namespace tactus::multibody
