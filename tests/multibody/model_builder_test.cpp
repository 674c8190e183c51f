#include "tactus/multibody/model_builder.h"

#include <limits>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;

const SpatialInertia kInertia{.mass = 1, .I_Bcm = Matrix3d::Identity()};

Joint Connect(const std::string& name, int parent, int child,
              JointType type = JointType::kRevolute) {
  return {.name = name, .type = type, .parent = parent, .child = child};
}

RigidTransform Translation(double x, double y, double z) {
  return RigidTransform(Eigen::Translation3d(x, y, z));
}

contact::Geometry MakeSphere(const std::string& name, int body) {
  contact::Geometry geometry;
  geometry.name = name;
  geometry.body = body;
  geometry.shape = contact::Sphere{0.1};
  return geometry;
}

TEST_CASE("ModelBuilder: nothing added -> the world alone") {
  const auto model = std::move(ModelBuilder()).Build();
  CHECK(model->num_bodies() == 1);
  CHECK(model->bodies()[0].name == "world");
  CHECK(model->bodies()[0].inboard_joint == -1);
  CHECK(model->bodies()[0].tree == -1);
  CHECK(model->num_positions() == 0);
  CHECK(model->num_velocities() == 0);
  CHECK(model->trees().empty());
  CHECK(model->gravity_W() == Vector3d(0, 0, -9.81));
}

// An arm (hinge and ball) on a wall, a crate that is free, a table. Everything
// is added in an awkward order.
struct Workshop {
  ModelBuilder builder;
  int hand, crate, wall, arm, table, lid;

  Workshop()
      : hand(builder.AddBody("hand", kInertia)),
        crate(builder.AddBody("crate", kInertia)),
        wall(builder.AddBody("wall", kInertia)),
        arm(builder.AddBody("arm", kInertia)),
        table(builder.AddBody("table", kInertia)),
        lid(builder.AddBody("lid", kInertia)) {
    builder.AddJoint(Connect("wrist", arm, hand, JointType::kBall));
    Joint shoulder = Connect("shoulder", wall, arm);
    shoulder.default_position = 0.5;
    builder.AddJoint(shoulder);
    builder.AddJoint(Connect("lid weld", crate, lid, JointType::kWeld));
    builder.AddJoint(Connect("wall weld", 0, wall, JointType::kWeld));
    builder.AddJoint(Connect("", 0, table, JointType::kWeld));
  }
  std::shared_ptr<const Model> Build() { return std::move(builder).Build(); }
};

TEST_CASE("ModelBuilder: a second Build() -> refused") {
  ModelBuilder builder;
  std::move(builder).Build();
  CHECK_THROWS_WITH(std::move(builder).Build(),
                    "this ModelBuilder has built its model already");
}

TEST_CASE(
    "ModelBuilder: bodies in any order -> numbered with joints and "
    "coordinates") {
  const auto model = Workshop().Build();
  std::vector<std::string> names;
  for (const Body& body : model->bodies()) names.push_back(body.name);
  // Anchored ones first; then depth first, in the order of addition.
  CHECK(names == std::vector<std::string>{"world", "wall", "table", "crate",
                                          "lid", "arm", "hand"});
  names.clear();
  for (const Joint& joint : model->joints()) names.push_back(joint.name);
  // Floating joints and nameless ones take the body's name.
  CHECK(names == std::vector<std::string>{"wall weld", "table", "crate",
                                          "lid weld", "shoulder", "wrist"});
  int nq = 0, nv = 0;
  for (int j = 0; j < 6; ++j) {
    const Joint& joint = model->joints()[j];
    CHECK(joint.child == j + 1);
    CHECK(joint.parent <= j);
    CHECK(joint.q_start == nq);
    CHECK(joint.v_start == nv);
    CHECK(model->bodies()[j + 1].inboard_joint == j);
    nq += joint.nq();
    nv += joint.nv();
  }
  CHECK(model->num_positions() == nq);
  CHECK(model->num_velocities() == nv);
  CHECK(nq == 12);
  CHECK(nv == 10);
  CHECK(model->joints()[2].type == JointType::kFloating);
  CHECK(model->joints()[2].parent == 0);
  CHECK(model->joints()[4].parent == model->BodyIndex("wall"));
}

TEST_CASE("ModelBuilder: two trees -> runs of bodies and velocities") {
  const auto model = Workshop().Build();
  REQUIRE(model->trees().size() == 2);
  const Tree& crate = model->trees()[0];
  CHECK(crate.first_body == 3);
  CHECK(crate.num_bodies == 2);
  CHECK(crate.v_start == 0);
  CHECK(crate.nv == 6);
  CHECK_FALSE(crate.is_free_body);  // A lid is welded to it.
  const Tree& arm = model->trees()[1];
  CHECK(arm.first_body == 5);
  CHECK(arm.num_bodies == 2);
  CHECK(arm.v_start == 6);
  CHECK(arm.nv == 4);
  CHECK_FALSE(arm.is_free_body);
  const int trees[] = {-1, -1, -1, 0, 0, 1, 1};
  for (int b = 0; b < 7; ++b) CHECK(model->bodies()[b].tree == trees[b]);
}

TEST_CASE(
    "ModelBuilder: a floating joint, unturned, at the body's origin -> a free "
    "body") {
  const auto is_free = [](const Joint& joint) {
    ModelBuilder builder;
    builder.AddBody("body", kInertia);
    builder.AddJoint(joint);
    return std::move(builder).Build()->trees()[0].is_free_body;
  };
  Joint joint = Connect("joint", 0, 1, JointType::kFloating);
  CHECK(is_free(joint));
  joint.X_PF = Translation(1, 2, 3);
  CHECK(is_free(joint));
  joint.X_PF.rotate(Eigen::AngleAxisd(0.1, Vector3d::UnitX()));
  CHECK_FALSE(is_free(joint));
  joint.X_PF.setIdentity();
  joint.X_CM = Translation(0.1, 0, 0);
  CHECK_FALSE(is_free(joint));
  CHECK_FALSE(is_free(Connect("joint", 0, 1, JointType::kBall)));
}

TEST_CASE(
    "ModelBuilder: actuators, couplers, geometries -> on the renumbered bodies "
    "and joints") {
  Workshop shop;
  shop.builder.AddActuator({.name = "motor", .joint = 1});
  shop.builder.AddActuator({.name = "jet", .body = shop.hand});
  // Joints 0 to 4: wrist, shoulder, lid weld, wall weld, table weld.
  const int slide = shop.builder.AddJoint(
      Connect("slide", 0, shop.crate, JointType::kPrismatic));
  shop.builder.AddCoupler({.name = "belt", .joint_a = slide, .joint_b = 1});
  shop.builder.AddCoupler({.name = "brake", .joint_a = 1});
  shop.builder.AddGeometry(MakeSphere("ball", shop.hand));
  shop.builder.AddGeometry(MakeSphere("floor", 0));
  shop.builder.AddGeometry(MakeSphere("top", shop.table));
  const auto model = shop.Build();
  CHECK(model->num_actuators() == 2);
  CHECK(model->joints()[model->actuators()[0].joint].name == "shoulder");
  CHECK(model->actuators()[0].body == -1);
  CHECK(model->bodies()[model->actuators()[1].body].name == "hand");
  CHECK(model->actuators()[1].joint == -1);
  REQUIRE(model->couplers().size() == 2);
  CHECK(model->couplers()[0].name == "belt");
  CHECK(model->joints()[model->couplers()[0].joint_a].name == "slide");
  CHECK(model->joints()[model->couplers()[0].joint_b].name == "shoulder");
  CHECK(model->joints()[model->couplers()[1].joint_a].name == "shoulder");
  CHECK(model->couplers()[1].joint_b == -1);
  REQUIRE(model->geometries().size() == 3);
  CHECK(model->geometries()[0].name == "ball");
  CHECK(model->bodies()[model->geometries()[0].body].name == "hand");
  CHECK(model->geometries()[1].body == 0);
  CHECK(model->bodies()[model->geometries()[2].body].name == "table");
}

TEST_CASE(
    "ModelBuilder: neighbours and named pairs -> excluded, each pair once") {
  Workshop shop;
  shop.builder.ExcludePair(shop.lid, shop.hand);
  shop.builder.ExcludePair(shop.hand, shop.lid);
  shop.builder.ExcludePair(shop.hand, shop.arm);  // Neighbours anyway.
  const auto model = shop.Build();
  std::vector<std::pair<std::string, std::string>> names;
  for (const auto& [a, b] : model->excluded_pairs()) {
    CHECK(a < b);
    names.emplace_back(model->bodies()[a].name, model->bodies()[b].name);
  }
  // The arm is on the wall, which is anchored: those two may touch.
  CHECK(names ==
        std::vector<std::pair<std::string, std::string>>{{"world", "wall"},
                                                         {"world", "table"},
                                                         {"wall", "table"},
                                                         {"crate", "lid"},
                                                         {"lid", "hand"},
                                                         {"arm", "hand"}});
}

TEST_CASE(
    "ModelBuilder: keyframes by joint name -> states in the model's order") {
  Workshop shop;
  shop.builder.AddActuator({.name = "motor", .joint = 1});
  const VectorXd turned = Eigen::Vector4d(0, 2, 0, 0);
  shop.builder.AddKeyframe(
      "up", {{"wrist", turned}, {"shoulder", VectorXd::Constant(1, -1)}},
      {{"wrist", Vector3d(1, 2, 3)}}, VectorXd::Constant(1, 4));
  shop.builder.AddKeyframe("rest", {}, {}, {});
  const auto model = shop.Build();
  REQUIRE(model->keyframes().size() == 2);
  const Keyframe& up = model->keyframes()[0];
  VectorXd q(12), v(10);
  q << 0, 0, 0, 1, 0, 0, 0, -1, 0, 1, 0, 0;  // Quaternions normalised.
  v << 0, 0, 0, 0, 0, 0, 0, 1, 2, 3;
  CHECK(up.name == "up");
  CHECK(up.q == q);
  CHECK(up.v == v);
  CHECK(up.u == VectorXd::Constant(1, 4));
  const Keyframe& rest = model->keyframes()[1];
  CHECK(rest.q == model->default_positions());
  CHECK(rest.v == VectorXd::Zero(10));
  CHECK(rest.u == VectorXd::Zero(1));
}

TEST_CASE("ModelBuilder: a body's inertia -> its mass moments") {
  ModelBuilder builder;
  test::Random random(3);
  const SpatialInertia inertia = random.Inertia();
  const int body = builder.AddBody("body", inertia);
  CHECK(builder.body(body).inertia.mass == inertia.mass);
  CHECK(builder.num_bodies() == 2);
  builder.set_gravity({1, 2, 3});
  const auto model = std::move(builder).Build();
  CHECK(model->bodies()[1].moments.ToMatrix() == inertia.CalcMatrix());
  CHECK(model->gravity_W() == Vector3d(1, 2, 3));
}

// Each line of Build()'s list of errors, once; *_checks_test.cpp and
// kinematic_forest_test.cpp have the details.
TEST_CASE(
    "ModelBuilder: wrong elements -> refused by Build() with their names") {
  Workshop shop;
  ModelBuilder& b = shop.builder;
  const auto expect = [&](const auto& matcher) {
    CHECK_THROWS_AS(ModelBuilder(b).Build(), std::invalid_argument);
    CHECK_THROWS_WITH(ModelBuilder(b).Build(), matcher);
  };
  SECTION("inertia") {
    b.AddBody("ghost", {.mass = -1});
    expect(Contains("body 'ghost'") && Contains("mass is -1"));
  }
  SECTION("body name") {
    b.AddBody("arm", kInertia);
    expect(Contains("'arm' is used twice"));
  }
  SECTION("the world's name") {
    b.AddBody("world", kInertia);
    expect(Contains("'world' is used twice"));
  }
  SECTION("joint name, of a floating joint too") {
    b.AddBody("wrist", kInertia);
    expect(Contains("joint name 'wrist' is used twice"));
  }
  SECTION("two inboard joints") {
    b.AddJoint(Connect("elbow", shop.crate, shop.arm));
    expect(Contains("'arm'") && Contains("'elbow'") && Contains("'shoulder'"));
  }
  SECTION("loop") {
    const int c = b.AddBody("c", kInertia), d = b.AddBody("d", kInertia);
    b.AddJoint(Connect("cd", c, d));
    b.AddJoint(Connect("dc", d, c));
    expect(Contains("loop") && Contains("'cd'") && Contains("'dc'"));
  }
  SECTION("massless end") {
    b.AddJoint(Connect("trigger", shop.hand, b.AddBody("finger", {})));
    expect(Contains("'trigger'") && Contains("'finger'"));
  }
  SECTION("massless and free") {
    b.AddBody("photon", {});
    expect(Contains("'photon'") && Contains("mass"));
  }
  SECTION("axis") {
    Joint joint = Connect("drum", 0, b.AddBody("drum", kInertia));
    joint.axis_F << 0, 0, 2;
    b.AddJoint(joint);
    expect(Contains("joint 'drum'") && Contains("length 2"));
  }
  SECTION("a joint to nowhere") {
    b.AddJoint(Connect("stray", 0, 99));
    expect(Contains("joint 'stray' refers to body number 99"));
  }
  SECTION("actuator") {
    b.AddActuator({.name = "motor", .joint = 0});
    expect(Contains("'motor'") && Contains("'wrist', which is ball"));
  }
  SECTION("geometry") {
    b.AddGeometry(MakeSphere("marble", 99));
    expect(Contains("geometry 'marble'"));
  }
  SECTION("excluded pairs") {
    b.ExcludePair(shop.arm, 99);
    expect(Contains("an excluded pair refers to body number 99"));
  }
  SECTION("excluded from itself") {
    b.ExcludePair(shop.arm, shop.arm);
    expect(Contains("body 'arm' is excluded from touching itself"));
  }
  SECTION("default pose of a hinged body") {
    b.SetDefaultPose(shop.arm, RigidTransform::Identity());
    expect(Contains("body 'arm'") && Contains("'shoulder' is revolute"));
  }
  SECTION("default pose of the world") {
    b.SetDefaultPose(0, RigidTransform::Identity());
    expect(Contains("the world cannot be given a default pose"));
  }
  SECTION("default pose that is none") {
    RigidTransform X = RigidTransform::Identity();
    X.linear() *= 3;
    b.SetDefaultPose(shop.crate, X);
    expect(Contains("default pose of body 'crate' is not a rigid"));
  }
  SECTION("keyframe with an unknown joint") {
    b.AddKeyframe("home", {{"knee", VectorXd::Zero(1)}}, {}, {});
    expect(Contains("no joint 'knee'"));
  }
  SECTION("keyframe of the wrong size") {
    b.AddKeyframe("home", {{"wrist", VectorXd::Zero(3)}}, {}, {});
    expect(Contains("'home': joint 'wrist' takes 4") &&
           Contains("3 are given"));
  }
  SECTION("keyframe velocity of the wrong size") {
    b.AddKeyframe("home", {}, {{"wrist", VectorXd::Zero(4)}}, {});
    expect(Contains("'home': joint 'wrist' takes 3"));
  }
  SECTION("keyframe with a quaternion of zeros") {
    b.AddKeyframe("home", {{"wrist", VectorXd::Zero(4)}}, {}, {});
    expect(Contains("'home': the quaternion of joint 'wrist' is zero"));
  }
  SECTION("keyframe with too many controls") {
    b.AddKeyframe("home", {}, {}, VectorXd::Zero(2));
    expect(Contains("keyframe 'home' has 2 controls; there are 0"));
  }
  SECTION("gravity") {
    b.set_gravity({0, 0, std::numeric_limits<double>::infinity()});
    expect(Contains("gravity"));
  }
}

TEST_CASE("ModelBuilder: effort limits removed -> actuators keep all else") {
  ModelBuilder builder;
  const int link = builder.AddBody("link", kInertia);
  const int joint = builder.AddJoint(Connect("hinge", 0, link));
  builder.AddActuator({.name = "motor",
                       .joint = joint,
                       .gain = 3,
                       .force_lower = -2,
                       .force_upper = 2,
                       .control_lower = -1,
                       .control_upper = 1});
  builder.RemoveEffortLimits();
  const auto model = std::move(builder).Build();
  const Actuator& motor = model->actuators()[0];
  CHECK(motor.force_lower == -std::numeric_limits<double>::infinity());
  CHECK(motor.force_upper == std::numeric_limits<double>::infinity());
  CHECK(motor.control_upper == 1);
  CHECK(motor.gain == 3);
}

}  // namespace
}  // namespace tactus::multibody
