#include <map>
#include <memory>

#include "multibody/importers/mjcf/truth_case.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/fluid_forces.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/tendon_path.h"

// Real files against MuJoCo 3.14.
namespace tactus::multibody {
namespace {

using nlohmann::json;
using truth::BiasScale;
using truth::Case;
using truth::Convert;
using truth::kUnnamed;
using truth::Load;
using truth::MassMatrixOf;
using truth::MaxAbs;
using truth::State;
using truth::ToRotation;
using truth::ToVector;

constexpr double kTolerance = 1e-10;  // Relative.
void CheckDynamics(const Case& c, const json& state) {
  const State s = Convert(c, state);
  PositionKinematics position;
  VelocityKinematics velocity;
  CalcPositionKinematics(*c.model, s.q, &position);
  CalcVelocityKinematics(*c.model, position, s.v, &velocity);

  const MatrixXd M = s.T * MassMatrixOf(state) * s.T.transpose();
  CHECK(MaxAbs(CalcMassMatrix(*c.model, position) - M) <=
        kTolerance * MaxAbs(M));

  VectorXd bias;
  CalcBias(*c.model, position, velocity, &bias);
  const VectorXd true_bias = s.T * ToVector(state["bias"]);
  CHECK(MaxAbs(bias - true_bias) <= kTolerance * BiasScale(c));

  for (size_t b = 1; b < c.truth["bodies"].size(); ++b) {
    const size_t ours = static_cast<size_t>(c.BodyOf(static_cast<int>(b)));
    const RigidTransform& X_WB = position.X_WB[ours];
    const VectorXd p_WB = ToVector(state["xpos"][b]);
    CHECK((X_WB.translation() - p_WB).norm() <=
          kTolerance * std::max(1.0, p_WB.norm()));
    CHECK(MaxAbs(X_WB.linear() - ToRotation(ToVector(state["xquat"][b]))) <=
          kTolerance);
    const VectorXd V_WB = ToVector(state["bodyvel"][b]);
    CHECK(MaxAbs(velocity.V_WB[ours] - V_WB) <=
          kTolerance * std::max(1.0, MaxAbs(V_WB)));
  }
}

void AddAllFluidForces(const Case& c, const State& s, VectorXd* tau) {
  PositionKinematics position;
  VelocityKinematics velocity;
  CalcPositionKinematics(*c.model, s.q, &position);
  CalcVelocityKinematics(*c.model, position, s.v, &velocity);
  FluidForces fluid(*c.model);
  for (const auto& part : fluid.Calc(position, velocity))
    AddPartForce(*c.model, position, part, tau);
}

// Springs, dampers and the fluid.
void CheckPassiveForces(const Case& c, const json& state) {
  const State s = Convert(c, state);
  VectorXd tau = VectorXd::Zero(s.v.size());
  AddJointSpringForces(*c.model, s.q, &tau);
  AddJointDampingForces(*c.model, s.v, &tau);
  AddTendonForces(*c.model, s.q, s.v, &tau);
  AddAllFluidForces(c, s, &tau);
  const VectorXd expected = s.T * ToVector(state["qfrc_passive"]);
  CHECK(MaxAbs(tau - expected) <= kTolerance * std::max(1.0, MaxAbs(expected)));
}

// What Actuator's comment says; q and v are a tendon's length and its rate,
// too.
double CalcActuatorForce(const Actuator& a, double u, double q, double v) {
  const double control = std::clamp(u, a.control_lower, a.control_upper);
  const double l = a.body < 0 ? a.gear * q : 0;
  const double l_dot = a.body < 0 ? a.gear * v : 0;
  if (a.muscle) {
    const MuscleForce at = CalcMuscleForce(*a.muscle, l, l_dot);
    return std::clamp(at.gain * control + at.bias, a.force_lower,
                      a.force_upper);
  }
  return std::clamp(a.gain * control + a.bias0 + a.bias1 * l + a.bias2 * l_dot,
                    a.force_lower, a.force_upper);
}

VectorXd CalcActuation(const Model& model, const State& s, const VectorXd& u) {
  PositionKinematics position;
  CalcPositionKinematics(model, s.q, &position);
  VectorXd tau = VectorXd::Zero(model.num_velocities());
  for (int i = 0; i < model.num_actuators(); ++i) {
    const Actuator& a = model.actuators()[static_cast<size_t>(i)];
    const bool has_activation =
        a.activation.dynamics != Activation::Dynamics::kNone;
    const double control = has_activation ? 0 : u[i];
    if (a.joint >= 0) {
      const Joint& joint = model.joints()[static_cast<size_t>(a.joint)];
      tau[joint.v_start] +=
          a.gear *
          CalcActuatorForce(a, control, s.q[joint.q_start], s.v[joint.v_start]);
      continue;
    }
    if (a.tendon >= 0) {
      const Tendon& tendon = model.tendons()[static_cast<size_t>(a.tendon)];
      TendonKinematics at;
      CalcTendon(model, position, tendon, s.q, &at);
      double rate = 0;
      for (const auto& [dof, coefficient] : at.terms)
        rate += coefficient * s.v[dof];
      const double f = a.gear * CalcActuatorForce(a, control, at.length, rate);
      for (const auto& [dof, coefficient] : at.terms)
        tau[dof] += coefficient * f;
      continue;
    }
    const RigidTransform& X_WB = position.X_WB[static_cast<size_t>(a.body)];
    const RigidTransform X_WS = X_WB * a.X_BS;
    const double f = CalcActuatorForce(a, control, 0, 0);
    const Vector3d force = X_WS.linear() * a.wrench_S.tail<3>() * f;
    const Vector3d arm = X_WS.translation() - X_WB.translation();
    Vector6d wrench;  // About Bo, in W.
    wrench << X_WS.linear() * a.wrench_S.head<3>() * f + arm.cross(force),
        force;
    Matrix6Xd J;
    CalcBodyJacobian(model, position, a.body, &J);
    const Tree& tree = model.trees()[static_cast<size_t>(
        model.bodies()[static_cast<size_t>(a.body)].tree)];
    tau.segment(tree.v_start, tree.nv) += J.transpose() * wrench;
  }
  return tau;
}

// The first `num_actuators` are taken over, and on the first `num_dofs`
// velocities (MuJoCo's) no other acts.
void CheckActuation(const Case& c, const json& state, int num_actuators,
                    int num_dofs) {
  const State s = Convert(c, state);
  REQUIRE(c.model->num_actuators() == num_actuators);
  const VectorXd u = ToVector(state["ctrl"]).head(num_actuators);
  const VectorXd tau = s.T.transpose() * CalcActuation(*c.model, s, u);
  const VectorXd expected = ToVector(state["qfrc_actuator"]);
  CHECK(MaxAbs((tau - expected).head(num_dofs)) <=
        kTolerance * std::max(1.0, MaxAbs(expected)));
}

void CheckKeyframe(const Case& c, const json& state) {
  const std::string name = state["name"];
  if (name.rfind("key0:", 0) != 0) return;
  if (name.substr(5) == kUnnamed) {
    // Not in the file: <size nkey> makes MuJoCo add keyframes of its own.
    CHECK(c.model->keyframes().empty());
    return;
  }
  const State s = Convert(c, state);
  REQUIRE(!c.model->keyframes().empty());
  const Keyframe& keyframe = c.model->keyframes()[0];
  CHECK(keyframe.name == name.substr(5));
  CHECK(MaxAbs(keyframe.q - s.q) <= kTolerance);
  const int num_actuators = c.model->num_actuators();
  CHECK(keyframe.u == ToVector(state["ctrl"]).head(num_actuators));
}

void CheckJoints(const Case& c) {
  for (size_t i = 0; i < c.joint.size(); ++i) {
    const json& theirs = c.truth["joints"][i];
    const Joint& ours = c.model->joints()[static_cast<size_t>(c.joint[i])];
    INFO(ours.name);
    CHECK(ours.damping == theirs["damping"].get<double>());
    CHECK(ours.armature == theirs["armature"].get<double>());
    if (ours.nv() != 1) continue;  // Springs of ball joints are left out.
    CHECK(ours.stiffness == theirs["stiffness"].get<double>());
    const bool limited = theirs["limited"];
    CHECK(std::isfinite(ours.lower) == limited);
    if (!limited) continue;
    CHECK(ours.lower ==
          Approx(theirs["range"][0].get<double>()).epsilon(1e-14));
    CHECK(ours.upper ==
          Approx(theirs["range"][1].get<double>()).epsilon(1e-14));
  }
}

// The size as MuJoCo writes it; nothing for planes and meshes.
std::optional<Vector3d> ToMuJoCoSize(const contact::Shape& shape) {
  using namespace contact;
  if (const auto* s = std::get_if<Sphere>(&shape))
    return Vector3d(s->radius, 0, 0);
  if (const auto* s = std::get_if<Capsule>(&shape)) {
    return Vector3d(s->radius, s->half_length, 0);
  }
  if (const auto* s = std::get_if<Cylinder>(&shape)) {
    return Vector3d(s->radius, s->half_length, 0);
  }
  if (const auto* s = std::get_if<Box>(&shape)) return s->half_extents;
  if (const auto* s = std::get_if<Ellipsoid>(&shape)) return s->radii;
  return std::nullopt;
}

// MuJoCo places a mesh by its principal axes, so only primitives are compared.
void CheckGeometry(const Case& c) {
  REQUIRE(c.model->geometries().size() == c.truth["geoms"].size());
  for (size_t i = 0; i < c.model->geometries().size(); ++i) {
    const contact::Geometry& ours = c.model->geometries()[i];
    const json& theirs = c.truth["geoms"][i];
    INFO(ours.name);
    CHECK(ours.body == c.BodyOf(theirs["body"]));
    CHECK(static_cast<int>(ours.contype) == theirs["contype"].get<int>());
    CHECK(static_cast<int>(ours.conaffinity) ==
          theirs["conaffinity"].get<int>());
    CHECK(ours.material.priority == theirs["priority"].get<int>());
    CHECK(ours.material.condim == theirs["condim"].get<int>());
    const json& friction = theirs["friction"];
    CHECK(ours.material.static_friction == friction[0].get<double>());
    CHECK(ours.material.torsional_friction == friction[1].get<double>());
    CHECK(ours.material.rolling_friction == friction[2].get<double>());
    const auto size = ToMuJoCoSize(ours.shape);
    CHECK(size.has_value() ==
          (theirs["type"] != "mesh" && theirs["type"] != "plane"));
    if (!size) continue;
    CHECK(MaxAbs(*size - ToVector(theirs["size"])) < 1e-12);
    CHECK(MaxAbs(ours.X_BG.translation() - ToVector(theirs["pos"])) < 1e-12);
    CHECK(MaxAbs(ours.X_BG.linear() - ToRotation(ToVector(theirs["quat"]))) <
          1e-12);
  }
}

void CheckAll(const Case& c) {
  CheckJoints(c);
  CheckGeometry(c);
  for (const json& state : c.truth["states"]) {
    INFO(state["name"].get<std::string>());
    CheckDynamics(c, state);
    CheckKeyframe(c, state);
  }
}

bool HasTruth() {
  return tactus::test::HasShared("models/truth");
}

TEST_CASE(
    "MJCF: eight robots of Menagerie and Gym -> MuJoCo's dynamics, forces") {
  const std::string name = GENERATE(
      "menagerie_spot", "menagerie_a1", "menagerie_ur5e", "menagerie_iiwa14",
      "gym_ant", "gym_half_cheetah", "gym_hopper", "gym_humanoid");
  if (!tactus::test::FindModels(name)) return;
  DYNAMIC_SECTION(name) {
    const Case c = Load(name);
    CheckAll(c);
    for (const json& state : c.truth["states"]) {
      CheckPassiveForces(c, state);
      CheckActuation(c, state, c.truth["counts"]["nu"],
                     c.truth["counts"]["nv"]);
    }
  }
}

// Ball joints, replicas, attached and included files, meshes, slides with
// references and more, whose other forces are not MuJoCo's: springs of ball
// joints, tendons, air.
TEST_CASE("MJCF: a cube, humanoids and other models -> MuJoCo's dynamics") {
  const std::string name =
      GENERATE("mj_cube_3x3x3", "mj_newton_cradle", "mj_humanoid", "mj_arm26",
               "dmc_cheetah", "dmc_walker", "dmc_manipulator", "dmc_acrobot",
               "gym_reacher", "gym_inverted_pendulum", "menagerie_leap_right",
               "menagerie_robotiq_2f85", "aloha_drawer", "mj_humanoid100",
               "mjw_three_humanoids", "dmc_quadruped", "dmc_fish", "mj_car",
               "menagerie_g1", "mj_dominos", "mj_cylinder_box", "mj_inertia",
               "mj_slider_crank", "aloha_dish_rack");
  if (!tactus::test::FindModels(name)) return;
  DYNAMIC_SECTION(name) {
    const Case c = Load(name);
    CheckJoints(c);
    for (const json& state : c.truth["states"]) CheckDynamics(c, state);
  }
}

// Servos and motors on tendons over two joints. (Those of MuJoCo's car meet the
// actuatorfrcrange of its joints, which is reported.)
TEST_CASE("MJCF: actuators on tendons -> MuJoCo's forces") {
  if (!HasTruth()) return;
  const std::string name =
      GENERATE("menagerie_robotiq_2f85", "dmc_manipulator", "dmc_fish");
  DYNAMIC_SECTION(name) {
    const Case c = Load(name);
    CHECK(std::ranges::any_of(c.model->actuators(),
                              [](const Actuator& a) { return a.tendon >= 0; }));
    for (const json& state : c.truth["states"]) {
      CheckActuation(c, state, c.truth["counts"]["nu"],
                     c.truth["counts"]["nv"]);
    }
  }
}

// Sliders in the world and on a link, and a rod that is too short to reach.
TEST_CASE("MJCF: slider-cranks -> MuJoCo's forces on their cranks") {
  if (!tactus::test::FindModels("mj_slider_crank")) return;
  const Case c = Load("mj_slider_crank");
  CHECK(c.report.CountPhysics() == 0);
  for (const json& state : c.truth["states"]) CheckActuation(c, state, 3, 3);
}

// Its last actuator pulls at a tendon between the fingers.
TEST_CASE("MJCF: Panda with its tendon -> MuJoCo's dynamics and forces") {
  if (!HasTruth()) return;
  const Case c = Load("menagerie_panda");
  CheckAll(c);
  for (const json& state : c.truth["states"]) {
    CheckPassiveForces(c, state);
    CheckActuation(c, state, 8, 9);
  }
  // Solref and solimp of the fingers' coupler.
  CHECK(c.report.CountPhysics() == 2);
  REQUIRE(c.model->couplers().size() == 1);
  const JointCoupler& coupler = c.model->couplers()[0];
  CHECK(c.model->joints()[coupler.joint_a].name == "finger_joint1");
  CHECK(c.model->joints()[coupler.joint_b].name == "finger_joint2");
  CHECK(c.model->tendons().size() == 1);
  CHECK(c.model->actuators()[7].tendon == 0);
}

// A motor pulls on a path around a geom with a side site; of another, which
// acts early, the joint is left out.
TEST_CASE("MJCF: a spatial tendon around a geom -> MuJoCo's forces") {
  if (!tactus::test::FindModels("mj_testdata_model")) return;
  constexpr int kEarly = 12;
  const Case c = Load("mj_testdata_model");
  REQUIRE(c.model->num_actuators() == 10);
  for (const json& state : c.truth["states"]) {
    const State s = Convert(c, state);
    const VectorXd u = ToVector(state["ctrl"]);
    VectorXd tau = s.T.transpose() * CalcActuation(*c.model, s, u);
    VectorXd expected = ToVector(state["qfrc_actuator"]);
    tau[kEarly] = expected[kEarly] = 0;
    CHECK(MaxAbs(tau - expected) <=
          kTolerance * std::max(1.0, MaxAbs(expected)));
  }
}

// MuJoCo finds length ranges by pulling at limits that give a little.
TEST_CASE("MJCF: an arm's muscles -> MuJoCo's forces, to a few percent") {
  if (!tactus::test::FindModels("mj_arm26")) return;
  const Case c = Load("mj_arm26");
  CHECK(c.model->tendons().size() == 6);
  REQUIRE(c.model->num_actuators() == 6);
  for (const json& state : c.truth["states"]) {
    const State s = Convert(c, state);
    const VectorXd u = ToVector(state["ctrl"]);
    const VectorXd tau = s.T.transpose() * CalcActuation(*c.model, s, u);
    const VectorXd expected = ToVector(state["qfrc_actuator"]);
    CHECK(MaxAbs(tau - expected) <= 0.05 * MaxAbs(expected) + 0.01);
  }
}

// It flies in air.
TEST_CASE("MJCF: Skydio X2 -> MuJoCo's dynamics, thrusts and drag") {
  if (!HasTruth()) return;
  const Case c = Load("menagerie_skydio_x2");
  CheckAll(c);
  for (const json& state : c.truth["states"]) {
    CheckActuation(c, state, 4, 6);
    CheckPassiveForces(c, state);
  }
  CHECK(c.report.CountPhysics() == 0);
  CHECK(c.model->fluid().density == 1.225);
}

TEST_CASE("MJCF: a fish in water -> MuJoCo's passive forces") {
  if (!HasTruth()) return;
  const Case c = Load("dmc_fish");
  CHECK(c.model->fluid().density == 5000);
  for (const json& state : c.truth["states"]) CheckPassiveForces(c, state);
}

}  // namespace
}  // namespace tactus::multibody
