#include "tactus/multibody/importers/model_assembly.h"

#include <cmath>
#include <limits>

#include "multibody/importers/arm_and_hand.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

using test::HandPose;
using test::kArm;
using test::kBall;
using test::kHand;
using test::MakeArmWithHand;
using test::Parse;

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

Cable MakeRope() {
  return {.name = "rope",
          .path = {{0, 0, 1}, {0.5, 0, 1}},
          .num_links = 5,
          .radius = 0.01};
}

bool Excludes(const Model& model, const std::string& a, const std::string& b) {
  const std::pair<int, int> pair =
      std::minmax({model.BodyIndex(a), model.BodyIndex(b)});
  return std::ranges::count(model.excluded_pairs(), pair) > 0;
}

// A link is 10 cm long, its z along the world's x.
TEST_CASE(
    "ModelAssembly: what stood still, welded to what moves -> no longer "
    "rigid") {
  // Its base stands still in its own file, where it is rigid.
  const auto gripper = Parse(R"(<mujoco><worldbody>
      <geom name="plate" type="box" size=".1 .1 .01"/>
      <body name="base"><geom name="base" type="box" size=".1 .1 .01"/>
        <body name="mount"><geom name="mount" size=".1"/>
          <body name="finger"><joint name="slide" type="slide"/>
            <geom name="finger" size=".01" solref="0.01 1"/></body></body>
      </body></worldbody></mujoco>)");
  const auto stiffness = [](const Model& model, const std::string& name) {
    for (const contact::Geometry& geometry : model.geometries()) {
      if (geometry.name == name) return geometry.material.stiffness;
    }
    return 0.0;
  };
  constexpr double rigid = std::numeric_limits<double>::infinity();
  const double soft = contact::Material{}.stiffness;
  const double finger = stiffness(*gripper, "finger");
  REQUIRE(stiffness(*gripper, "base") == rigid);
  const auto assemble = [&](const std::string& parent, const std::string& child,
                            bool edits) {
    ModelAssembly assembly;
    assembly.AddModel("arm", Parse(kArm));
    assembly.AddModel("gripper", gripper);
    assembly.AddWeld(parent, child, RigidTransform::Identity());
    if (edits) {
      assembly.EditGeometries([](const std::string&, contact::Geometry* g) {
        if (g->name == "gripper::base") g->material.stiffness = rigid;
      });
    }
    return assembly.Build();
  };
  const auto carried = assemble("arm::lower", "gripper::base", false);
  CHECK(stiffness(*carried, "gripper::base") == soft);
  CHECK(stiffness(*carried, "gripper::mount") == soft);
  CHECK(stiffness(*carried, "gripper::finger") == finger);
  CHECK(stiffness(*carried, "gripper::plate") == rigid);  // Stays behind.
  CHECK(stiffness(*carried, "arm::floor") == rigid);
  const auto whole = assemble("arm::lower", "gripper::world", false);
  CHECK(stiffness(*whole, "gripper::plate") == soft);
  CHECK(stiffness(*whole, "gripper::base") == soft);
  // On what stands still they stay as they are, and who says so has it rigid.
  const auto fixed = assemble("arm::base", "gripper::base", false);
  CHECK(stiffness(*fixed, "gripper::base") == rigid);
  CHECK(stiffness(*assemble("arm::lower", "gripper::base", true),
                  "gripper::base") == rigid);
  // Beside the finger, where solrefs differ, they are pairs of their own.
  REQUIRE(carried->geometry_pairs().size() == 3);
  for (const contact::GeometryPair& pair : carried->geometry_pairs()) {
    const contact::Geometry& still = carried->geometries()[pair.geometry_a];
    CHECK(pair.material_a.stiffness ==
          (still.name == "gripper::plate" ? rigid : soft));
    CHECK(std::isfinite(pair.material_b.stiffness));
  }
}

TEST_CASE("ModelAssembly: a body welded to a cable's link -> hangs there") {
  ModelAssembly assembly;
  assembly.AddModel("ball", Parse(kBall));
  assembly.AddCable(MakeRope(), "world", "world");
  assembly.AddFrame(
      "eye", "rope/link2",
      Eigen::Translation3d(0, 0, 0.03) * RigidTransform::Identity());
  const std::string ball = assembly.FindFrame("ball").first;
  assembly.AddWeld("eye", ball, RigidTransform::Identity());
  CHECK(assembly.FindFrame("eye").first == "rope/link2");
  const auto model = assembly.Build();
  CHECK(model->num_velocities() == 6 * 5);
  PositionKinematics position;
  CalcPositionKinematics(*model, model->default_positions(), &position);
  CHECK((position.X_WB[model->BodyIndex(ball)].translation() -
         Vector3d(0.28, 0, 1))
            .norm() < 1e-12);
  CHECK(Excludes(*model, ball, "rope/link1"));
  CHECK(Excludes(*model, ball, "rope/link3"));
  CHECK_FALSE(Excludes(*model, ball, "rope/link0"));
}

TEST_CASE("ModelAssembly: a cable that ends on another one's link -> a fork") {
  ModelAssembly assembly;
  assembly.AddCable(MakeRope(), "world", "world");
  Cable branch = MakeRope();
  branch.name = "branch";
  branch.path = {{0.25, 0, 1}, {0.75, 0, 1}};
  branch.start.hold = CableEnd::Hold::kWeld;
  assembly.AddCable(branch, "rope/link2", "world");
  const auto model = assembly.Build();
  const Constraint& tie = model->constraints().back();
  CHECK(tie.name == "branch/start");
  CHECK(model->bodies()[tie.body_a].name == "rope/link2");
  CHECK(Excludes(*model, "rope/link2", "branch/link0"));
  CHECK(Excludes(*model, "rope/link3", "branch/link0"));
  CHECK_FALSE(Excludes(*model, "rope/link4", "branch/link0"));
  CHECK_FALSE(Excludes(*model, "rope/link3", "branch/link1"));
}

// Its base is welded to the link, and its hook to the base.
TEST_CASE("ModelAssembly: a hook on a link -> touches no link about that") {
  ModelAssembly assembly;
  assembly.AddModel("a", Parse(R"(<mujoco><worldbody><body name="base">
    <freejoint/><geom size="0.02"/><body name="hook" pos="0 0 -0.05">
    <geom size="0.02"/></body></body></worldbody></mujoco>)"));
  assembly.AddModel("ball", Parse(kBall));
  assembly.AddCable(MakeRope(), "world", "world");
  const RigidTransform none = RigidTransform::Identity();
  assembly.AddWeld("rope/link2", "a::base", none);
  assembly.AddWeld("a::hook", assembly.FindFrame("ball").first, none);
  const auto model = assembly.Build();
  for (const char* body : {"a::base", "a::hook", "ball::ball"}) {
    CHECK(Excludes(*model, body, "rope/link1"));
    CHECK_FALSE(Excludes(*model, body, "rope/link0"));
  }
}

TEST_CASE("ModelAssembly: what links of cables cannot do -> refused") {
  ModelAssembly assembly;
  assembly.AddModel("ball", Parse(kBall));
  assembly.AddCable(MakeRope(), "world", "world");
  CHECK_THROWS_WITH(
      assembly.AddWeld("world", "rope/link2", RigidTransform::Identity()),
      "'rope/link2' cannot be welded to anything: it is the link of a cable. "
      "Weld what holds it, or hangs on it, to it");
  CHECK_THROWS_WITH(assembly.FindFrame("rope/link5"),
                    Catch::Contains("rope/link5"));
  // A controller's model of the ball alone has no cable to hang on.
  assembly.AddWeld("rope/link2", assembly.FindFrame("ball").first,
                   RigidTransform::Identity());
  const std::vector<std::string> alone{"ball"};
  CHECK_THROWS_WITH(
      assembly.Build(alone),
      Catch::Contains("is welded to 'rope/link2', which is not among"));
}

}  // namespace
}  // namespace tactus::multibody
