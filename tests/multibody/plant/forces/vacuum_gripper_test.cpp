#include "tactus/multibody/plant/forces/vacuum_gripper.h"

#include <cmath>

#include "multibody/plant/forces/force_scene.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using Scene = test::ForceScene<VacuumGripper>;

constexpr SuctionLaw kLaw{.max_force = 30, .decay_length = 0.004, .range = 0.1};
const VacuumGripperParameters kParameters{.law = kLaw};

int AddSolid(ModelBuilder* builder, const std::string& name,
             const contact::Shape& shape, std::uint32_t contype = 1) {
  const int body = builder->AddBody(
      name, MakeSolidInertia(shape, 1000, RigidTransform::Identity()));
  builder->AddGeometry({.name = name,
                        .body = body,
                        .shape = shape,
                        .material = {},
                        .contype = contype,
                        .conaffinity = contype});
  return body;
}

/// A free tool with a cup, then a box of 0.2 x 0.2 x 0.1 m; also a ghost that
/// collides with nothing, and a floor.
std::shared_ptr<const Model> MakeToolAndBox() {
  ModelBuilder builder;
  AddSolid(&builder, "tool", contact::Sphere{0.02});
  AddSolid(&builder, "box", contact::Box{{0.1, 0.1, 0.05}});
  AddSolid(&builder, "ghost", contact::Box{{0.1, 0.1, 0.05}}, 0);
  builder.AddGeometry(
      {.name = "floor", .shape = contact::HalfSpace{}, .material = {}});
  return std::move(builder).Build();
}

const std::vector<SuctionCup> kCup = {
    {.body = "tool", .p_BoM_B = {0, 0, -0.02}}};

Scene MakeScene() {
  Scene scene(MakeToolAndBox(), kCup, kParameters);
  scene.context.FixInput(scene.element->suction_input(), VectorXd::Ones(1));
  return scene;
}

TEST_CASE(
    "CalcSuction: distance -> falls with its inverse, zero beyond the range") {
  CHECK(CalcSuction(kLaw, 0) == 30);
  CHECK(CalcSuction(kLaw, -0.01) == 30);
  CHECK(CalcSuction(kLaw, 0.004) == Approx(15 * 0.96));
  CHECK(CalcSuction(kLaw, 0.02) == Approx(30.0 / 6 * 0.8));
  CHECK(CalcSuction(kLaw, 0.1) == 0);
  CHECK(CalcSuction(kLaw, 5) == 0);
  // f (d0 + d) / (1 - d/R) is the same everywhere.
  for (double d : {0.001, 0.01, 0.05, 0.09}) {
    CHECK(CalcSuction(kLaw, d) * (0.004 + d) / (1 - d / 0.1) ==
          Approx(30 * 0.004));
  }
}

// The mouth is 5 cm over the middle of the box's top.
TEST_CASE(
    "VacuumGripper: a box in range -> its nearest point pulled to the mouth") {
  Scene scene = MakeScene();
  scene.Set(1, {0, 0, 1.07}, Vector3d::Zero());
  scene.Set(2, {0.03, 0, 0.95}, Vector3d::Zero());
  REQUIRE(scene.forces().size() == 2);
  const SpatialForce &on_box = scene.forces()[0], &on_tool = scene.forces()[1];
  const double f = CalcSuction(kLaw, 0.05);
  CHECK(on_box.body == 2);
  CHECK((on_box.F_Q_W.tail<3>() - f * Vector3d::UnitZ()).norm() < 1e-12);
  // At 3 cm off its centre.
  CHECK((on_box.F_Q_W.head<3>() - Vector3d(0, 0.03 * f, 0)).norm() < 1e-12);
  CHECK(on_tool.body == 1);
  CHECK((on_tool.F_Q_W.tail<3>() + f * Vector3d::UnitZ()).norm() < 1e-12);
  CHECK((on_tool.p_BoQ_B - kCup[0].p_BoM_B).norm() < 1e-15);
  CHECK(scene.Resultant().norm() < 1e-12);
  // Past the edge it pulls slantwise: 3 cm beyond and 4 cm above it.
  scene.Set(1, {0.13, 0, 1.06}, Vector3d::Zero());
  scene.Set(2, {0, 0, 0.95}, Vector3d::Zero());
  CHECK((scene.forces()[0].F_Q_W.tail<3>() - f * Vector3d(0.6, 0, 0.8)).norm() <
        1e-12);
  CHECK(scene.Resultant().norm() < 1e-12);
  // Out of range; and inside, as if at the surface.
  scene.Set(1, {0, 0, 1.13}, Vector3d::Zero());
  CHECK(scene.forces().empty());
  scene.Set(1, {0, 0, 1.01}, Vector3d::Zero());
  CHECK((scene.forces()[0].F_Q_W.tail<3>() - 30 * Vector3d::UnitZ()).norm() <
        1e-12);
}

TEST_CASE("VacuumGripper: turned bodies -> no net force and no net torque") {
  Scene scene = MakeScene();
  scene.Set(1, {0.04, 0.05, 1.05}, {0.4, -0.3, 0.2});
  scene.Set(2, {-0.02, 0.04, 0.95}, {-0.2, 0.3, 0.5});
  REQUIRE(scene.forces().size() == 2);
  CHECK(scene.forces()[0].F_Q_W.tail<3>().norm() > 1);
  CHECK(scene.Resultant().norm() < 1e-13);
}

TEST_CASE(
    "VacuumGripper: moving bodies -> gives what its potential energy loses") {
  Scene scene = MakeScene();
  Vector6d V_tool, V_box;
  V_tool << 0.7, -1.2, 0.4, 0.3, 0.8, -0.5;
  V_box << -0.9, 0.6, 1.1, -0.4, 0.2, 0.9;
  scene.Set(1, {0.04, 0.05, 1.05}, {0.4, -0.3, 0.2}, V_tool);
  scene.Set(2, {-0.02, 0.04, 0.95}, {-0.2, 0.3, 0.5}, V_box);
  const auto distance = [&](const systems::Context& context) {
    const auto& X_WB =
        scene.plant->body_poses_output().Eval<std::vector<RigidTransform>>(
            context);
    const Vector3d q = X_WB[2].inverse() * (X_WB[1] * kCup[0].p_BoM_B);
    return (q.cwiseAbs() - Vector3d(0.1, 0.1, 0.05)).cwiseMax(0).norm();
  };
  const double d = distance(scene.context);
  REQUIRE(d > 0.005);
  REQUIRE(d < 0.05);
  const auto energy_to_come = [&](const systems::Context& context) {
    const auto [f0, d0, R] = kLaw;
    const double x = distance(context);
    return f0 * d0 *
           ((1 + d0 / R) * std::log((d0 + R) / (d0 + x)) - (R - x) / R);
  };
  const double rate = scene.Rate(energy_to_come);
  CHECK(std::abs(rate) > 0.1);
  CHECK(scene.Power() == Approx(rate).epsilon(1e-7));
}

TEST_CASE(
    "VacuumGripper: suction input -> that share of the force, within 0 and 1") {
  Scene scene(MakeToolAndBox(), kCup, kParameters);
  scene.Set(1, {0, 0, 1.07}, Vector3d::UnitZ());
  scene.Set(2, {0, 0, 0.95}, Vector3d::UnitZ());
  CHECK(scene.forces().empty());
  const double full = CalcSuction(kLaw, 0.05);
  for (const auto& [input, part] : std::vector<std::pair<double, double>>{
           {1, 1}, {0.25, 0.25}, {0, 0}, {7, 1}, {-1, 0}}) {
    scene.context.FixInput(scene.element->suction_input(),
                           VectorXd::Constant(1, input));
    const double force =
        scene.forces().empty() ? 0 : scene.forces()[0].F_Q_W[5];
    CHECK(force == Approx(part * full));
  }
}

TEST_CASE("VacuumGripper: another reaction body -> the reaction acts on it") {
  ModelBuilder builder;
  const int pad = AddSolid(&builder, "pad", contact::Sphere{0.02});
  const int lip = AddSolid(&builder, "lip", contact::Sphere{0.01});
  builder.AddJoint({.name = "slide",
                    .type = JointType::kPrismatic,
                    .parent = pad,
                    .child = lip,
                    .X_PF = RigidTransform(Eigen::Translation3d(0, 0, -0.05))});
  const int box = AddSolid(&builder, "box", contact::Sphere{0.1});
  builder.SetDefaultPose(pad, RigidTransform(Eigen::Translation3d(0, 0, 0.2)));
  builder.SetDefaultPose(box, RigidTransform::Identity());
  const std::vector<SuctionCup> cups = {
      {.body = "lip", .p_BoM_B = {0, 0, -0.01}, .reaction_body = "pad"}};
  Scene scene(std::move(builder).Build(), cups, kParameters);
  const Model& model = scene.plant->model();
  CHECK(scene.element->attracted_bodies() ==
        std::vector<int>{model.BodyIndex("box")});
  scene.context.FixInput(scene.element->suction_input(), VectorXd::Ones(1));
  REQUIRE(scene.forces().size() == 2);
  CHECK(scene.forces()[1].body == model.BodyIndex("pad"));
  CHECK(scene.forces()[1].F_Q_W[5] == Approx(-CalcSuction(kLaw, 0.04)));
  CHECK((scene.forces()[1].p_BoQ_B - Vector3d(0, 0, -0.06)).norm() < 1e-15);
  CHECK(scene.Resultant().norm() < 1e-13);
}

TEST_CASE(
    "VacuumGripper: attracted bodies -> those named, else all that move and "
    "collide") {
  const auto model = MakeToolAndBox();
  const auto attracted = [&](std::vector<std::string> names) {
    return VacuumGripper("gripper", model, kCup,
                         {.law = kLaw, .attracted = std::move(names)})
        .attracted_bodies();
  };
  CHECK(attracted({}) == std::vector<int>{2});
  CHECK(attracted({"world", "box"}) == std::vector<int>{0, 2});
  CHECK_THROWS_WITH(attracted({"ghost"}), Contains("'ghost'"));
  CHECK_THROWS_WITH(attracted({"tool"}), Contains("itself"));
  CHECK_THROWS_AS(attracted({"nobody"}), std::invalid_argument);
}

TEST_CASE("VacuumGripper: no cups, no such body, a wrong law -> refused") {
  const auto model = MakeToolAndBox();
  const auto make = [&](const std::vector<SuctionCup>& cups, SuctionLaw law) {
    VacuumGripper("gripper", model, cups, {.law = law});
  };
  make(kCup, kLaw);
  CHECK_THROWS_WITH(make({}, kLaw), Contains("'gripper'") && Contains("cups"));
  CHECK_THROWS_AS(make({{.body = "hand"}}, kLaw), std::invalid_argument);
  CHECK_THROWS_AS(make({{.body = "tool", .reaction_body = "arm"}}, kLaw),
                  std::invalid_argument);
  CHECK_THROWS_WITH(make(kCup, {.max_force = -1}), Contains("force"));
  CHECK_THROWS_WITH(make(kCup, {.decay_length = 0}), Contains("decay length"));
  CHECK_THROWS_WITH(make(kCup, {.range = NAN}), Contains("range"));
}

}  // namespace
}  // namespace tactus::multibody
