#include "tactus/multibody/importers/mjcf/couplers.h"

#include <numbers>

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOf;
using test::Parse;
using test::Parsed;

constexpr const char* kBodies =
    "<worldbody>"
    "<body><joint name='a' ref='90'/><geom size='1'/>"
    "<body><joint name='b' type='slide' ref='.5'/><geom size='1'/></body>"
    "</body>"
    "<body><joint name='c'/><geom size='1'/></body>"
    "<body><joint name='ball' type='ball'/><geom size='1'/></body>"
    "</worldbody>";

std::string With(const std::string& equality) {
  return kBodies + ("<equality>" + equality + "</equality>");
}

std::string NameOf(const Parsed& p, int joint) {
  return p.model->joints()[static_cast<std::size_t>(joint)].name;
}

TEST_CASE("MJCF equality: joint with polycoef -> a coupler of two joints") {
  const Parsed p =
      Parse(With("<joint name='e' joint1='a' joint2='b' polycoef='1 2 3 4 5'/>"
                 "<joint joint1='c' joint2='a' polycoef='0 -2'/>"
                 "<joint joint1='b' polycoef='.1'/>"));
  CHECK(p.report.CountPhysics() == 0);
  REQUIRE(p.model->couplers().size() == 3);
  const JointCoupler& first = p.model->couplers()[0];
  CHECK(first.name == "e");
  CHECK(NameOf(p, first.joint_a) == "a");
  CHECK(NameOf(p, first.joint_b) == "b");
  CHECK(first.reference_a == Approx(std::numbers::pi / 2));
  CHECK(first.reference_b == 0.5);
  CHECK(first.coefficients == std::array<double, 5>{1, 2, 3, 4, 5});

  // What is not given stays at q1 - ref1 = q2 - ref2.
  const JointCoupler& second = p.model->couplers()[1];
  CHECK(second.coefficients == std::array<double, 5>{0, -2, 0, 0, 0});
  CHECK(second.reference_b == Approx(std::numbers::pi / 2));

  const JointCoupler& held = p.model->couplers()[2];
  CHECK(NameOf(p, held.joint_a) == "b");
  CHECK(held.joint_b == -1);
  CHECK(held.coefficients[0] == 0.1);
}

TEST_CASE("MJCF equality: joint that is not active -> left out in silence") {
  const std::string joint = "<joint joint1='a' joint2='c'/>";
  const auto count = [](const std::string& xml) {
    const Parsed p = Parse(xml);
    CHECK(p.report.CountPhysics() == 0);
    return p.model->couplers().size();
  };
  CHECK(count(With("<joint joint1='a' joint2='c' active='false'/>")) == 0);
  const std::string off =
      "<default><equality active='false'/>"
      "<default class='on'><equality active='true'/></default></default>";
  CHECK(count(off + With(joint)) == 0);
  CHECK(count(off + With("<joint class='on' joint1='a' joint2='c'/>")) == 1);
  CHECK(count("<option><flag equality='disable'/></option>" + With(joint)) ==
        0);
  CHECK(count(With(joint)) == 1);
}

TEST_CASE("MJCF equality: softness of joint, and flex -> left out, reported") {
  const Parsed p =
      Parse(With("<joint joint1='a' joint2='c' solref='.1 1'/>"
                 "<flex/>"));
  CHECK(p.model->couplers().size() == 1);
  REQUIRE(p.report.CountPhysics() == 2);
  CHECK_THAT(p.report.notices()[0].message, Contains("near-rigidly"));
  CHECK_THAT(p.report.notices()[1].message,
             Contains("only connect, weld, joint and tendon"));
}

TEST_CASE("MJCF equality: joints that make no sense -> refused") {
  CHECK(FailureOf(With("\n<joint name='e' joint1='a' joint2='d'/>")) ==
        "m.xml:2: <joint name=\"e\">: unknown joint 'd'");
  CHECK_THAT(FailureOf(With("<joint/>")), Contains("'joint1'"));
  CHECK_THAT(FailureOf(With("<joint joint1='a' joint2='ball'/>")),
             Contains("joint 'ball' is neither a hinge nor a slide"));
  CHECK_THAT(FailureOf(With("<joint joint1='a' joint2='a'/>")),
             Contains("ties a joint to itself"));
  CHECK_THAT(FailureOf(With("<joint name='e' joint1='a'/>"
                            "<joint name='e' joint1='b'/>")),
             Contains("the name 'e' is used twice"));
  CHECK_THAT(FailureOf(With("<joint joint1='a' polycoef='1 2 3 4 5 6'/>")),
             Contains("'polycoef' takes 1 to 5 numbers"));
}

}  // namespace
}  // namespace tactus::multibody
