#include "tactus/multibody/importers/model_assembly.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

constexpr const char* kArm = R"(<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="base" pos="0 0 0.1">
      <geom type="box" size="0.1 0.1 0.1"/>
      <body name="upper" pos="0 0 0.1">
        <joint name="shoulder" axis="0 1 0" range="-90 90" damping="0.5"/>
        <geom type="capsule" size="0.04" fromto="0 0 0 0 0 0.4"/>
        <body name="lower" pos="0 0 0.4">
          <joint name="elbow" axis="1 0 0" armature="0.01"/>
          <geom type="capsule" size="0.03" fromto="0 0 0 0 0 0.3"/>
        </body>
      </body>
    </body>
  </worldbody>
  <contact><exclude body1="base" body2="lower"/></contact>
  <actuator><motor name="m1" joint="shoulder"/>
    <position name="m2" joint="elbow" kp="20"/></actuator>
  <keyframe><key name="up" qpos="0.1 0.2" qvel="1 2" ctrl="3 4"/></keyframe>
</mujoco>)";

constexpr const char* kHand = R"(<mujoco>
  <worldbody>
    <body name="palm" pos="5 5 5"><freejoint/>
      <geom name="pad" type="box" size="0.05 0.05 0.02"/>
      <body name="left" pos="0 0.04 0.05">
        <joint name="left" type="slide" axis="0 1 0" range="-0.04 0.04"/>
        <geom type="box" size="0.01 0.01 0.04"/></body>
      <body name="right" pos="0 -0.04 0.05">
        <joint name="right" type="slide" axis="0 1 0" range="-0.04 0.04"/>
        <geom type="box" size="0.01 0.01 0.04"/></body>
    </body>
  </worldbody>
  <equality><joint name="mirror" joint1="left" joint2="right"
    polycoef="0 -1 0 0 0"/></equality>
  <actuator><motor name="grip" joint="left"/></actuator>
  <keyframe><key name="open"
    qpos="1 2 3 1 0 0 0 0.01 -0.01" ctrl="7"/></keyframe>
</mujoco>)";

constexpr const char* kBall = R"(<mujoco><worldbody>
  <body name="ball" pos="1 0 2"><freejoint/><geom size="0.1"/></body>
</worldbody></mujoco>)";

std::shared_ptr<const Model> Parse(const std::string& xml) {
  ModelBuilder builder;
  ParseMjcf(xml, "test.xml", {}, &builder);
  return std::move(builder).Build();
}

// The weld of the hand to the arm, in both ways of saying it.
RigidTransform HandPose() {
  RigidTransform X = RigidTransform::Identity();
  X.translation() = Vector3d(0.01, 0.02, 0.35);
  X.rotate(Eigen::AngleAxisd(0.5, Vector3d::UnitZ()));
  return X;
}

ModelAssembly MakeArmWithHand() {
  ModelAssembly assembly;
  assembly.AddModel("arm", Parse(kArm));
  assembly.AddModel("hand", Parse(kHand));
  assembly.AddWeld("arm::lower", "hand::palm", HandPose());
  return assembly;
}

// The same robot, written by hand as one model.
std::shared_ptr<const Model> MakeByHand() {
  ModelBuilder builder;
  ParseMjcf(kArm, "arm.xml", {}, &builder);
  const auto hand = Parse(kHand);
  int lower = -1;
  for (int b = 0; b < builder.num_bodies(); ++b) {
    if (builder.body(b).name == "lower") lower = b;
  }
  const int palm = builder.AddBody("palm", hand->bodies()[1].inertia);
  builder.AddJoint({.name = "fixed",
                    .type = JointType::kWeld,
                    .parent = lower,
                    .child = palm,
                    .X_PF = HandPose()});
  for (const char* side : {"left", "right"}) {
    const Joint& joint = hand->joints()[hand->JointIndex(side)];
    const int finger =
        builder.AddBody(side, hand->bodies()[joint.child].inertia);
    Joint copy = joint;
    copy.parent = palm;
    copy.child = finger;
    builder.AddJoint(copy);
  }
  return std::move(builder).Build();
}

TEST_CASE(
    "ModelAssembly: arm and hand, welded -> dynamics of the robot by hand") {
  const auto assembled = MakeArmWithHand().Build();
  const auto by_hand = MakeByHand();
  REQUIRE(assembled->num_velocities() == 4);
  REQUIRE(by_hand->num_velocities() == 4);
  for (int trial = 0; trial < 5; ++trial) {
    const double s = 0.2 * trial;
    const VectorXd q = Eigen::Vector4d(0.3 + s, -0.7 + s, 0.01 * s, -0.02 * s);
    const VectorXd v = Eigen::Vector4d(1 - s, 0.5 * s, 0.3, -0.2);
    const auto terms = [&](const Model& model) {
      PositionKinematics position;
      VelocityKinematics velocity;
      CalcPositionKinematics(model, q, &position);
      CalcVelocityKinematics(model, position, v, &velocity);
      VectorXd bias(4);
      CalcInverseDynamics(model, position, velocity, VectorXd::Zero(4), {},
                          &bias);
      return std::pair(CalcMassMatrix(model, position), bias);
    };
    const auto [M, k] = terms(*assembled);
    const auto [M_hand, k_hand] = terms(*by_hand);
    CHECK((M - M_hand).cwiseAbs().maxCoeff() < 1e-12);
    CHECK((k - k_hand).cwiseAbs().maxCoeff() < 1e-12);
  }
}

TEST_CASE("ModelAssembly: two models -> their parts under scoped names") {
  const auto model = MakeArmWithHand().Build();
  const auto elbow = model->joints()[model->JointIndex("arm::elbow")];
  CHECK(elbow.armature == 0.01);
  CHECK(model->bodies()[elbow.child].name == "arm::lower");
  CHECK(model->joints()[model->JointIndex("arm::shoulder")].damping == 0.5);

  REQUIRE(model->num_actuators() == 3);
  CHECK(model->actuators()[1].name == "arm::m2");
  CHECK(model->actuators()[1].gain == 20);
  CHECK(model->joints()[model->actuators()[2].joint].name == "hand::left");

  REQUIRE(model->couplers().size() == 1);
  const JointCoupler& mirror = model->couplers()[0];
  CHECK(mirror.name == "hand::mirror");
  CHECK(model->joints()[mirror.joint_b].name == "hand::right");

  const auto body_of = [&](const std::string& geometry) {
    for (const contact::Geometry& g : model->geometries()) {
      if (g.name == geometry) return model->bodies()[g.body].name;
    }
    return std::string("none");
  };
  CHECK(body_of("arm::floor") == "world");
  CHECK(body_of("hand::pad") == "hand::palm");

  // By hand, at the joint, and at the new joint between the models.
  const auto excluded = [&](const char* a, const char* b) {
    const std::pair<int, int> pair =
        std::minmax({model->BodyIndex(a), model->BodyIndex(b)});
    return std::ranges::count(model->excluded_pairs(), pair) == 1;
  };
  CHECK(excluded("arm::base", "arm::lower"));
  CHECK(excluded("arm::upper", "arm::lower"));
  CHECK(excluded("arm::lower", "hand::palm"));
  CHECK_FALSE(excluded("arm::upper", "hand::left"));
}

TEST_CASE(
    "ModelAssembly: keyframes -> joints and controls of their own model") {
  const auto model = MakeArmWithHand().Build();
  REQUIRE(model->keyframes().size() == 2);
  const Keyframe& up = model->keyframes()[0];
  CHECK(up.name == "arm::up");
  CHECK(up.q.isApprox(Eigen::Vector4d(0.1, 0.2, 0, 0)));
  CHECK(up.v.isApprox(Eigen::Vector4d(1, 2, 0, 0)));
  CHECK(up.u.isApprox(Vector3d(3, 4, 0)));
  // The palm floats no more.
  const Keyframe& open = model->keyframes()[1];
  CHECK(open.q.isApprox(Eigen::Vector4d(0, 0, 0.01, -0.01)));
  CHECK(open.u.isApprox(Vector3d(0, 0, 7)));
}

TEST_CASE(
    "ModelAssembly: a free body, twice -> two bodies, at the file's pose") {
  ModelAssembly assembly;
  const auto ball = Parse(kBall);
  assembly.AddModel("a", ball);
  assembly.AddModel("b", ball);
  const auto model = assembly.Build();
  REQUIRE(model->num_positions() == 14);
  CHECK(model->default_positions().segment<3>(7).isApprox(Vector3d(1, 0, 2)));
  CHECK(model->trees().size() == 2);
  CHECK(model->trees()[0].is_free_body);
}

TEST_CASE(
    "ModelAssembly: frames on frames and bodies -> poses, and welds by them") {
  ModelAssembly assembly = MakeArmWithHand();
  RigidTransform X = RigidTransform::Identity();
  X.translation() = Vector3d(0, 0, 0.1);
  assembly.AddFrame("tool", "palm", X);
  assembly.AddFrame("tip", "tool", X);
  const auto [body, X_BF] = assembly.FindFrame("tip");
  CHECK(body == "hand::palm");
  CHECK(X_BF.translation().isApprox(Vector3d(0, 0, 0.2)));
  CHECK(assembly.FindFrame("world").first == "world");

  // A weld between two frames puts C on P with X_PC between them.
  assembly.AddModel("ball", Parse(kBall));
  RigidTransform X_BC = RigidTransform::Identity();
  X_BC.rotate(Eigen::AngleAxisd(M_PI / 2, Vector3d::UnitX()));
  X_BC.translation() = Vector3d(0.1, 0, 0);
  assembly.AddFrame("grip", "ball::ball", X_BC);
  assembly.AddWeld("tip", "grip", X);
  const auto model = assembly.Build();
  PositionKinematics position;
  CalcPositionKinematics(*model, model->default_positions(), &position);
  const RigidTransform X_WP =
      position.X_WB[model->BodyIndex("hand::palm")] * X_BF;
  const RigidTransform X_WC =
      position.X_WB[model->BodyIndex("ball::ball")] * X_BC;
  CHECK(X_WC.isApprox(X_WP * X, 1e-12));
}

TEST_CASE(
    "ModelAssembly: a weld of a model's world -> all of the model is moved") {
  ModelAssembly assembly;
  assembly.AddModel("left", Parse(kArm));
  assembly.AddModel("right", Parse(kArm));
  RigidTransform X = RigidTransform::Identity();
  X.translation() = Vector3d(0, 2, 0);
  assembly.AddWeld("world", "right::world", X);
  const auto model = assembly.Build();
  PositionKinematics position;
  CalcPositionKinematics(*model, model->default_positions(), &position);
  const auto at = [&](const char* name) {
    return Vector3d(position.X_WB[model->BodyIndex(name)].translation());
  };
  CHECK((at("right::lower") - at("left::lower")).isApprox(Vector3d(0, 2, 0)));
  for (const contact::Geometry& g : model->geometries()) {
    if (g.name != "right::floor") continue;
    CHECK(model->bodies()[g.body].name == "right::world");
  }

  // On a link that moves, too.
  ModelAssembly carried;
  carried.AddModel("big", Parse(kArm));
  std::string small = kArm;  // A plane cannot be carried.
  small.erase(
      small.find("<geom name=\"floor\""),
      std::string("<geom name=\"floor\" type=\"plane\" size=\"1 1 1\"/>")
          .size());
  carried.AddModel("small", Parse(small));
  carried.AddWeld("big::lower", "small::world", X);
  CHECK(carried.Build()->trees().size() == 1);
}

TEST_CASE(
    "ModelAssembly: a body on its own world, welded elsewhere -> put there") {
  ModelAssembly assembly;
  assembly.AddModel("arm", Parse(kArm));
  RigidTransform X = RigidTransform::Identity();
  X.translation() = Vector3d(1, 2, 3);
  assembly.AddWeld("world", "arm::base", X);
  const auto model = assembly.Build();
  PositionKinematics position;
  CalcPositionKinematics(*model, model->default_positions(), &position);
  CHECK(position.X_WB[model->BodyIndex("arm::base")].isApprox(X));
}

TEST_CASE(
    "ModelAssembly: some of the models -> built alone, if welds allow it") {
  ModelAssembly assembly = MakeArmWithHand();
  assembly.AddModel("ball", Parse(kBall));
  assembly.ExcludePair("ball", "palm");
  const std::vector<std::string> robot = {"arm", "hand"};
  const auto alone = assembly.Build(robot);
  CHECK(alone->num_velocities() == 4);
  CHECK(assembly.Build()->num_velocities() == 10);
  const std::vector<std::string> hand = {"hand"};
  CHECK_THROWS_WITH(assembly.Build(hand),
                    "model 'hand' is welded to 'arm::lower', which is not "
                    "among the models chosen");
}

TEST_CASE(
    "ModelAssembly: geometry added to a frame, or edited -> in the model") {
  ModelAssembly assembly;
  assembly.AddModel("ball", Parse(kBall));
  contact::Geometry shelf;
  shelf.name = "shelf";
  shelf.shape = contact::Box{Vector3d(1, 1, 0.1)};
  shelf.X_BG.translation().z() = 0.5;
  RigidTransform X = RigidTransform::Identity();
  X.translation().z() = 1;
  assembly.AddFrame("wall", "world", X);
  assembly.AddGeometry("wall", shelf);
  assembly.EditGeometries([](const std::string& body, contact::Geometry* g) {
    if (body == "ball::ball") g->material.stiffness = 123;
  });
  const auto model = assembly.Build();
  REQUIRE(model->geometries().size() == 2);
  CHECK(model->geometries()[0].material.stiffness == 123);
  CHECK(model->geometries()[1].material.stiffness == 1e6);
  CHECK(model->geometries()[1].X_BG.translation().z() == 1.5);
  CHECK(model->geometries()[1].body == 0);
}

TEST_CASE(
    "ModelAssembly: models of different gravity -> refused unless it is set") {
  ModelAssembly assembly;
  assembly.AddModel("ball", Parse(kBall));
  std::string moon = kBall;
  moon.insert(moon.find("<worldbody>"), "<option gravity='0 0 -1.6'/>");
  assembly.AddModel("moon", Parse(moon));
  CHECK_THROWS_WITH(assembly.Build(),
                    Catch::Contains("'ball' and 'moon' differs"));
  assembly.set_gravity({0, 0, -3});
  CHECK(assembly.Build()->gravity_W().z() == -3);
}

TEST_CASE("ModelAssembly: gravcomp and fluidshape of a body -> kept") {
  ModelAssembly assembly;
  assembly.AddModel("fish", Parse(R"(<mujoco><option density='1000'/><worldbody>
      <body name='fish' gravcomp='0.75'><freejoint/>
        <geom size='0.1' fluidshape='ellipsoid'/></body>
      </worldbody></mujoco>)"));
  assembly.AddModel("ball", Parse(kBall));
  const auto model = assembly.Build();
  const int fish = model->BodyIndex("fish::fish");
  CHECK(model->bodies()[static_cast<std::size_t>(fish)].gravity_scale == 0.25);
  CHECK(model->fluid().density == 1000);
  REQUIRE(model->fluid_ellipsoids().size() == 1);
  CHECK(model->fluid_ellipsoids()[0].body == fish);
}

TEST_CASE(
    "ModelAssembly: models in different fluids -> refused unless one is set") {
  const auto parse_in = [](const std::string& option) {
    std::string xml = kBall;
    xml.insert(xml.find("<worldbody>"), "<option " + option + "/>");
    return Parse(xml);
  };
  ModelAssembly assembly;
  assembly.AddModel("dry", Parse(kBall));
  CHECK_FALSE(assembly.Build()->fluid().resists());
  assembly.AddModel("wet", parse_in("density='1000'"));
  CHECK(assembly.Build()->fluid().density == 1000);
  assembly.AddModel("oily", parse_in("density='900'"));
  CHECK_THROWS_WITH(assembly.Build(),
                    Catch::Contains("'wet' and 'oily' move in different"));
  assembly.set_fluid({});
  CHECK_FALSE(assembly.Build()->fluid().resists());
}

TEST_CASE(
    "ModelAssembly: impossible names, welds, frames, geometry -> refused") {
  ModelAssembly assembly = MakeArmWithHand();
  const RigidTransform X = RigidTransform::Identity();
  const auto refuse = [](auto&& call, const std::string& why) {
    CHECK_THROWS_WITH(call(), Catch::Contains(why));
  };
  refuse([&] { assembly.AddModel("arm", Parse(kBall)); }, "two models 'arm'");
  refuse([&] { assembly.AddModel("a::b", Parse(kBall)); }, "'a::b'");
  refuse([&] { assembly.AddModel("world", Parse(kBall)); }, "'world'");
  refuse([&] { assembly.AddModel("", Parse(kBall)); }, "the only one");
  refuse([&] { assembly.AddModel("none", nullptr); }, "no model 'none'");
  refuse([&] { assembly.AddWeld("world", "palm", X); },
         "'hand::palm' is welded "
         "twice");
  refuse([&] { assembly.AddWeld("palm", "upper", X); },
         "hangs on revolute joint 'shoulder'");
  refuse([&] { assembly.AddWeld("palm", "world", X); }, "world cannot be");
  refuse([&] { assembly.AddWeld("palm", "hand::world", X); },
         "body 'palm' floats in it");
  refuse([&] { assembly.AddWeld("plam", "base", X); }, "did you mean");
  RigidTransform bent = X;
  bent.linear() *= 2;
  refuse([&] { assembly.AddWeld("world", "base", bent); }, "weld of 'base'");
  assembly.AddFrame("f", "world", X);
  refuse([&] { assembly.AddFrame("f", "world", X); }, "two frames 'f'");
  refuse([&] { assembly.AddFrame("world", "f", X); }, "'world'");
  refuse([&] { assembly.AddFrame("arm::lower", "f", X); }, "'arm::lower'");
  refuse([&] { assembly.AddFrame("lower", "f", X); },
         "the name of body 'arm::lower'");
  assembly.AddFrame("ball", "f", X);
  refuse([&] { assembly.AddModel("b", Parse(kBall)); },
         "frame 'ball' would have the name of body 'b::ball'");
  contact::Geometry shelf;
  shelf.shape = contact::Sphere{1};
  for (const char* taken : {"pad", "hand::pad", "palm"}) {
    shelf.name = taken;
    refuse([&] { assembly.AddGeometry("f", shelf); }, "would have the name");
  }
  shelf.name = "shelf";
  assembly.AddGeometry("f", shelf);
  refuse([&] { assembly.AddGeometry("f", shelf); }, "two geometries 'shelf'");
  refuse([&] { assembly.ExcludePair("palm", "palm"); }, "touching itself");
  // A loop shows when it is built.
  assembly.AddWeld("palm", "base", X);
  CHECK_THROWS_AS(assembly.Build(), std::invalid_argument);
}

TEST_CASE("ModelAssembly: constraints of two models -> under scoped names") {
  ModelBuilder builder;
  const SpatialInertia inertia{.mass = 1, .I_Bcm = Matrix3d::Identity()};
  const int a = builder.AddBody("a", inertia);
  const int b = builder.AddBody("b", inertia);
  for (const char* name : {"glue", "", ""})
    builder.AddConstraint({.name = name, .body_a = a, .body_b = b});
  const std::shared_ptr<const Model> part = std::move(builder).Build();
  ModelAssembly assembly;
  assembly.AddModel("left", part);
  assembly.AddModel("right", part);
  const auto model = assembly.Build();
  REQUIRE(model->constraints().size() == 6);
  CHECK(model->constraints()[0].name == "left::glue");
  CHECK(model->constraints()[1].name.empty());
  const Constraint& glue = model->constraints()[3];
  CHECK(glue.name == "right::glue");
  CHECK(model->bodies()[glue.body_a].name == "right::a");
  CHECK(model->bodies()[glue.body_b].name == "right::b");
}

}  // namespace
}  // namespace tactus::multibody
