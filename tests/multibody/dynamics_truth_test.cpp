#include <algorithm>
#include <string>
#include <vector>

#include "multibody/truth_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"

// Every robot of the oracle files against MuJoCo.
namespace tactus::multibody {
namespace {

using test::Json;
using test::ToMatrix;
using test::ToVector;

constexpr double kTolerance = 1e-10;

// Largest entry of (A - B)_ij / sqrt(B_ii B_jj).
double CompareMassMatrices(const MatrixXd& A, const MatrixXd& B) {
  const VectorXd scale = B.diagonal().cwiseSqrt().cwiseInverse();
  return (scale.asDiagonal() * (A - B) * scale.asDiagonal())
      .cwiseAbs()
      .maxCoeff();
}

double RelativeError(const VectorXd& a, const VectorXd& b) {
  return (a - b).norm() / std::max(1.0, b.norm());
}

int FindBody(const Model& model, const Json& truth, std::size_t b) {
  return model.BodyIndex(std::to_string(b) + ":" +
                         truth["bodies"][b]["name"].get<std::string>());
}

void CheckBodies(const Json& truth, const Json& state, const Model& model,
                 const PositionKinematics& position,
                 const VelocityKinematics& velocity) {
  for (std::size_t b = 1; b < truth["bodies"].size(); ++b) {
    const int body = FindBody(model, truth, b);
    const RigidTransform X_WB =
        test::ToPose(state["xpos"][b], state["xquat"][b]);
    CHECK((position.X_WB[body].matrix() - X_WB.matrix()).norm() < kTolerance);
    CHECK(RelativeError(velocity.V_WB[body], ToVector(state["bodyvel"][b])) <
          kTolerance);
  }
  CHECK(RelativeError(CalcCenterOfMass(model, position),
                      ToVector(state["subtree_com0"])) < kTolerance);
}

void CheckJacobian(const Json& truth, const Json& state, const Model& model,
                   const PositionKinematics& position, const MatrixXd& T) {
  const Json& expected = state["jac_last_body"];
  const int body = FindBody(model, truth, expected["body"].get<std::size_t>());
  MatrixXd J = MatrixXd::Zero(6, model.num_velocities());
  if (model.bodies()[body].tree >= 0) {
    const Tree& tree = model.trees()[model.bodies()[body].tree];
    Matrix6Xd J_tree;
    CalcBodyJacobian(model, position, body, &J_tree);
    J.middleCols(tree.v_start, tree.nv) = J_tree;
  }
  J = J * T;
  CHECK((J.topRows<3>() - ToMatrix(expected["jacr"])).norm() < kTolerance);
  CHECK((J.bottomRows<3>() - ToMatrix(expected["jacp"])).norm() < kTolerance);
}

void CheckDynamics(const Json& state, const Model& model,
                   const PositionKinematics& position,
                   const VelocityKinematics& velocity,
                   const test::TruthState& s) {
  const MatrixXd M_own = CalcMassMatrix(model, position);
  const MatrixXd M = s.T.transpose() * M_own * s.T;
  CHECK(CompareMassMatrices(M, test::ToMassMatrix(state, M.rows())) <
        kTolerance);

  VectorXd bias;
  CalcBias(model, position, velocity, &bias);
  CHECK(RelativeError(s.T.transpose() * bias, ToVector(state["bias"])) <
        kTolerance);
  CHECK(CalcKineticEnergy(model, position, velocity, s.v) ==
        Approx(state["kinetic_energy"].get<double>()).epsilon(kTolerance));
  CHECK(CalcPotentialEnergy(model, position, s.q) ==
        Approx(state["gravity_potential"].get<double>())
            .epsilon(kTolerance)
            .margin(1e-10));

  // M vdot = -k to the residual of a linear system, not of its solution.
  if (!state.contains("qacc_rigid")) return;
  const VectorXd vdot = s.T * ToVector(state["qacc_rigid"]);
  VectorXd tau;
  CalcInverseDynamics(model, position, velocity, vdot, {}, &tau);
  CHECK(tau.norm() <
        kTolerance * (1 + bias.norm() + M_own.norm() * vdot.norm()));
}

void CheckState(const Json& truth, const Json& state, const Model& model) {
  const test::TruthState s = test::MakeTruthState(truth, state, model);
  PositionKinematics position;
  VelocityKinematics velocity;
  CalcPositionKinematics(model, s.q, &position);
  CalcVelocityKinematics(model, position, s.v, &velocity);
  CheckBodies(truth, state, model, position, velocity);
  CheckDynamics(state, model, position, velocity, s);
  if (state.contains("jac_last_body")) {
    CheckJacobian(truth, state, model, position, s.T);
  }
}

// What these files say cannot be said of a Model.
const std::vector<std::string> kNotOurs = {
    "mj_22_humanoids",    // Too big for the file to list bodies.
    "mj_2humanoid100",    //
    "mj_particle",        //
    "mj_testdata_model",  // A tendon with armature.
    "dmc_fish",           // Gravity switched off by a flag.
};

// How many models were compared.
int CompareAll(const std::filesystem::path& models) {
  int num_compared = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(models / "truth")) {
    const std::string name = entry.path().stem();
    if (entry.path().extension() != ".json") continue;
    if (std::ranges::find(kNotOurs, name) != kNotOurs.end()) continue;
    INFO(name);
    const Json truth = test::ReadTruth(entry.path());
    if (name == "bullet_xarm6") {
      CHECK_THROWS_WITH(
          test::MakeTruthModel(truth),
          Catch::Contains("3:link2") && Catch::Contains("triangle inequality"));
      continue;
    }
    const std::shared_ptr<const Model> model = test::MakeTruthModel(truth);
    for (const Json& state : truth["states"]) {
      INFO(state["name"]);
      CheckState(truth, state, *model);
    }
    ++num_compared;
  }
  return num_compared;
}

TEST_CASE("Kinematics and dynamics: all oracle files -> MuJoCo's numbers") {
  CHECK(CompareAll(tactus::test::OracleDirectory()) == 10);
  if (!tactus::test::HasShared("models/truth")) return;
  CHECK(CompareAll(tactus::test::SharedDirectory() / "models") == 72);
}

}  // namespace
}  // namespace tactus::multibody
