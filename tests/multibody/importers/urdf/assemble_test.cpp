#include "tactus/multibody/importers/urdf/assemble.h"

#include "multibody/importers/urdf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody::urdf {
namespace {

using test::FailureOfRobot;
using test::JointOf;
using test::Link;
using test::Pair;
using test::ParseRobot;

std::string Fix(const std::string& name, const std::string& parent,
                const std::string& child) {
  return "<joint name='" + name + "' type='fixed'><parent link='" + parent +
         "'/><child link='" + child + "'/></joint>";
}

TEST_CASE("URDF link: a root -> floats on a joint of its name, or is welded") {
  const auto floating = ParseRobot(Link("a"));
  CHECK(floating.joint("a").type == JointType::kFloating);
  CHECK(floating.model->trees()[0].is_free_body);
  const auto welded = ParseRobot(Link("a"), {.weld_root = true});
  CHECK(welded.joint("a/weld").type == JointType::kWeld);
  CHECK(welded.report.notices().empty());
}

// It need not be a link; its geometry is the world's, its inertia does not
// matter.
TEST_CASE("URDF link: one called world -> it is the world") {
  const auto implied = ParseRobot(Link("a") + Fix("j", "world", "a"));
  CHECK(implied.joint("j").parent == 0);
  CHECK(implied.model->num_velocities() == 0);
  const auto given = ParseRobot(
      "<link name='world' drake_ignore='true'><inertial><mass value='-1'/>"
      "</inertial><collision><geometry><box size='1 1 1'/></geometry>"
      "</collision></link>" +
      Link("a"));
  CHECK(given.model->num_bodies() == 2);
  CHECK(given.geometry(0).body == 0);
  CHECK_THAT(FailureOfRobot(Link("a") + Fix("j", "a", "world")),
             Catch::Contains("it moves the world"));
}

TEST_CASE(
    "URDF link: a root without mass -> welded to the world, and reported") {
  const auto alone = ParseRobot("<link name='a'/>");
  CHECK(alone.joint("a/weld").type == JointType::kWeld);
  CHECK(alone.Says("<link name=\"a\">: it is welded to the world"));
  const auto carried =
      ParseRobot("<link name='a'/><link name='b'/>" + Link("c") +
                 Fix("j", "a", "b") + Fix("k", "b", "c"));
  CHECK(carried.joint("a").type == JointType::kFloating);
  CHECK(carried.report.notices().empty());
}

TEST_CASE(
    "URDF: drake_ignore on a link and a joint -> left out, and reported") {
  const auto robot = ParseRobot(Link("a") +
                                "<link name='x' drake_ignore='true'/>"
                                "<joint name='y' drake_ignore='true'/>");
  CHECK(robot.model->num_bodies() == 2);
  CHECK(robot.Says("left out, as drake_ignore says"));
}

TEST_CASE("URDF: links and joints that make no forest -> refused") {
  const std::string pair = Pair("revolute", "");
  CHECK_THAT(FailureOfRobot(pair + "\n" + Link("a")),
             Catch::Contains("r.urdf:2: <link name=\"a\">: the link name 'a' "
                             "is used twice"));
  CHECK_THAT(FailureOfRobot(pair + JointOf("fixed", "")),
             Catch::Contains("the joint name 'j' is used twice"));
  CHECK_THAT(FailureOfRobot(pair + Link("c") + Fix("k", "c", "b")),
             Catch::Contains("link 'b' is the child of joint 'j' already"));
  CHECK_THAT(FailureOfRobot(pair + Fix("k", "b", "a")),
             Catch::Contains("hangs on itself"));
}

// It moves, but has no mass at its end.
TEST_CASE("URDF joint: links without mass at its end -> refused at its line") {
  const std::string failure =
      FailureOfRobot(Link("a") + "<link name='b'/><link name='c'/>\n" +
                     JointOf("revolute", "") + Fix("k", "b", "c"));
  CHECK_THAT(failure, Catch::StartsWith("r.urdf:2: <joint name=\"j\">: joint "
                                        "'j' moves nothing"));
  CHECK_THAT(failure, Catch::Contains("(no <inertial>: 'b', 'c'; --density"));
}

// The mass that lets the root float is at the chain's far end.
TEST_CASE("URDF: a chain of 2000 fixed links -> floats as one body") {
  constexpr int kLinks = 2000;
  std::string xml = "<link name='l0'/>";
  for (int i = 1; i < kLinks; ++i) {
    const std::string name = "l" + std::to_string(i);
    xml += i + 1 < kLinks ? "<link name='" + name + "'/>" : Link(name);
    xml += Fix("j" + std::to_string(i), "l" + std::to_string(i - 1), name);
  }
  const auto robot = ParseRobot(xml);
  CHECK(robot.model->num_bodies() == kLinks + 1);
  CHECK(robot.model->num_velocities() == 6);
}

}  // namespace
}  // namespace tactus::multibody::urdf
