#include "tactus/multibody/importers/mjcf/tendons.h"

#include <cmath>

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOf;
using test::Parse;
using test::Parsed;

// Slides a and b, b at 2 in the file; a second pair c and d.
const std::string kSlides =
    "<worldbody>"
    "<body><joint name='a' type='slide' damping='1' stiffness='3' "
    "springref='.5' range='-9 9'/><geom size='1'/></body>"
    "<body><joint name='b' type='slide' ref='2'/><geom size='1'/></body>"
    "<body><joint name='ball' type='ball'/><geom size='1'/></body>"
    "</worldbody>";
std::string MakeTendon(const std::string& attributes,
                       const std::string& joints) {
  return "<tendon><fixed name='t' " + attributes + ">" + joints +
         "</fixed></tendon>";
}

const std::string kOnA = "<joint joint='a' coef='-2'/>";
const std::string kOnBoth =
    "<joint joint='a' coef='3'/><joint joint='b' coef='.5'/>";

TEST_CASE("MJCF tendon: on a single joint -> added to that joint, as geared") {
  const Parsed p =
      Parse(kSlides + MakeTendon("range='-4 8' stiffness='10' springlength='6' "
                                 "damping='5' frictionloss='7' armature='2'",
                                 kOnA));
  CHECK(p.report.CountPhysics() == 0);
  const Joint& a = p.joint("a");
  CHECK(a.lower == -4);
  CHECK(a.upper == 2);
  CHECK(a.damping == 1 + 4 * 5);
  CHECK(a.dry_friction == 2 * 7);
  CHECK(a.armature == 4 * 2);
  // 3 (.5 - q) + 40 (-3 - q), whatever q.
  CHECK(a.stiffness == 43);
  CHECK(a.stiffness * a.spring_reference == Approx(3 * 0.5 + 40 * -3));
}

// As in MuJoCo: at the joints' springrefs, not at the file's pose.
TEST_CASE("MJCF tendon: no springlength -> slack at the joints' springref") {
  const Parsed p = Parse(
      kSlides + MakeTendon("stiffness='10'", "<joint joint='b' coef='2'/>"));
  CHECK(p.joint("b").stiffness == 40);
  CHECK(p.joint("b").spring_reference == 0);
  const Parsed both = Parse(kSlides + MakeTendon("stiffness='10'", kOnBoth));
  REQUIRE(both.model->tendons().size() == 1);
  CHECK(both.model->tendons()[0].rest_lower == 3 * .5);
  CHECK(both.model->tendons()[0].rest_upper == 3 * .5);
}

// A fixed tendon's length is a sum of either sign: -1, of both ends, is the one
// that stands for none.
TEST_CASE(
    "MJCF tendon: a negative springlength -> taken, but for the default") {
  const auto rest_of = [](const std::string& spring_length) {
    const Parsed p =
        Parse(kSlides +
              MakeTendon("stiffness='10' springlength='" + spring_length + "'",
                         kOnBoth));
    REQUIRE(p.model->tendons().size() == 1);
    const Tendon& t = p.model->tendons()[0];
    return std::pair(t.rest_lower, t.rest_upper);
  };
  CHECK(rest_of("-.2") == std::pair(-.2, -.2));
  CHECK(rest_of("-2 -.5") == std::pair(-2., -.5));
  CHECK(rest_of("-1 .5") == std::pair(-1., .5));
  CHECK(rest_of("-1") == std::pair(3 * .5, 3 * .5));
  CHECK(rest_of("-1 -1") == std::pair(3 * .5, 3 * .5));
  const Parsed single =
      Parse(kSlides + MakeTendon("stiffness='3' springlength='-.2'",
                                 "<joint joint='b' coef='1'/>"));
  CHECK(single.joint("b").spring_reference == Approx(-.2));
}

TEST_CASE("MJCF tendon: over several joints -> a tendon of the model") {
  const Parsed p =
      Parse(kSlides +
            MakeTendon("range='-3.5 6.5' stiffness='10' springlength='.1 .4' "
                       "damping='5' frictionloss='7' armature='2'",
                       kOnBoth + "<joint joint='a' coef='1'/>"));
  REQUIRE(p.model->tendons().size() == 1);
  const Tendon& t = p.model->tendons()[0];
  CHECK(t.name == "t");
  REQUIRE(t.terms.size() == 2);
  CHECK(p.model->joints()[t.terms[0].joint].name == "a");
  CHECK(t.terms[0].coefficient == 4);  // 3 + 1
  CHECK(p.model->joints()[t.terms[1].joint].name == "b");
  CHECK(t.terms[1].coefficient == .5);
  CHECK(t.offset == 0);
  CHECK(t.lower == -3.5);
  CHECK(t.upper == 6.5);
  CHECK(t.rest_lower == .1);
  CHECK(t.rest_upper == .4);
  CHECK(t.stiffness == 10);
  CHECK(t.damping == 5);
  CHECK(t.dry_friction == 7);
  // The joints keep what is theirs.
  CHECK(p.joint("a").stiffness == 3);
  CHECK(p.joint("a").upper == 9);
  REQUIRE(p.report.CountPhysics() == 1);
  CHECK_THAT(to_string(p.report.notices()[0]), Contains("its armature"));

  const Parsed slack =
      Parse(kSlides + MakeTendon("stiffness='1' springlength='0 1'", kOnA));
  CHECK(slack.report.CountPhysics() == 0);
  REQUIRE(slack.model->tendons().size() == 1);
  CHECK(slack.joint("a").stiffness == 3);
}

// f = kp (u - l) - kv l_dot with l = gear L.
TEST_CASE("MJCF tendon: an actuator on it -> acts on it, or on its one joint") {
  const std::string servo =
      "<actuator><position tendon='t' kp='6' kv='2' gear='10'/></actuator>";
  const Parsed p =
      Parse(kSlides + MakeTendon("actuatorfrcrange='-60 20'", kOnBoth) + servo);
  CHECK(p.report.CountPhysics() == 0);
  REQUIRE(p.model->num_actuators() == 1);
  const Actuator& on_both = p.actuator(0);
  CHECK(on_both.name == "t");
  CHECK(on_both.tendon == 0);
  CHECK(on_both.joint == -1);
  CHECK(on_both.gear == 10);
  CHECK(on_both.gain == 6);
  CHECK(on_both.bias1 == -6);
  CHECK(on_both.bias2 == -2);
  CHECK(on_both.force_lower == -6);
  CHECK(on_both.force_upper == 2);

  const Parsed one = Parse(kSlides + MakeTendon("", kOnA) + servo);
  REQUIRE(one.model->num_actuators() == 1);
  CHECK(one.model->tendons().empty());
  CHECK(one.actuator(0).tendon == -1);
  CHECK(one.model->joints()[one.actuator(0).joint].name == "a");
  CHECK(one.actuator(0).gear == 10 * -2);
}

// kv = 2 z sqrt(kp m), m = sum_j M_jj / (gear coef_j)^2.
TEST_CASE(
    "MJCF tendon: its actuator's dampratio -> by inertias of all joints") {
  const Parsed p =
      Parse(kSlides + MakeTendon("", kOnBoth) +
            "<actuator><position tendon='t' kp='6' dampratio='.7' gear='10'/>"
            "</actuator>");
  const double M = 1000 * 4 * 3.14159265358979 / 3;
  const double m = M / (30 * 30) + M / (5 * 5);
  CHECK(p.actuator(0).bias2 == Approx(-2 * .7 * std::sqrt(6 * m)));
}

TEST_CASE("MJCF tendon: inheritrange, actuatorfrcrange -> taken, or reported") {
  const std::string motor =
      "<actuator><position tendon='t' kp='1' inheritrange='.5'/></actuator>";
  const Parsed p = Parse(kSlides + MakeTendon("range='-2 6'", kOnBoth) + motor);
  CHECK(p.actuator(0).control_lower == 0);
  CHECK(p.actuator(0).control_upper == 4);
  const Parsed limited = Parse(
      "<worldbody><body><joint name='a' type='slide' actuatorfrcrange='-1 1'/>"
      "<geom size='1'/></body><body><joint name='b' type='slide'/>"
      "<geom size='1'/></body></worldbody>" +
      MakeTendon("", kOnBoth) + "<actuator><motor tendon='t'/></actuator>");
  REQUIRE(limited.report.CountPhysics() == 1);
  CHECK_THAT(to_string(limited.report.notices()[0]),
             Contains("actuatorfrcrange of joint 'a'"));
}

TEST_CASE("MJCF tendon: a coefficient of zero -> left out, and reported") {
  const Parsed none = Parse(
      kSlides + MakeTendon("stiffness='1'", "<joint joint='a' coef='0'/>"));
  REQUIRE(none.report.CountPhysics() == 1);
  CHECK_THAT(to_string(none.report.notices()[0]), Contains("has no effect"));
}

TEST_CASE(
    "MJCF tendon: defaults, or what makes no sense -> taken, or refused") {
  const Parsed p = Parse("<default><tendon damping='2'/></default>" + kSlides +
                         MakeTendon("", kOnA));
  CHECK(p.joint("a").damping == 1 + 4 * 2);
  CHECK_THAT(FailureOf(kSlides + MakeTendon("", "")), Contains("has no joint"));
  CHECK_THAT(FailureOf(kSlides + MakeTendon("", "<joint joint='x' coef='1'/>")),
             Contains("unknown joint 'x'"));
  CHECK_THAT(FailureOf(kSlides + MakeTendon("", "<joint joint='a'/>")),
             Contains("'coef' is missing"));
  CHECK_THAT(
      FailureOf(kSlides + MakeTendon("", "<joint joint='ball' coef='1'/>")),
      Contains("neither a hinge nor a slide"));
  CHECK_THAT(FailureOf(kSlides + MakeTendon("damping='-1'", kOnA)),
             Contains("'damping' is negative"));
  CHECK_THAT(FailureOf(kSlides + MakeTendon("springlength='2 1'", kOnA)),
             Contains("'springlength' decreases"));
  CHECK_THAT(FailureOf(kSlides + MakeTendon("range='20 30'", kOnA)),
             Contains("leave no position"));
  CHECK_THAT(FailureOf(kSlides + MakeTendon("", kOnA) + MakeTendon("", kOnA)),
             Contains("the tendon name 't' is used twice"));
}

}  // namespace
}  // namespace tactus::multibody
