#include "tactus/multibody/model_checks.h"

#include <limits>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

const std::vector<Body> kBodies = {
    Body{.name = "world"}, Body{.name = "arm"},
    Body{.name = "link", .inertia = {}, .is_virtual = true}};

Joint Hinge() {
  return {.name = "hinge", .type = JointType::kRevolute, .child = 1};
}

void Check(const Joint& joint) {
  RequireValidJoints(std::vector<Joint>{joint}, kBodies);
}

TEST_CASE("bodies need distinct names and physical inertias") {
  std::vector<Body> bodies = kBodies;
  CHECK_NOTHROW(RequireValidBodies(bodies));
  bodies[2].name = "arm";
  CHECK_THROWS_WITH(RequireValidBodies(bodies),
                    "the body name 'arm' is used twice");
  bodies[2].name = "";
  CHECK_THROWS_WITH(RequireValidBodies(bodies), "body 2 has no name");
  bodies = kBodies;
  bodies[1].inertia.mass = -1;
  CHECK_THROWS_WITH(RequireValidBodies(bodies),
                    Contains("body 'arm': the mass is -1"));
}

TEST_CASE("joints need distinct names and bodies that exist") {
  CHECK_NOTHROW(Check(Hinge()));
  CHECK_THROWS_WITH(
      RequireValidJoints(std::vector<Joint>{Hinge(), Hinge()}, kBodies),
      "the joint name 'hinge' is used twice");
  for (const int wrong : {-1, 3}) {
    Joint joint = Hinge();
    joint.parent = wrong;
    CHECK_THROWS_WITH(Check(joint), Contains("joint 'hinge' refers to body"));
    joint = Hinge();
    joint.child = wrong;
    CHECK_THROWS_WITH(Check(joint), Contains("there are 3"));
  }
}

TEST_CASE("joints need unit axes where they have one") {
  Joint joint = Hinge();
  joint.axis_F << 1, 1, 0;
  CHECK_THROWS_WITH(
      Check(joint),
      Contains("joint 'hinge': the axis (1, 1, 0)") && Contains("1.41421"));
  joint.axis_F.setZero();
  CHECK_THROWS_WITH(Check(joint), Contains("has length 0"));
  joint.axis_F.setConstant(kNan);
  CHECK_THROWS_WITH(Check(joint), Contains("axis"));
  joint.type = JointType::kBall;
  CHECK_NOTHROW(Check(joint));
}

TEST_CASE("joint bounds come in order, and numbers are finite") {
  Joint joint = Hinge();
  joint.lower = joint.upper = 0.5;
  CHECK_NOTHROW(Check(joint));
  joint.lower = 1;
  CHECK_THROWS_WITH(
      Check(joint),
      "joint 'hinge': the lower bound 1 is above the upper bound 0.5");
  joint.lower = kNan;
  CHECK_THROWS_WITH(Check(joint), Contains("lower bound nan"));

  joint = Hinge();
  joint.damping = -0.1;
  CHECK_THROWS_WITH(Check(joint),
                    Contains("joint 'hinge': the damping is -0.1"));
  joint = Hinge();
  joint.dry_friction = -0.2;
  CHECK_THROWS_WITH(Check(joint),
                    Contains("joint 'hinge': the dry friction is -0.2"));
  joint.dry_friction = 0.2;
  for (const JointType type : {JointType::kBall, JointType::kFloating}) {
    joint.type = type;
    CHECK_NOTHROW(Check(joint));
  }
  joint.type = JointType::kWeld;
  CHECK_THROWS_WITH(Check(joint),
                    Contains("joint 'hinge': a weld does not slide"));
  joint = Hinge();
  joint.armature = -2;
  CHECK_THROWS_WITH(Check(joint),
                    Contains("joint 'hinge': the armature is -2"));
  joint.armature = kNan;
  CHECK_THROWS_WITH(Check(joint), Contains("armature is nan"));
  for (double Joint::*member : {&Joint::stiffness, &Joint::spring_reference,
                                &Joint::default_position}) {
    joint = Hinge();
    joint.*member = kNan;
    CHECK_THROWS_WITH(Check(joint), Contains("'hinge'") && Contains("finite"));
  }
}

TEST_CASE("only scalar joints have bounds, springs and a default position") {
  for (double Joint::*member : {&Joint::lower, &Joint::upper, &Joint::stiffness,
                                &Joint::default_position}) {
    Joint joint = Hinge();
    joint.*member = 0.1;
    CHECK_NOTHROW(Check(joint));
    joint.type = JointType::kBall;
    CHECK_THROWS_WITH(Check(joint), Contains("joint 'hinge'") &&
                                        Contains("this one is ball"));
  }
}

TEST_CASE("frames must be rigid transforms") {
  RigidTransform scaled = RigidTransform::Identity();
  scaled.linear() *= 1.1;
  RigidTransform mirrored = RigidTransform::Identity();
  mirrored.linear()(0, 0) = -1;
  RigidTransform unset = RigidTransform::Identity();
  unset.translation()[2] = kNan;
  for (const RigidTransform& X : {scaled, mirrored, unset}) {
    CHECK_THROWS_WITH(RequireRigid(X, "the frame"),
                      Contains("the frame is not a rigid transform"));
    Joint joint = Hinge();
    joint.X_PF = X;
    CHECK_THROWS_WITH(Check(joint),
                      Contains("'hinge': its frame in the parent"));
    joint = Hinge();
    joint.X_CM = X;
    CHECK_THROWS_WITH(Check(joint),
                      Contains("'hinge': its frame in the child"));
  }
  CHECK_NOTHROW(RequireRigid(RigidTransform::Identity(), "the frame"));
}

void Check(const Actuator& actuator) {
  Joint ball{.name = "ball", .type = JointType::kBall, .child = 1};
  RequireValidActuators(std::vector<Actuator>{actuator},
                        std::vector<Joint>{Hinge(), ball},
                        std::vector<Tendon>{{.name = "cable"}}, kBodies);
}

TEST_CASE("an actuator acts on one scalar joint, one tendon or one body") {
  CHECK_NOTHROW(Check(Actuator{.name = "winch", .tendon = 0}));
  CHECK_THROWS_WITH(Check(Actuator{.name = "winch", .tendon = 1}),
                    Contains("'winch' refers to tendon number 1; there are 1"));
  CHECK_NOTHROW(Check(Actuator{.name = "motor", .joint = 0}));
  CHECK_NOTHROW(Check(Actuator{.name = "thruster", .body = 1}));
  CHECK_THROWS_WITH(Check(Actuator{.name = "motor"}),
                    Contains("'motor' must act on one joint, one tendon"));
  CHECK_THROWS_WITH(Check(Actuator{.name = "motor", .joint = 0, .body = 1}),
                    Contains("must act on one joint"));
  CHECK_THROWS_WITH(Check(Actuator{.name = "motor", .joint = 2}),
                    Contains("'motor' refers to joint number 2; there are 2"));
  CHECK_THROWS_WITH(Check(Actuator{.name = "motor", .body = 3}),
                    Contains("'motor' refers to body number 3"));
  CHECK_THROWS_WITH(Check(Actuator{.name = "motor", .joint = 1}),
                    Contains("'motor' acts on joint 'ball', which is ball"));
  const std::vector<Actuator> twins(2, Actuator{.name = "motor", .joint = 0});
  CHECK_THROWS_WITH(
      RequireValidActuators(twins, std::vector<Joint>{Hinge()}, {}, kBodies),
      "the actuator name 'motor' is used twice");
  // Files may leave actuators without a name.
  const std::vector<Actuator> nameless(2, Actuator{.name = "", .joint = 0});
  CHECK_NOTHROW(RequireValidActuators(nameless, std::vector<Joint>{Hinge()}, {},
                                      kBodies));
}

TEST_CASE(
    "a tendon is of scalar joints, each once, and its numbers make sense") {
  const std::vector<Joint> joints = {
      Hinge(), {.name = "ball", .type = JointType::kBall, .child = 1}};
  const auto check = [&](const Tendon& tendon) {
    RequireValidTendons(std::vector<Tendon>{tendon}, joints, kBodies);
  };
  const Tendon good{.name = "t", .terms = {{.joint = 0, .coefficient = -2}}};
  CHECK_NOTHROW(check(good));
  CHECK_THROWS_WITH(check({.name = "t"}),
                    "tendon 't' has no joint and no path");
  CHECK_THROWS_WITH(check({.name = "t", .terms = {{.joint = 1}}}),
                    Contains("'t' is of joint 'ball', which is ball"));
  CHECK_THROWS_WITH(check({.name = "t", .terms = {{.joint = 2}}}),
                    Contains("refers to joint number 2"));
  CHECK_THROWS_WITH(check({.name = "t", .terms = {{0, 1}, {0, 2}}}),
                    Contains("has joint 'hinge' twice"));
  CHECK_THROWS_WITH(check({.name = "t", .terms = {{0, 0}}}),
                    Contains("the coefficient of joint 'hinge' is 0"));
  const auto with = [&](double Tendon::*member, double value) {
    Tendon tendon = good;
    tendon.*member = value;
    return tendon;
  };
  CHECK_THROWS_WITH(check(with(&Tendon::lower, kNan)), Contains("'t'"));
  CHECK_THROWS_WITH(check(with(&Tendon::rest_lower, 1)),
                    Contains("rest length: the lower bound"));
  CHECK_THROWS_WITH(check(with(&Tendon::stiffness, -1)),
                    Contains("the stiffness is -1"));
  CHECK_THROWS_WITH(check(with(&Tendon::damping, -1)),
                    Contains("the damping is -1"));
  CHECK_THROWS_WITH(check(with(&Tendon::dry_friction, -1)),
                    Contains("the dry friction is -1"));
  CHECK_THROWS_WITH(
      RequireValidTendons(std::vector<Tendon>(2, good), joints, kBodies),
      "the tendon name 't' is used twice");
}

TEST_CASE("a pair of geometries is of two bodies, and not of two rigid ones") {
  const std::vector<contact::Geometry> geometries = [] {
    std::vector<contact::Geometry> three(3);
    three[0].name = "a";
    three[1].name = "b";
    three[1].body = 1;
    three[2].name = "c";
    three[2].body = 1;
    return three;
  }();
  const auto check = [&](int a, int b, double margin = 0, double k = 1) {
    contact::GeometryPair pair;
    pair.geometry_a = a;
    pair.geometry_b = b;
    pair.margin = margin;
    pair.material_a.stiffness = INFINITY;
    pair.material_b.stiffness = k;
    RequireValidGeometryPairs(std::vector<contact::GeometryPair>{pair},
                              geometries);
  };
  CHECK_NOTHROW(check(0, 1));
  CHECK_THROWS_WITH(check(0, 3), Contains("geometry number 3; there are 3"));
  CHECK_THROWS_WITH(check(1, 2), Contains("'b' and 'c' is on one body"));
  CHECK_THROWS_WITH(check(0, 1, -1), Contains("the margin is -1"));
  CHECK_THROWS_WITH(check(0, 1, 0, INFINITY), Contains("both are rigid"));
  std::vector<contact::GeometryPair> twice(2);
  twice[0].geometry_b = twice[1].geometry_a = 1;
  CHECK_THROWS_WITH(RequireValidGeometryPairs(twice, geometries),
                    Contains("is there twice"));
}

TEST_CASE("an actuator's numbers make sense") {
  Actuator actuator{.name = "motor", .joint = 0};
  actuator.force_lower = 1;
  actuator.force_upper = -1;
  CHECK_THROWS_WITH(
      Check(actuator),
      "actuator 'motor', force: the lower bound 1 is above the upper bound -1");
  actuator = {.name = "motor", .joint = 0};
  actuator.control_upper = kNan;
  CHECK_THROWS_WITH(Check(actuator), Contains("'motor', control"));
  for (double Actuator::*member :
       {&Actuator::gear, &Actuator::gain, &Actuator::bias0, &Actuator::bias1,
        &Actuator::bias2}) {
    actuator = {.name = "motor", .joint = 0};
    actuator.*member = kNan;
    CHECK_THROWS_WITH(Check(actuator), Contains("'motor'") && Contains("gear"));
  }
  actuator = {.name = "thruster", .body = 1};
  actuator.wrench_S[3] = kNan;
  CHECK_THROWS_WITH(Check(actuator), Contains("'thruster': its wrench"));
  actuator = {.name = "thruster", .body = 1};
  actuator.X_BS.linear() *= 2;
  CHECK_THROWS_WITH(Check(actuator), Contains("'thruster': its site"));
}

TEST_CASE(
    "RequireValidJoints: a pitch where none belongs, or none -> refused") {
  const std::vector<Body> bodies = {{.name = "world"}, {.name = "b"}};
  const auto check = [&](JointType type, double pitch) {
    Joint joint;
    joint.name = "j";
    joint.child = 1;
    joint.type = type;
    joint.screw_pitch = pitch;
    RequireValidJoints(std::vector<Joint>{joint}, bodies);
  };
  CHECK_NOTHROW(check(JointType::kScrew, -0.01));
  CHECK_THROWS_WITH(check(JointType::kScrew, 0),
                    Contains("joint 'j': the screw pitch is 0"));
  CHECK_THROWS_WITH(check(JointType::kScrew, kNan),
                    Contains("the screw pitch is nan"));
  CHECK_THROWS_WITH(check(JointType::kRevolute, 0.01),
                    Contains("a screw pitch is for screw joints; this one is "
                             "revolute"));
}

TEST_CASE("bounds of each position, and a largest angle, where they belong") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto check = [](Joint joint) {
    const std::vector<Body> bodies = {{.name = "world"}, {.name = "b"}};
    joint.name = "j";
    joint.child = 1;
    RequireValidJoints(std::vector<Joint>{joint}, bodies);
  };
  Joint universal;
  universal.type = JointType::kUniversal;
  universal.lower_each = {-1, -2, -kInfinity};
  CHECK_NOTHROW(check(universal));
  universal.upper_each[1] = -3;
  CHECK_THROWS_WITH(check(universal), Contains("the lower bound -2 is above"));
  universal.upper_each = {kInfinity, kInfinity, 1};
  CHECK_THROWS_WITH(check(universal), Contains("this one is universal"));
  Joint ball;
  ball.type = JointType::kBall;
  ball.lower_each[0] = 0;
  CHECK_THROWS_WITH(check(ball), Contains("this one is ball"));
  ball.lower_each[0] = -kInfinity;
  ball.max_angle = 1;
  CHECK_NOTHROW(check(ball));
  for (const double wrong : {0.0, -1.0, 3.5, kNan}) {
    ball.max_angle = wrong;
    CHECK_THROWS_WITH(check(ball), Contains("joint 'j': the largest angle"));
  }
  Joint floating;
  floating.max_angle = 1;
  CHECK_THROWS_WITH(check(floating), Contains("this one is floating"));
}

TEST_CASE("a constraint ties two bodies by numbers that its type has") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<Body> bodies = {{.name = "world"}, {.name = "b"}};
  const auto check = [&bodies](const Constraint& constraint) {
    RequireValidConstraints(std::vector<Constraint>{constraint}, bodies);
  };
  const Constraint weld{.name = "glue", .body_b = 1};
  CHECK_NOTHROW(check(weld));
  CHECK_THROWS_WITH(
      RequireValidConstraints(std::vector<Constraint>{weld, weld}, bodies),
      "the constraint name 'glue' is used twice");
  CHECK_THROWS_WITH(check({.name = "glue", .body_b = 2}),
                    Contains("constraint 'glue' refers to body number 2"));
  CHECK_THROWS_WITH(check({.name = "glue", .body_a = 1, .body_b = 1}),
                    "constraint 'glue' ties body 'b' to itself");
  Constraint wrong = weld;
  wrong.X_AP.linear() *= 2;
  CHECK_THROWS_WITH(check(wrong), Contains("its frame in the first body"));
  wrong = weld;
  wrong.distance = 1;
  CHECK_THROWS_WITH(check(wrong), Contains("this one is of type weld"));

  const auto rod = [&](double distance, double stiffness, double damping) {
    check({.name = "rod",
           .type = ConstraintType::kDistance,
           .body_b = 1,
           .distance = distance,
           .stiffness = stiffness,
           .damping = damping});
  };
  CHECK_NOTHROW(rod(1, kInfinity, 0));
  CHECK_NOTHROW(rod(0, 100, 2));
  CHECK_THROWS_WITH(rod(0, kInfinity, 0), Contains("use a ball"));
  CHECK_THROWS_WITH(rod(1, kInfinity, 1), Contains("give it a stiffness"));
  CHECK_THROWS_WITH(rod(-1, 100, 0), Contains("the distance is -1"));
  CHECK_THROWS_WITH(rod(1, -5, 0), Contains("the stiffness is -5"));
  CHECK_THROWS_WITH(rod(1, kNan, 0), Contains("neither a number nor infinite"));
  CHECK_THROWS_WITH(rod(1, 5, -1), Contains("the damping is -1"));
}

TEST_CASE("a coupler ties two scalar joints, or holds one") {
  std::vector<Joint> joints = {Hinge(), Hinge(), Hinge()};
  joints[1].type = JointType::kPrismatic;
  joints[2].type = JointType::kBall;
  joints[2].name = "socket";
  const auto check = [&joints](const JointCoupler& coupler) {
    RequireValidCouplers(std::vector<JointCoupler>{coupler}, joints, 2);
  };
  const JointCoupler belt{.name = "belt", .joint_a = 0, .joint_b = 1};
  CHECK_NOTHROW(check(belt));
  CHECK_NOTHROW(check({.name = "tie", .joint_a = 1}));
  CHECK_NOTHROW(check({.name = "ropes", .tendon_a = 0, .tendon_b = 1}));
  CHECK_THROWS_WITH(check({.name = "ropes", .tendon_a = 2}),
                    Contains("refers to a tendon that is not"));
  CHECK_THROWS_WITH(check({.name = "ropes", .tendon_a = 1, .tendon_b = 1}),
                    Contains("ties a tendon to itself"));
  CHECK_THROWS_WITH(check({.name = "mix", .joint_b = 1, .tendon_a = 1}),
                    Contains("ties a tendon to a joint"));
  CHECK_THROWS_WITH(check({.name = "mix", .joint_a = 1, .tendon_b = 1}),
                    Contains("ties a joint to a tendon"));
  CHECK_THROWS_WITH(
      RequireValidCouplers(std::vector<JointCoupler>{belt, belt}, joints, 2),
      "the coupler name 'belt' is used twice");
  for (const int wrong : {-1, 3}) {
    CHECK_THROWS_WITH(check({.name = "belt", .joint_a = wrong}),
                      Contains("coupler 'belt' refers to joint number"));
  }
  CHECK_THROWS_WITH(check({.name = "belt", .joint_a = 0, .joint_b = 3}),
                    Contains("there are 3"));
  CHECK_THROWS_WITH(check({.name = "belt", .joint_a = 0, .joint_b = 2}),
                    Contains("'belt' is of joint 'socket', which is ball"));
  CHECK_THROWS_WITH(check({.name = "belt", .joint_a = 0, .joint_b = 0}),
                    "coupler 'belt' ties joint 'hinge' to itself");
  JointCoupler wild = belt;
  wild.coefficients[4] = kNan;
  CHECK_THROWS_WITH(check(wild), Contains("must be finite"));
  wild = belt;
  wild.reference_b = kNan;
  CHECK_THROWS_WITH(check(wild), Contains("must be finite"));
}

TEST_CASE("geometry is on real bodies") {
  const auto check = [](int body, const RigidTransform& X_BG,
                        double margin = 0) {
    contact::Geometry geometry;
    geometry.margin = margin;
    geometry.name = "shell";
    geometry.body = body;
    geometry.X_BG = X_BG;
    RequireValidGeometries(std::vector<contact::Geometry>{geometry}, kBodies);
  };
  const RigidTransform X = RigidTransform::Identity();
  CHECK_NOTHROW(check(0, X));
  CHECK_NOTHROW(check(1, X));
  CHECK_THROWS_WITH(check(3, X),
                    Contains("geometry 'shell' refers to body number 3"));
  CHECK_THROWS_WITH(check(2, X),
                    Contains("geometry 'shell' is on body 'link'"));
  CHECK_NOTHROW(check(1, X, 0.1));
  CHECK_THROWS_WITH(check(1, X, -0.1),
                    Contains("geometry 'shell': the margin is -0.1"));
  RigidTransform scaled = X;
  scaled.linear() *= 2;
  CHECK_THROWS_WITH(check(1, scaled), Contains("geometry 'shell': its pose"));
}

// Build() ends with RequireMassEverywhere().
class Chain {
 public:
  Chain& Add(const std::string& name, JointType type, const Vector3d& axis,
             const SpatialInertia& inertia, double armature = 0) {
    const int body = builder_.AddBody(name, inertia, inertia.mass == 0);
    RigidTransform X_PF = RigidTransform::Identity();
    if (type == JointType::kRevolute) X_PF.translation() = offset_;
    builder_.AddJoint({.name = name + " joint",
                       .type = type,
                       .parent = body - 1,
                       .child = body,
                       .X_PF = X_PF,
                       .axis_F = axis,
                       .armature = armature});
    return *this;
  }
  Chain& set_offset(const Vector3d& offset) {
    offset_ = offset;
    return *this;
  }
  void Build() { std::move(builder_).Build(); }

 private:
  ModelBuilder builder_;
  Vector3d offset_ = Vector3d::Zero();
};

const Vector3d kX = Vector3d::UnitX(), kY = Vector3d::UnitY(),
               kZ = Vector3d::UnitZ();
constexpr JointType kHinge = JointType::kRevolute;
constexpr JointType kSlide = JointType::kPrismatic;

TEST_CASE("a massless end of a tree is refused with its joint") {
  const SpatialInertia body{.mass = 1, .I_Bcm = Matrix3d::Identity()};
  CHECK_THROWS_WITH(
      Chain().Add("arm", kHinge, kZ, body).Add("hand", kHinge, kX, {}).Build(),
      Contains("joint 'hand joint' moves nothing: body 'hand'"));
  // Armature or mass farther out helps.
  CHECK_NOTHROW(Chain()
                    .Add("arm", kHinge, kZ, body)
                    .Add("hand", kHinge, kX, {}, 0.1)
                    .Build());
  CHECK_NOTHROW(
      Chain().Add("arm", kHinge, kZ, {}).Add("hand", kHinge, kX, body).Build());
}

TEST_CASE("a direction without mass is refused") {
  const SpatialInertia point{.mass = 1};
  const SpatialInertia aside{.mass = 1, .p_BoBcm = {1, 0, 0}};
  // A point mass on the axis; beside it.
  CHECK_THROWS_WITH(Chain().Add("bead", kHinge, kZ, point).Build(),
                    Contains("'bead joint'"));
  CHECK_NOTHROW(Chain().Add("bead", kHinge, kZ, aside).Build());
  CHECK_NOTHROW(Chain().Add("bead", kSlide, kZ, point).Build());
  // Two slides along one axis; along two.
  CHECK_THROWS_WITH(
      Chain().Add("a", kSlide, kX, {}).Add("b", kSlide, kX, point).Build(),
      Contains("'a joint'"));
  CHECK_NOTHROW(
      Chain().Add("a", kSlide, kX, {}).Add("b", kSlide, kY, point).Build());
  // A point has no attitude: a free one lacks the angular velocities.
  CHECK_THROWS_WITH(Chain().Add("p", JointType::kFloating, kX, point).Build(),
                    Contains("'p joint'") && Contains("of 6"));
}

TEST_CASE("a model that is singular in one configuration only is legal") {
  // Straight, as in the default state, a double pendulum whose first link has
  // no mass is singular.
  const SpatialInertia bob{.mass = 1, .p_BoBcm = {1, 0, 0}};
  CHECK_NOTHROW(Chain()
                    .Add("first", kHinge, kZ, {})
                    .set_offset(kX)
                    .Add("second", kHinge, kZ, bob)
                    .Build());
}

TEST_CASE("fluids: negative numbers -> refused, with what they are of") {
  const auto check = [](const Fluid& fluid, const FluidEllipsoid& part) {
    RequireValidFluid(fluid, std::vector<FluidEllipsoid>{part}, kBodies);
  };
  const FluidEllipsoid good{.body = 1, .radii = {1, 1, 1}};
  CHECK_NOTHROW(check({.density = 1, .viscosity = 1}, good));
  CHECK_THROWS_WITH(check({.density = -1}, good), Contains("density is -1"));
  CHECK_THROWS_WITH(check({.viscosity = kNan}, good),
                    Contains("viscosity is nan"));
  CHECK_THROWS_WITH(check({.wind_W = {0, kNan, 0}}, good), Contains("wind"));
  CHECK_THROWS_WITH(check({}, {.body = 3, .radii = {1, 1, 1}}),
                    Contains("there are 3"));
  CHECK_THROWS_WITH(check({}, {.body = 2, .radii = {1, 1, 1}}),
                    Contains("'link', which is a virtual link"));
  CHECK_THROWS_WITH(check({}, {.body = 1, .radii = {1, 0, 1}}),
                    Contains("'arm': its radii"));
  CHECK_THROWS_WITH(check({}, {.body = 1,
                               .radii = {1, 1, 1},
                               .coefficients = {.magnus_lift = -1}}),
                    Contains("coefficient is -1"));
}

}  // namespace
}  // namespace tactus::multibody
