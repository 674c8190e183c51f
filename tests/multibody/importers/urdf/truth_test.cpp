#include <fstream>
#include <map>
#include <string>

#include "multibody/truth_model.h"
#include "support/shared.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/importers/urdf/load_urdf.h"
#include "tactus/multibody/kinematics.h"

// Real files against MuJoCo 3.14: ../shared/models/truth, whose CONVENTIONS.md
// says what its numbers mean.
namespace tactus::multibody {
namespace {

using test::Json;
using test::ToVector;

constexpr double kTolerance = 1e-10;  // Relative.

// Files that break a rule of physics, with the link that does.
const std::map<std::string, std::string> kUnphysical = {
    {"bullet3/xarm/xarm6_robot.urdf", "link2"},
    {"dojo/halfcheetah/dependencies/halfcheetah.urdf", "torso"}};
// Files that name a mesh which is not there.
const std::map<std::string, std::string> kIncomplete = {
    {"dojo/panda/dependencies/panda_end_effector.urdf", "finger.stl"}};

std::shared_ptr<const Model> Load(const std::filesystem::path& file,
                                  const UrdfOptions& options) {
  ModelBuilder builder;
  LoadUrdf(file, options, &builder);
  return std::move(builder).Build();
}

// A loaded model and where MuJoCo's coordinates are in ours.
struct Case {
  Json truth;
  std::shared_ptr<const Model> model;

  // MuJoCo's free joint of the root has the name of our root.
  const Joint& JointOf(const Json& theirs) const {
    const std::string name = theirs[theirs["type"] == "free" ? "body" : "name"];
    return model->joints()[static_cast<std::size_t>(model->JointIndex(name))];
  }
};

struct State {
  VectorXd q, v;
  MatrixXd T;  // v = T qvel, orthogonal.
};

State Convert(const Case& c, const Json& state) {
  const VectorXd qpos = ToVector(state["qpos"]), qvel = ToVector(state["qvel"]);
  State s{VectorXd(c.model->num_positions()),
          {},
          MatrixXd::Zero(c.model->num_velocities(), qvel.size())};
  for (const Json& theirs : c.truth["joints"]) {
    const Joint& ours = c.JointOf(theirs);
    const int qa = theirs["qposadr"], va = theirs["dofadr"];
    s.q.segment(ours.q_start, ours.nq()) = qpos.segment(qa, ours.nq());
    if (ours.type == JointType::kFloating) {
      const Quaterniond R(qpos[qa + 3], qpos[qa + 4], qpos[qa + 5],
                          qpos[qa + 6]);
      s.T.block<3, 3>(ours.v_start, va + 3) = R.toRotationMatrix();
      s.T.block<3, 3>(ours.v_start + 3, va).setIdentity();
    } else {
      s.T(ours.v_start, va) = 1;
    }
  }
  s.v = s.T * qvel;
  return s;
}

double MaxAbs(const MatrixXd& m) {
  return m.size() == 0 ? 0 : m.cwiseAbs().maxCoeff();
}

void CheckPoses(const Case& c, const Json& state,
                const PositionKinematics& position) {
  for (std::size_t b = 1; b < c.truth["bodies"].size(); ++b) {
    const std::string name = c.truth["bodies"][b]["name"];
    const auto ours = static_cast<std::size_t>(
        name == "world" ? 0 : c.model->BodyIndex(name));
    const RigidTransform X_WB =
        test::ToPose(state["xpos"][b], state["xquat"][b]);
    INFO(name);
    CHECK(MaxAbs(position.X_WB[ours].matrix() - X_WB.matrix()) < kTolerance);
  }
}

// The rotors' inertia is not in MuJoCo's numbers.
MatrixXd CalcMassMatrixWithoutArmature(const Model& model,
                                       const PositionKinematics& position) {
  MatrixXd M = CalcMassMatrix(model, position);
  for (const Joint& joint : model.joints()) {
    M.diagonal().segment(joint.v_start, joint.nv()).array() -= joint.armature;
  }
  return M;
}

void CheckState(const Case& c, const Json& state) {
  const Model& model = *c.model;
  const State s = Convert(c, state);
  PositionKinematics position;
  VelocityKinematics velocity;
  CalcPositionKinematics(model, s.q, &position);
  CalcVelocityKinematics(model, position, s.v, &velocity);
  CheckPoses(c, state, position);

  const MatrixXd M = CalcMassMatrixWithoutArmature(model, position);
  const MatrixXd true_M =
      s.T * test::ToMassMatrix(state, static_cast<int>(M.rows())) *
      s.T.transpose();
  CHECK(MaxAbs(M - true_M) <= kTolerance * MaxAbs(true_M));

  VectorXd bias;
  CalcBias(model, position, velocity, &bias);
  const VectorXd true_bias = s.T * ToVector(state["bias"]);
  CHECK(MaxAbs(bias - true_bias) <=
        kTolerance * std::max(1.0, MaxAbs(true_bias)));

  // M vdot = -bias, to the residual that the condition of M allows.
  const VectorXd vdot = s.T * ToVector(state["qacc_rigid"]);
  CHECK(MaxAbs(M * vdot + bias) <=
        kTolerance * (1 + MaxAbs(bias) + MaxAbs(M) * MaxAbs(vdot)));
}

void CheckModel(const std::filesystem::path& models, const Json& truth,
                UrdfOptions options) {
  options.weld_root = truth["urdf_floating_root"].is_null();
  const Case c{truth, Load(models / truth["file"].get<std::string>(), options)};
  int nv = 0;
  for (const Json& joint : truth["joints"]) nv += c.JointOf(joint).nv();
  REQUIRE(c.model->num_velocities() == nv);
  for (const Json& joint : truth["joints"]) {
    const Joint& ours = c.JointOf(joint);
    CHECK(ours.damping == joint["damping"].get<double>());
    CHECK(ours.dry_friction == joint["frictionloss"].get<double>());
  }
  for (const Json& state : truth["states"]) {
    INFO(state["name"]);
    CheckState(c, state);
  }
}

// How many models were compared.
int CompareAll(const std::filesystem::path& models) {
  int num_compared = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(models / "truth")) {
    if (entry.path().extension() != ".json") continue;
    const Json truth = test::ReadTruth(entry.path());
    const std::string file = truth["file"];
    if (!file.ends_with(".urdf") || kUnphysical.contains(file)) continue;
    INFO(file);
    CheckModel(models, truth,
               {.skip_missing_meshes = kIncomplete.contains(file)});
    ++num_compared;
  }
  return num_compared;
}

TEST_CASE("URDF: files that MuJoCo has read, too -> MuJoCo's dynamics") {
  CHECK(CompareAll(tactus::test::OracleDirectory()) == 4);
  if (!tactus::test::HasShared("models/truth")) return;
  CHECK(CompareAll(tactus::test::SharedDirectory() / "models") == 27);
}

TEST_CASE("URDF: all files of the shared models -> load, or fail as is known") {
  if (!tactus::test::HasShared("models/models.json")) return;
  const auto models = tactus::test::SharedDirectory() / "models";
  const Json index = test::ReadTruth(models / "models.json");
  int num_loaded = 0;
  for (const Json& entry : index) {
    const std::string file = entry["file"];
    if (!file.ends_with(".urdf")) continue;
    INFO(file);
    if (kUnphysical.contains(file)) {
      CHECK_THROWS_WITH(Load(models / file, {.fix_inertia = false}),
                        Catch::Contains(kUnphysical.at(file)) &&
                            Catch::Contains("triangle inequality"));
      CHECK_NOTHROW(Load(models / file, {}));
    } else if (kIncomplete.contains(file)) {
      CHECK_THROWS_WITH(Load(models / file, {}),
                        Catch::Contains(kIncomplete.at(file)));
      CHECK_NOTHROW(Load(models / file, {.skip_missing_meshes = true}));
    } else {
      CHECK_NOTHROW(Load(models / file, {}));
      ++num_loaded;
    }
  }
  CHECK(num_loaded == 38);
}

}  // namespace
}  // namespace tactus::multibody
