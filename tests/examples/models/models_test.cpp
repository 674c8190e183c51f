#include "tactus/examples/models/models.h"

#include <cmath>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "multibody/truth_model.h"
#include "support/source_folder.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::examples {
namespace {

using Catch::Contains;
using multibody::Model;
using multibody::PositionKinematics;
using multibody::VelocityKinematics;

constexpr double kGravity = 9.81;

std::shared_ptr<const Model> Build(std::string_view name) {
  multibody::ModelBuilder builder;
  AddModel(name, &builder);
  return std::move(builder).Build();
}

MatrixXd MassMatrix(const Model& model, const VectorXd& q) {
  PositionKinematics position;
  multibody::CalcPositionKinematics(model, q, &position);
  return multibody::CalcMassMatrix(model, position);
}

VectorXd Bias(const Model& model, const VectorXd& q, const VectorXd& v) {
  PositionKinematics position;
  VelocityKinematics velocity;
  VectorXd bias;
  multibody::CalcPositionKinematics(model, q, &position);
  multibody::CalcVelocityKinematics(model, position, v, &velocity);
  multibody::CalcBias(model, position, velocity, &bias);
  return bias;
}

TEST_CASE("ModelFiles: each name -> the text of its file") {
  std::set<std::string> names;
  for (const ModelFile& file : ModelFiles()) {
    INFO(file.name);
    std::ifstream in(tactus::test::SourceFolder() / "examples/models" /
                     std::string(file.name));
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    CHECK_FALSE(text.empty());
    CHECK(file.text == text);
    CHECK(ModelText(file.name) == text);
    names.insert(std::string(file.name));
  }
  CHECK(names.contains("panda.xml"));
  CHECK(names.contains("quadrotor.xml"));
  CHECK_THROWS_WITH(ModelText("puma.xml"),
                    Contains("'puma.xml'") && Contains("acrobot.xml"));
}

TEST_CASE("ParseMjcf: each model, strictly -> all of its physics is taken") {
  for (const ModelFile& file : ModelFiles()) {
    INFO(file.name);
    multibody::ModelBuilder builder;
    const multibody::ImportReport report = multibody::ParseMjcf(
        file.text, std::string(file.name), {.strict = true}, &builder);
    CHECK(report.CountPhysics() == 0);
    CHECK_NOTHROW(std::move(builder).Build());
  }
}

// X_ii' = rot(x, alpha) trans(x, a) rot(z, q) trans(z, d), Craig's convention.
RigidTransform DenavitHartenberg(const VectorXd& q) {
  constexpr double kA[] = {0, 0, 0, 0.0825, -0.0825, 0, 0.088};
  constexpr double kD[] = {0.333, 0, 0.316, 0, 0.384, 0, 0};
  constexpr int kQuarters[] = {0, -1, 1, 1, -1, 1, 1};
  RigidTransform X = RigidTransform::Identity();
  for (int i = 0; i < 7; ++i) {
    X.rotate(Eigen::AngleAxisd(kQuarters[i] * M_PI / 2, Vector3d::UnitX()));
    X.translate(Vector3d(kA[i], 0, 0));
    X.rotate(Eigen::AngleAxisd(q[i], Vector3d::UnitZ()));
    X.translate(Vector3d(0, 0, kD[i]));
  }
  X.translate(Vector3d(0, 0, 0.107));
  X.rotate(Eigen::AngleAxisd(-M_PI / 4, Vector3d::UnitZ()));
  return X;
}

TEST_CASE(
    "Panda: joint positions -> the hand where Denavit and Hartenberg put it") {
  const auto model = Build("panda.xml");
  VectorXd q = VectorXd::Zero(9);
  for (int k = 0; k < 5; ++k) {
    for (int i = 0; i < 7; ++i) q[i] = std::sin(1 + 3 * i + 7 * k);
    PositionKinematics position;
    multibody::CalcPositionKinematics(*model, q, &position);
    const RigidTransform& X_WH = position.X_WB[model->BodyIndex("hand")];
    CHECK((X_WH.matrix() - DenavitHartenberg(q).matrix()).norm() < 1e-9);
  }
}

VectorXd Armature(const Model& model) {
  VectorXd armature(model.num_velocities());
  for (const multibody::Joint& joint : model.joints())
    armature.segment(joint.v_start, joint.nv()).setConstant(joint.armature);
  return armature;
}

// But for the motors' rotors, of which the other file knows nothing.
TEST_CASE(
    "Panda: beside the menagerie's model of it -> the same masses and weight") {
  const std::string file = "models/truth/menagerie_panda.json";
  if (!tactus::test::HasShared(file)) return;
  const auto truth =
      multibody::test::ReadTruth(tactus::test::SharedDirectory() / file);
  const auto model = Build("panda.xml");
  REQUIRE(model->num_velocities() == 9);
  VectorXd armature = Armature(*model);
  for (int i = 0; i < 9; ++i) {
    armature[i] -= truth["joints"][i]["armature"].get<double>();
    const multibody::Joint& joint = model->joints()[model->JointIndex(
        truth["joints"][i]["name"].get<std::string>())];
    CHECK(joint.v_start == i);
    CHECK(joint.lower == truth["joints"][i]["range"][0].get<double>());
    CHECK(joint.upper == truth["joints"][i]["range"][1].get<double>());
  }
  for (const auto& state : truth["states"]) {
    const VectorXd q = multibody::test::ToVector(state["qpos"]);
    const VectorXd v = multibody::test::ToVector(state["qvel"]);
    const MatrixXd M = multibody::test::ToMassMatrix(state, 9);
    CHECK((MassMatrix(*model, q) - MatrixXd(armature.asDiagonal()) - M)
              .cwiseAbs()
              .maxCoeff() < 1e-6);
    const VectorXd bias = multibody::test::ToVector(state["bias"]);
    CHECK((Bias(*model, q, v) - bias).cwiseAbs().maxCoeff() < 1e-4);
  }
}

TEST_CASE("Panda: at home -> nothing touches, until the fingers close") {
  const auto model = Build("panda.xml");
  const auto engine = multibody::MakeCollisionEngine(*model);
  REQUIRE(model->keyframes().size() == 1);
  PositionKinematics position;
  contact::ContactSet contacts;
  multibody::CalcPositionKinematics(*model, model->keyframes()[0].q, &position);
  engine->FindContacts(position.X_WB, &contacts);
  CHECK(contacts.points.empty());
  // The pads meet where the finger joints are at zero.
  VectorXd q = model->keyframes()[0].q;
  q.tail(2).setConstant(-1e-4);
  multibody::CalcPositionKinematics(*model, q, &position);
  engine->FindContacts(position.X_WB, &contacts);
  REQUIRE(contacts.manifolds.size() == 1);
  CHECK(contacts.points[0].depth == Approx(2e-4));
}

// With I1, I2 about the joints: M11 = I1 + I2 + m2 l1^2 + 2 m2 l1 lc2 c2,
// M12 = I2 + m2 l1 lc2 c2, M22 = I2.
TEST_CASE("Acrobot: its mass matrix and bias -> the textbook's equations") {
  const auto model = Build("acrobot.xml");
  const double I1 = 0.083 + 0.25, I2 = 0.33 + 1;
  for (const auto& [q1, q2] : {std::pair(0.3, 0.8), std::pair(2.5, -1.2)}) {
    const double c2 = std::cos(q2), s2 = std::sin(q2);
    MatrixXd M(2, 2);
    M << I1 + I2 + 1 + 2 * c2, I2 + c2, I2 + c2, I2;
    CHECK((MassMatrix(*model, Vector2d(q1, q2)) - M).norm() < 1e-12);
    const double v1 = 0.7, v2 = -0.4;
    const double lower = kGravity * std::sin(q1 + q2);
    const Vector2d bias(-2 * s2 * v2 * v1 - s2 * v2 * v2 +
                            kGravity * 1.5 * std::sin(q1) + lower,
                        s2 * v1 * v1 + lower);
    CHECK((Bias(*model, Vector2d(q1, q2), Vector2d(v1, v2)) - bias).norm() <
          1e-11);
  }
}

TEST_CASE("Cart-pole: its mass matrix and bias -> the textbook's equations") {
  const auto model = Build("cart_pole.xml");
  const double theta = 0.6, rate = 1.3, m = 1, l = 0.5;
  const double c = std::cos(theta), s = std::sin(theta);
  MatrixXd M(2, 2);
  M << 10 + m, m * l * c, m * l * c, m * l * l;
  const Vector2d bias(-m * l * s * rate * rate, m * kGravity * l * s);
  // The ball at the end of the pole has an inertia of 1e-6 kg m^2.
  CHECK((MassMatrix(*model, Vector2d(0.4, theta)) - M).norm() < 2e-6);
  CHECK(
      (Bias(*model, Vector2d(0.4, theta), Vector2d(-0.2, rate)) - bias).norm() <
      1e-12);
}

TEST_CASE("Quadrotor: four rotors -> pure thrust in sum") {
  const auto model = Build("quadrotor.xml");
  REQUIRE(model->num_actuators() == 4);
  Vector6d total = Vector6d::Zero();
  const Vector3d thrusts[] = {
      {0.15, 0, -1}, {0, 0.15, 1}, {-0.15, 0, -1}, {0, -0.15, 1}};
  for (int i = 0; i < 4; ++i) {
    const multibody::Actuator& rotor = model->actuators()[i];
    CHECK((rotor.X_BS.translation().head<2>() - thrusts[i].head<2>()).norm() <
          1e-15);
    CHECK(rotor.wrench_S[2] == 0.0245 * thrusts[i].z());
    CHECK(rotor.wrench_S[5] == 1);
    total += rotor.wrench_S;
  }
  CHECK(total.head<5>().norm() < 1e-15);
  CHECK(model->bodies()[1].inertia.mass == 0.775);
}

}  // namespace
}  // namespace tactus::examples
