#include "tactus/multibody/importers/urdf/joints.h"

#include <limits>

#include "multibody/importers/urdf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"

namespace tactus::multibody::urdf {
namespace {

using test::FailureOfRobot;
using test::JointOf;
using test::Link;
using test::Pair;
using test::ParseRobot;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// X_AB of links a and b with the joint's own positions.
RigidTransform PoseOfB(const test::ParsedUrdf& robot, const VectorXd& q_j) {
  const Joint& joint = robot.joint("j");
  VectorXd q = robot.model->default_positions();
  q.segment(joint.q_start, joint.nq()) = q_j;
  PositionKinematics position;
  CalcPositionKinematics(*robot.model, q, &position);
  const auto at = [&](const char* name) {
    return position
        .X_WB[static_cast<std::size_t>(robot.model->BodyIndex(name))];
  };
  return at("a").inverse() * at("b");
}

TEST_CASE("URDF joint: each type -> its joint, unsupported ones refused") {
  const auto type = [](const std::string& name) {
    return ParseRobot(Pair(name, "")).joint("j").type;
  };
  CHECK(type("fixed") == JointType::kWeld);
  CHECK(type("revolute") == JointType::kRevolute);
  CHECK(type("continuous") == JointType::kRevolute);
  CHECK(type("prismatic") == JointType::kPrismatic);
  CHECK(type("floating") == JointType::kFloating);
  CHECK(type("planar") == JointType::kPlanar);
  CHECK(type("ball") == JointType::kBall);
  CHECK(type("spherical") == JointType::kBall);
  CHECK(type("universal") == JointType::kUniversal);
  CHECK(type("planaraxis") == JointType::kPlanar);
  CHECK(type("orbital") == JointType::kUniversal);
  CHECK_THAT(FailureOfRobot(Pair("screw", "")),
             Catch::Contains("'screw' are not supported"));
  CHECK_THAT(FailureOfRobot(Pair("hinge", "")),
             Catch::Contains("is 'hinge', not one of: fixed, revolute"));
}

// The child turns about an axis given in its own frame at q = 0, by default x.
TEST_CASE("URDF joint: origin and axis -> the child's pose and motion") {
  const std::string origin = "<origin xyz='0 0 1' rpy='0 0 0.5'/>";
  const auto hinge = ParseRobot(Pair("revolute", origin));
  CHECK(hinge.joint("j").axis_F == Vector3d::UnitX());
  const Matrix3d R0 =
      Eigen::AngleAxisd(0.5, Vector3d::UnitZ()).toRotationMatrix();
  const RigidTransform X = PoseOfB(hinge, VectorXd::Constant(1, 0.7));
  CHECK((X.linear() - R0 * Eigen::AngleAxisd(0.7, Vector3d::UnitX())).norm() <
        1e-14);
  const auto slide =
      ParseRobot(Pair("prismatic", origin + "<axis xyz='0 3 0'/>"));
  const Vector3d p = PoseOfB(slide, VectorXd::Constant(1, 2)).translation();
  CHECK((p - (Vector3d(0, 0, 1) + 2 * R0.col(1))).norm() < 1e-14);
  CHECK_THAT(FailureOfRobot(Pair("revolute", "<axis xyz='0 0 0'/>")),
             Catch::Contains("has no direction"));
}

TEST_CASE("URDF joint: planar -> moves in the plane normal to its axis") {
  const auto robot =
      ParseRobot(Pair("planar", "<origin xyz='1 2 3'/><axis xyz='0 1 0'/>"));
  const RigidTransform rest = PoseOfB(robot, Vector3d::Zero());
  CHECK((rest.translation() - Vector3d(1, 2, 3)).norm() < 1e-14);
  CHECK((rest.linear() - Matrix3d::Identity()).norm() < 1e-14);
  const RigidTransform X = PoseOfB(robot, Vector3d(0.4, -0.3, 0.6));
  const Vector3d p = X.translation() - Vector3d(1, 2, 3);
  CHECK(std::abs(p.y()) < 1e-14);
  CHECK(p.norm() == Approx(0.5));
  CHECK((X.linear() -
         Eigen::AngleAxisd(0.6, Vector3d::UnitY()).toRotationMatrix())
            .norm() < 1e-14);
}

TEST_CASE("URDF joint: Drake's planar -> moves in x and y of its frame") {
  const auto robot = ParseRobot(
      Link("a") + Link("b") +
      "<drake:joint name='j' type='planar'><parent link='a'/><child link='b'/>"
      "<dynamics damping='1 1 4'/></drake:joint>");
  const RigidTransform X = PoseOfB(robot, Vector3d(1, 2, 0.5));
  CHECK((X.translation() - Vector3d(1, 2, 0)).norm() < 1e-14);
  CHECK(robot.joint("j").damping == Approx(2));
  CHECK(robot.Says("is the mean"));
}

TEST_CASE("URDF joint: limits, both or one -> bounds, infinite where missing") {
  const auto limits = [](const std::string& type, const std::string& limit) {
    return ParseRobot(Pair(type, "<limit " + limit + "/>"));
  };
  const auto both = limits("revolute", "lower='-1' upper='2' velocity='3'");
  CHECK(both.joint("j").lower == -1);
  CHECK(both.joint("j").upper == 2);
  CHECK(both.Says("attribute 'velocity'"));
  const auto one = limits("prismatic", "upper='0.5' velocity='inf'");
  CHECK(one.joint("j").lower == -kInfinity);
  CHECK(one.joint("j").upper == 0.5);
  CHECK_FALSE(one.Says("velocity"));
  CHECK(one.Says("it has 'upper' and no 'lower'"));
  CHECK(one.report.CountPhysics() == 1);
  CHECK(limits("revolute", "lower='-1'").Says("has 'lower' and no 'upper'"));
  CHECK_FALSE(both.Says("and no '"));
  CHECK_FALSE(limits("revolute", "effort='1'").Says("and no '"));
  const auto none = ParseRobot(Pair("revolute", ""));
  CHECK(none.joint("j").upper == kInfinity);
  const auto locked = limits("revolute", "lower='0' upper='0'");
  CHECK(locked.joint("j").lower == 0);
  CHECK(locked.joint("j").upper == 0);
  const auto turning = limits("continuous", "lower='-1' upper='2'");
  CHECK(turning.joint("j").upper == kInfinity);
  CHECK(turning.Says("'lower' and 'upper'"));
  CHECK_THAT(FailureOfRobot(Pair("revolute", "<limit lower='1' upper='-1'/>")),
             Catch::Contains("r.urdf:1: <limit>: 'lower' is above 'upper'"));
  CHECK_THAT(FailureOfRobot(Pair("revolute", "<limit effort='-1'/>")),
             Catch::Contains("'effort' is negative"));
}

TEST_CASE("URDF joints: no <limit> where one is required -> one note of all") {
  constexpr auto* kNote = "joints need a <limit> in URDF";
  for (const char* type : {"revolute", "prismatic"}) {
    INFO(type);
    CHECK(ParseRobot(Pair(type, "")).Says(kNote));
    CHECK_FALSE(ParseRobot(Pair(type, "<limit effort='1'/>")).Says(kNote));
    CHECK(FailureOfRobot(Pair(type, ""), {.strict = true}).empty());
  }
  for (const char* type : {"continuous", "fixed", "floating", "planar"}) {
    INFO(type);
    CHECK_FALSE(ParseRobot(Pair(type, "")).Says(kNote));
  }
  const auto two = ParseRobot(
      Pair("revolute", "") + Link("c") +
      "<joint name='k' type='revolute'><parent link='b'/><child link='c'/>"
      "</joint>");
  CHECK(two.Says(std::string(kNote)));
  CHECK(two.Says("and 1 more"));
}

TEST_CASE("URDF joint: limits of universal and planar -> bounds by position") {
  using Bounds = std::array<double, 3>;
  const auto joint = [](const std::string& type, const std::string& limit) {
    return ParseRobot(Pair(type, "<limit " + limit + "/>")).joint("j");
  };
  const Joint both = joint("universal", "lower='-1' upper='2'");
  CHECK(both.lower_each == Bounds{-1, -1, -kInfinity});
  CHECK(both.upper_each == Bounds{2, 2, kInfinity});
  const Joint each = joint("universal", "lower='-1 -inf' upper='2 .5'");
  CHECK(each.lower_each == Bounds{-1, -kInfinity, -kInfinity});
  CHECK(each.upper_each == Bounds{2, 0.5, kInfinity});
  const Joint planar = joint("planar", "lower='-1 -2 -3'");
  CHECK(planar.lower_each == Bounds{-1, -2, -3});
  CHECK(planar.upper_each == Bounds{kInfinity, kInfinity, kInfinity});
  // A metre is not a radian.
  const auto one = ParseRobot(Pair("planar", "<limit lower='-1' upper='1'/>"));
  CHECK(one.joint("j").upper_each[0] == kInfinity);
  CHECK(one.Says("'lower' and 'upper'"));
  CHECK_THAT(
      FailureOfRobot(Pair("universal", "<limit lower='0 1' upper='1 0'/>")),
      Catch::Contains("'lower' is above 'upper'"));
  CHECK_THAT(FailureOfRobot(Pair("universal", "<limit lower='0 x'/>")),
             Catch::Contains("holds 'x', which is no number"));
}

TEST_CASE("URDF joint: damping and friction -> read, negative ones refused") {
  const auto robot =
      ParseRobot(Pair("revolute", "<dynamics damping='0.3' friction='0.4'/>"));
  CHECK(robot.joint("j").damping == 0.3);
  CHECK(robot.joint("j").dry_friction == 0.4);
  const auto old = ParseRobot(
      Pair("revolute", "<joint_properties damping='0.3' friction='0.4'/>"));
  CHECK(old.joint("j").dry_friction == 0.4);
  const auto other = ParseRobot(Pair("revolute", "<dynamics K='7' D='0'/>"));
  CHECK(other.Says("attribute 'K'"));
  CHECK_FALSE(other.Says("attribute 'D'"));
  for (const char* name : {"damping", "friction"}) {
    CHECK_THAT(FailureOfRobot(Pair(
                   "revolute", std::string("<dynamics ") + name + "='-1'/>")),
               Catch::Contains("is negative"));
  }
}

TEST_CASE(
    "URDF joint: mimic of a joint, or of none -> a coupler, or a notice") {
  const std::string robot = Pair("revolute", "") + Link("c") +
                            "<joint name='k' type='prismatic'><parent "
                            "link='b'/><child link='c'/><mimic joint='";
  const auto tied =
      ParseRobot(robot + "j' multiplier='-2' offset='0.5'/></joint>");
  REQUIRE(tied.model->couplers().size() == 1);
  const JointCoupler& coupler = tied.model->couplers()[0];
  CHECK(coupler.joint_a == tied.model->JointIndex("k"));
  CHECK(coupler.joint_b == tied.model->JointIndex("j"));
  CHECK(coupler.coefficients == std::array<double, 5>{0.5, -2, 0, 0, 0});
  const auto free = ParseRobot(robot + "jj'/></joint>");
  CHECK(free.model->couplers().empty());
  CHECK(free.Says("there is no joint 'jj'; did you mean 'j'?"));
  CHECK_THAT(FailureOfRobot(robot + "k'/></joint>"),
             Catch::Contains("cannot mimic joint 'k'"));
}

TEST_CASE("URDF joint: mimics of each other -> the last one is left out") {
  const auto p = ParseRobot(
      Pair("revolute", "<mimic joint='k' multiplier='3'/>") + Link("c") +
      "<joint name='k' type='prismatic'><parent link='b'/><child link='c'/>"
      "<mimic joint='j' multiplier='-2'/></joint>");
  REQUIRE(p.model->couplers().size() == 1);
  CHECK(p.model->couplers()[0].joint_a == p.model->JointIndex("j"));
  CHECK(p.Says("joint 'k' does not follow 'j', which follows it"));
}

TEST_CASE("URDF joint: without child, or of an unknown link -> refused") {
  CHECK_THAT(FailureOfRobot(Link("a") + "\n<joint name='x' type='fixed'>"
                                        "<parent link='a'/></joint>"),
             Catch::Contains("r.urdf:2: <joint name=\"x\">: it has no "
                             "<child>"));
  CHECK_THAT(FailureOfRobot(Link("a") + JointOf("fixed", "")),
             Catch::Contains("unknown link 'b'"));
}

}  // namespace
}  // namespace tactus::multibody::urdf
