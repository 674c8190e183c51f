#include "tactus/multibody/importers/sdf/gearboxes.h"

#include <algorithm>
#include <string>

#include "multibody/importers/sdf/parse_tools.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/importers/sdf/load_sdf.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using Catch::StartsWith;
using test::BuildModel;
using test::Says;

/// Two wheels on a frame, and a gearbox between them. What is not said is
/// between the frame and a wheel, about z.
struct Gear {
  std::string axis = "0 0 1", axis2 = "0 0 1";  ///< Of the gearbox.
  std::string input = "0 0 1", output = "0 0 1";
  std::string ratio = "<gearbox_ratio>3</gearbox_ratio>";
  std::string reference =
      "<gearbox_reference_body>base</gearbox_reference_body>";
  std::string output_links = "<parent>base</parent><child>b</child>";
  std::string output_type = "revolute";
  std::string pose = {};   ///< Of link b.
  std::string more = {};   ///< In the gearbox's axis.
  std::string links = {};  ///< And what else is in the model.

  std::string Write() const {
    const auto axis_of = [](const std::string& tag, const std::string& xyz,
                            const std::string& other) {
      return "<" + tag + "><xyz>" + xyz + "</xyz>" + other + "</" + tag + ">";
    };
    // The output comes before the input in the tree.
    return "<link name='base'/><link name='a'/><link name='b'>" + pose +
           "</link>" + links +
           "<joint name='gear' type='gearbox'><parent>a</parent>"
           "<child>b</child>" +
           ratio + reference + axis_of("axis", axis, more) +
           axis_of("axis2", axis2, "") + "</joint>" +
           "<joint name='out' type='" + output_type + "'>" + output_links +
           axis_of("axis", output, "") + "</joint>" +
           "<joint name='in' type='continuous'><parent>base</parent>"
           "<child>a</child>" +
           axis_of("axis", input, "") + "</joint>";
  }
};

/// By which the output follows the input.
double RatioOf(const Gear& gear) {
  const auto model = BuildModel(gear.Write());
  REQUIRE(model->couplers().size() == 1);
  const JointCoupler& coupler = model->couplers()[0];
  CHECK(coupler.name == "gear");
  CHECK(coupler.joint_a == model->JointIndex("out"));
  CHECK(coupler.joint_b == model->JointIndex("in"));
  CHECK(coupler.reference_a == 0);
  CHECK(coupler.reference_b == 0);
  CHECK(coupler.coefficients[0] == 0);
  return coupler.coefficients[1];
}

TEST_CASE("SDF gearbox: a ratio -> a coupler of the wheels, minus the ratio") {
  CHECK(RatioOf({}) == -3);
  CHECK(RatioOf({.ratio = "<gearbox_ratio>-0.5</gearbox_ratio>"}) == 0.5);
  CHECK(RatioOf({.ratio = ""}) == -1);
}

// theta_2 = -ratio theta_1 about the gearbox's own axes.
TEST_CASE("SDF gearbox: axes that are turned over -> the sign of the angle") {
  CHECK(RatioOf({.axis = "0 0 -1"}) == 3);
  CHECK(RatioOf({.axis2 = "0 0 -1"}) == 3);
  CHECK(RatioOf({.axis = "0 0 -1", .axis2 = "0 0 -1"}) == -3);
  CHECK(RatioOf({.input = "0 0 -1"}) == 3);
  CHECK(RatioOf({.output = "0 0 -1"}) == 3);
  CHECK(RatioOf({.axis = "0 0 -1", .input = "0 0 -1"}) == -3);
}

// A bevel gear: each angle is about an axis of its own.
TEST_CASE("SDF gearbox: wheels about different axes -> the same ratio") {
  CHECK(RatioOf({.axis2 = "1 0 0", .output = "1 0 0"}) == -3);
}

// Axes are in the frame of the joint's child: those of the gearbox and of the
// output turn with b, which is turned by half a turn about y, that of the input
// does not.
TEST_CASE("SDF gearbox: a link that is turned -> axes compared in the world") {
  const std::string turned = "<pose>0 0 0 0 3.14159265358979 0</pose>";
  CHECK(RatioOf({.pose = turned}) == 3);
  CHECK(RatioOf({.axis = "0 0 -1", .pose = turned}) == -3);
  CHECK(RatioOf({.axis2 = "1 0 0", .output = "1 0 0", .pose = turned}) == 3);
}

TEST_CASE("SDF gearbox: the reference as a joint's child -> turned over") {
  const auto model = BuildModel(
      Gear{.output_links = "<parent>b</parent><child>base</child>"}.Write());
  REQUIRE(model->couplers().size() == 1);
  CHECK(model->couplers()[0].coefficients[1] == 3);
}

TEST_CASE("SDF gearbox: meshed wheels -> they do not touch") {
  const auto model = BuildModel(Gear{}.Write());
  const std::pair pair(model->BodyIndex("a"), model->BodyIndex("b"));
  CHECK(std::ranges::count(model->excluded_pairs(), pair) == 1);
}

TEST_CASE("SDF gearbox: limits and damping of its own -> reported") {
  ImportReport report;
  BuildModel(Gear{.more = "<dynamics><damping>1</damping></dynamics>"}.Write(),
             &report);
  CHECK(Says(report, Notice::Severity::kDropped,
             "a gearbox has neither limits nor dynamics"));
  BuildModel(Gear{}.Write(), &report);
  CHECK(report.CountPhysics() == 0);
}

void CheckRefused(const Gear& gear, const std::string& why) {
  INFO(why);
  CHECK_THROWS_WITH(BuildModel(gear.Write()),
                    StartsWith("a.sdf:1: <") && Contains(why));
}

TEST_CASE("SDF gearbox: what couples no two angles -> refused by name") {
  CheckRefused({.reference = ""}, "needs a <gearbox_reference_body>");
  CheckRefused({.reference = "<gearbox_reference_body>c"
                             "</gearbox_reference_body>"},
               "there is no link 'c'");
  CheckRefused({.ratio = "<gearbox_ratio>0</gearbox_ratio>"},
               "finite and not zero");
  CheckRefused({.output_type = "prismatic"}, "none connects 'b' with 'base'");
  CheckRefused({.reference = "<gearbox_reference_body>world"
                             "</gearbox_reference_body>"},
               "none connects 'a' with 'world'");
  CheckRefused({.axis2 = "1 0 0"}, "not that of joint 'out'");
  CheckRefused({.axis = "0 1 0"}, "not that of joint 'in'");
}

// Of the loop base - b - c - base, the joint that closes it.
TEST_CASE("SDF gearbox: of a joint that closes a loop -> refused") {
  const std::string loop =
      "<link name='c'/><joint name='one' type='revolute'><parent>base</parent>"
      "<child>c</child><axis><xyz>0 0 1</xyz></axis></joint>"
      "<joint name='two' type='revolute'><parent>c</parent><child>b</child>"
      "<axis><xyz>0 0 1</xyz></axis></joint>";
  CheckRefused({.links = loop}, "cannot couple joints that close loops");
}

}  // namespace
}  // namespace tactus::multibody
