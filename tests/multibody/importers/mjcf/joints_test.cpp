#include "tactus/multibody/importers/mjcf/joints.h"

#include <cmath>

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOfWorld;
using test::Parse;
using test::Parsed;
using test::ParseWorld;

constexpr double kDegree = 3.14159265358979323846 / 180;

// A body of 1 kg with what is given inside.
std::string BodyWith(const std::string& joint) {
  return "<body name='b'>" + joint + "<geom size='.1' mass='1'/></body>";
}

TEST_CASE(
    "MJCF joint: a hinge in degrees -> about z, with its values in radians") {
  const Parsed p = ParseWorld(BodyWith(
      "<joint name='j' range='-90 45' ref='10' springref='20' stiffness='3' "
      "damping='4' frictionloss='6' armature='5'/>"));
  const Joint& j = p.joint("j");
  CHECK(j.type == JointType::kRevolute);
  CHECK(j.axis_F == Vector3d::UnitZ());
  CHECK(j.lower == Approx(-90 * kDegree).epsilon(1e-15));
  CHECK(j.upper == Approx(45 * kDegree).epsilon(1e-15));
  CHECK(j.default_position == Approx(10 * kDegree).epsilon(1e-15));
  CHECK(j.spring_reference == Approx(20 * kDegree).epsilon(1e-15));
  CHECK(j.stiffness == 3);
  CHECK(j.damping == 4);
  CHECK(j.armature == 5);
  CHECK(j.dry_friction == 6);
  CHECK(p.report.CountPhysics() == 0);
}

TEST_CASE("MJCF joint: radians, or lengths of slides -> unchanged") {
  const Parsed p =
      Parse("<compiler angle='radian'/><worldbody>" +
            BodyWith("<joint name='j' range='-1 2'/>") + "</worldbody>");
  CHECK(p.joint("j").upper == 2);
  const Parsed slide = ParseWorld(BodyWith(
      "<joint name='j' type='slide' axis='0 3 4' range='-1 2' ref='.5'/>"));
  const Joint& j = slide.joint("j");
  CHECK(j.type == JointType::kPrismatic);
  CHECK((j.axis_F - Vector3d(0, 0.6, 0.8)).norm() < 1e-15);
  CHECK(j.lower == -1);
  CHECK(j.default_position == 0.5);
}

TEST_CASE("MJCF joint: no range, or limited false -> no limits") {
  const Parsed p = ParseWorld(BodyWith("<joint name='j'/>"));
  CHECK(std::isinf(p.joint("j").lower));
  CHECK(std::isinf(p.joint("j").upper));
  const Parsed off =
      ParseWorld(BodyWith("<joint name='j' range='0 1' limited='false'/>"));
  CHECK(std::isinf(off.joint("j").upper));
}

TEST_CASE("MJCF joint: ball and free -> their types, damping and armature") {
  const Parsed p = ParseWorld(BodyWith(
      "<joint name='j' type='ball' damping='1' armature='2' limited='true'/>"));
  CHECK(p.joint("j").type == JointType::kBall);
  CHECK(p.joint("j").damping == 1);
  CHECK(p.joint("j").armature == 2);
  CHECK(p.report.CountPhysics() == 0);

  const Parsed f = ParseWorld(BodyWith("<joint name='j' type='free'/>"));
  CHECK(f.joint("j").type == JointType::kFloating);
  CHECK(f.report.CountPhysics() == 0);
}

TEST_CASE(
    "MJCF joint: frictionloss of a ball -> taken, its other axes reported") {
  const Parsed p =
      ParseWorld(BodyWith("<joint name='j' type='ball' frictionloss='.3'/>"));
  CHECK(p.joint("j").dry_friction == 0.3);
  REQUIRE(p.report.CountPhysics() == 1);
  CHECK_THAT(p.report.notices()[0].message, Contains("axes of the parent"));
}

TEST_CASE(
    "MJCF joint: frictionloss by default, or disabled -> taken, or zero") {
  const std::string xml =
      "<default><joint frictionloss='.3'/></default>"
      "<worldbody>" +
      BodyWith("<joint name='j'/>") + "</worldbody>";
  CHECK(Parse(xml).joint("j").dry_friction == 0.3);
  CHECK(Parse("<option><flag frictionloss='disable'/></option>" + xml)
            .joint("j")
            .dry_friction == 0);
}

TEST_CASE("MJCF joint: a ball's range without its limit -> nothing to tell") {
  const Parsed off =
      ParseWorld(BodyWith("<joint type='ball' range='0 30' limited='false'/>"));
  CHECK(off.report.CountPhysics() == 0);
}

TEST_CASE("MJCF freejoint: defaults of joints -> not taken") {
  const std::string xml =
      "<default><joint damping='1' armature='2'/></default><worldbody>";
  const Parsed free =
      Parse(xml + BodyWith("<freejoint name='j'/>") + "</worldbody>");
  CHECK(free.joint("j").damping == 0);
  CHECK(free.joint("j").armature == 0);
  const Parsed joint =
      Parse(xml + BodyWith("<joint name='j' type='free'/>") + "</worldbody>");
  CHECK(joint.joint("j").damping == 1);
  CHECK(joint.joint("j").armature == 2);
}

TEST_CASE("MJCF joint: values that make no sense -> refused") {
  CHECK(FailureOfWorld("\n" + BodyWith("<joint name='j' damping='-1'/>")) ==
        "m.xml:2: <joint name=\"j\">: attribute 'damping' is negative");
  CHECK_THAT(FailureOfWorld(BodyWith("<joint armature='-1'/>")),
             Contains("'armature' is negative"));
  CHECK_THAT(FailureOfWorld(BodyWith("<joint frictionloss='-1'/>")),
             Contains("'frictionloss' is negative"));
  CHECK(FailureOfWorld(BodyWith("<joint axis='0 0 1e300'/>")).empty());
  CHECK_THAT(FailureOfWorld(BodyWith("<joint axis='0 0 0'/>")),
             Contains("'axis' has no direction"));
  CHECK_THAT(FailureOfWorld(BodyWith("<joint type='screw'/>")),
             Contains("'type' is 'screw', not one of: free, ball, slide"));
  CHECK_THAT(FailureOfWorld(BodyWith("<joint range='2 1'/>")),
             Contains("'range' has bounds in the wrong order"));
  CHECK_THAT(FailureOfWorld(BodyWith("<joint limited='true'/>")),
             Contains("'range' is missing"));
  CHECK_THAT(FailureOfWorld(BodyWith("<joint stiffness='soft'/>")),
             Contains("'stiffness' holds 'soft'"));
}

TEST_CASE("MJCF joints: polynomial stiffness and damping -> the linear terms") {
  const auto p = ParseWorld(
      "<body><joint name='j' stiffness='3 0 0.5' damping='4 1'/>"
      "<geom size='1'/></body>");
  CHECK(p.joint("j").stiffness == 3);
  CHECK(p.joint("j").damping == 4);
  REQUIRE(p.report.notices().size() == 1);
  CHECK(p.report.notices()[0].message ==
        "of stiffness and damping the linear term acts");
  CHECK(ParseWorld("<body><joint stiffness='3 0 0'/><geom size='1'/></body>")
            .report.notices()
            .empty());
}

}  // namespace
}  // namespace tactus::multibody
