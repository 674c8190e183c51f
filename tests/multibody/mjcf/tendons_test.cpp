#include "tactus/multibody/mjcf/tendons.h"

#include "multibody/mjcf/parse_tools.h"
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
// q_b - 2 = 1 + 4 q_a.
const std::string kTie =
    "<equality><joint joint1='b' joint2='a' polycoef='1 4 0 0 0'/></equality>";

std::string Tendon(const std::string& attributes, const std::string& joints) {
  return "<tendon><fixed name='t' " + attributes + ">" + joints +
         "</fixed></tendon>";
}

const std::string kOnA = "<joint joint='a' coef='-2'/>";
// L = 3 q_a + .5 q_b = 3 q_a + .5 (3 + 4 q_a) = 5 q_a + 1.5.
const std::string kOnBoth =
    "<joint joint='a' coef='3'/><joint joint='b' coef='.5'/>";

}  // namespace

TEST_CASE("MJCF tendon: one of a single joint is a geared joint") {
  const Parsed p =
      Parse(kSlides + Tendon("range='-4 8' stiffness='10' springlength='6' "
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

TEST_CASE("MJCF tendon: without a spring length the file's pose is slack") {
  const Parsed p =
      Parse(kSlides + Tendon("stiffness='10'", "<joint joint='b' coef='2'/>"));
  CHECK(p.joint("b").stiffness == 40);
  CHECK(p.joint("b").spring_reference == 2);
}

TEST_CASE("MJCF tendon: couplers make one joint of several") {
  const Parsed p = Parse(kSlides + kTie + Tendon("range='-3.5 6.5'", kOnBoth));
  CHECK(p.joint("a").lower == -1);
  CHECK(p.joint("a").upper == 1);
  CHECK(std::isinf(p.joint("b").upper));
  REQUIRE(p.report.CountPhysics() == 1);
  CHECK_THAT(to_string(p.report.notices()[0]), Contains("acts on joint 'a'"));
}

// f = kp (u - l) - kv l_dot with l = 10 L.
TEST_CASE("MJCF tendon: actuators do the same work on the joint") {
  const Parsed p = Parse(
      kSlides + kTie + Tendon("actuatorfrcrange='-60 20'", kOnBoth) +
      "<actuator><position tendon='t' kp='6' kv='2' gear='10'/></actuator>");
  REQUIRE(p.model->num_actuators() == 1);
  const Actuator& actuator = p.actuator(0);
  CHECK(p.model->joints()[actuator.joint].name == "a");
  CHECK(actuator.gear == 50);
  const double q = 0.3, v = -0.7, u = 4;
  const double L = 3 * q + 0.5 * (3 + 4 * q), L_dot = 3 * v + 0.5 * 4 * v;
  const double l = actuator.gear * q, l_dot = actuator.gear * v;
  CHECK(actuator.gain * u + actuator.bias0 + actuator.bias1 * l +
            actuator.bias2 * l_dot ==
        Approx(6 * (u - 10 * L) - 2 * 10 * L_dot));
  CHECK(actuator.force_lower == -6);
  CHECK(actuator.force_upper == 2);
}

TEST_CASE("MJCF tendon: those of joints that are not tied are left out") {
  const Parsed limited = Parse(kSlides + Tendon("range='0 1'", kOnBoth));
  REQUIRE(limited.report.CountPhysics() == 1);
  CHECK_THAT(to_string(limited.report.notices()[0]),
             Contains("<fixed>: its limits and forces"));
  CHECK(limited.joint("a").upper == 9);

  // Only its actuator does anything.
  const Parsed pulled = Parse(kSlides + Tendon("", kOnBoth) +
                              "<actuator><motor tendon='t'/></actuator>");
  REQUIRE(pulled.report.CountPhysics() == 1);
  CHECK_THAT(to_string(pulled.report.notices()[0]), Contains("on 'tendon'"));
  CHECK(pulled.model->num_actuators() == 0);

  const Parsed slack =
      Parse(kSlides + Tendon("stiffness='1' springlength='0 1'", kOnA));
  REQUIRE(slack.report.CountPhysics() == 1);
  CHECK(slack.joint("a").stiffness == 3);
}

TEST_CASE("MJCF tendon: defaults and what makes no sense") {
  const Parsed p = Parse("<default><tendon damping='2'/></default>" + kSlides +
                         Tendon("", kOnA));
  CHECK(p.joint("a").damping == 1 + 4 * 2);
  CHECK_THAT(FailureOf(kSlides + Tendon("", "")), Contains("has no joint"));
  CHECK_THAT(FailureOf(kSlides + Tendon("", "<joint joint='x' coef='1'/>")),
             Contains("unknown joint 'x'"));
  CHECK_THAT(FailureOf(kSlides + Tendon("", "<joint joint='a'/>")),
             Contains("'coef' is missing"));
  CHECK_THAT(FailureOf(kSlides + Tendon("", "<joint joint='ball' coef='1'/>")),
             Contains("neither a hinge nor a slide"));
  CHECK_THAT(FailureOf(kSlides + Tendon("damping='-1'", kOnA)),
             Contains("'damping' is negative"));
  CHECK_THAT(FailureOf(kSlides + Tendon("range='20 30'", kOnA)),
             Contains("leave no position"));
  CHECK_THAT(FailureOf(kSlides + Tendon("", kOnA) + Tendon("", kOnA)),
             Contains("the tendon name 't' is used twice"));
}

}  // namespace tactus::multibody
