#include "tactus/multibody/importers/urdf/gazebo_extensions.h"

#include "multibody/importers/urdf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOfRobot;
using test::Link;
using test::Pair;
using test::ParsedUrdf;
using test::ParseRobot;

const std::string kBall =
    "<collision><geometry><sphere radius='1'/></geometry>";

// A link of a plain ball and one whose contact Drake's extension describes.
ParsedUrdf ParseLink(const std::string& gazebo) {
  return ParseRobot(
      Link("a", kBall + "</collision>" + kBall +
                    "<drake:proximity_properties><drake:mu_static "
                    "value='.9'/></drake:proximity_properties></collision>") +
      Link("b", kBall + "</collision>") + "<gazebo reference='a'>" + gazebo +
      "</gazebo>");
}

TEST_CASE(
    "URDF gazebo: mu1 and kp -> a link's contact, where Drake is silent") {
  const ParsedUrdf p =
      ParseLink("<mu1>.3</mu1><mu2>0.3</mu2><kp value='2e5'/>");
  const contact::Material& own = p.geometry(0).material;
  CHECK(own.static_friction == 0.3);
  CHECK(own.dynamic_friction == 0.3);
  CHECK(own.stiffness == 2e5);
  CHECK(p.geometry(1).material.static_friction == 0.9);
  const contact::Material standard;
  CHECK(p.geometry(1).material.stiffness == standard.stiffness);
  CHECK(p.geometry(2).material.static_friction == standard.static_friction);
  CHECK(p.report.CountPhysics() == 0);
}

TEST_CASE("URDF gazebo: two frictions -> the first, with a notice") {
  const ParsedUrdf p = ParseLink("<mu1>.3</mu1><mu2>.5</mu2>");
  CHECK(p.geometry(0).material.static_friction == 0.3);
  CHECK(p.report.CountPhysics() == 1);
  CHECK(p.Says("the same in all directions"));
  CHECK(ParseLink("<mu2>.5</mu2>").Says("does not act without <mu1>"));
}

TEST_CASE("URDF gazebo: gravity off -> no gravity on that link") {
  for (const char* off :
       {"<turnGravityOff>true</turnGravityOff>", "<gravity>0</gravity>"}) {
    const ParsedUrdf p = ParseLink(off);
    CHECK(p.body("a").gravity_scale == 0);
    CHECK(p.body("b").gravity_scale == 1);
    CHECK(p.report.CountPhysics() == 0);
  }
  for (const char* on :
       {"<turnGravityOff>false</turnGravityOff>", "<gravity>1</gravity>"}) {
    CHECK(ParseLink(on).body("a").gravity_scale == 1);
  }
}

TEST_CASE(
    "URDF gazebo: springStiffness and springReference -> a joint's spring") {
  const std::string spring =
      "<gazebo reference='j'><springStiffness>4</springStiffness>"
      "<springReference>-.5</springReference></gazebo>";
  const ParsedUrdf p = ParseRobot(Pair("continuous", "") + spring);
  CHECK(p.joint("j").stiffness == 4);
  CHECK(p.joint("j").spring_reference == -0.5);
  CHECK(p.report.CountPhysics() == 0);
  CHECK(ParseRobot(Pair("floating", "") + spring)
            .Says("acts on joints of one coordinate only"));
}

TEST_CASE(
    "URDF gazebo: unknown reference, or bad value -> reported, or refused") {
  CHECK(ParseRobot(Link("a") + "<gazebo reference='x'><mu1>1</mu1></gazebo>")
            .Says("it refers to 'x', which is not there"));
  CHECK(ParseRobot(Link("a") + "<gazebo reference='x'><material>Red</material>"
                               "</gazebo>")
            .report.CountPhysics() == 0);
  CHECK_THAT(FailureOfRobot(Link("a") +
                            "<gazebo reference='a'><mu1>-1</mu1></gazebo>"),
             Contains("<mu1>: needs a number that is not negative"));
  CHECK_THAT(
      FailureOfRobot(Link("a") + "<gazebo reference='a'><kp>0</kp></gazebo>"),
      Contains("<kp>: must be positive"));
  CHECK_THAT(
      FailureOfRobot(Link("a") +
                     "<gazebo reference='a'><gravity>off</gravity></gazebo>"),
      Contains("<gravity>: is neither true nor false"));
}

}  // namespace
}  // namespace tactus::multibody
