#include "tactus/multibody/importers/mjcf/actuators.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "multibody/importers/mjcf/actuator_models.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::FailureOf;
using test::Law;
using test::LawOf;
using test::ModelWith;
using test::Parse;
using test::Parsed;

Actuator Only(const std::string& xml, const std::string& defaults = "") {
  const Parsed p = Parse(ModelWith(xml, defaults));
  CHECK(p.report.CountPhysics() == 0);
  REQUIRE(p.model->num_actuators() == 1);
  return p.actuator(0);
}

// What the report says of the only actuator, which is left out.
std::string ObstacleOf(const std::string& xml) {
  const Parsed p = Parse(ModelWith(xml));
  CHECK(p.model->num_actuators() == 0);
  REQUIRE(p.report.CountPhysics() == 1);
  CHECK(p.report.notices()[0].severity == Notice::Severity::kDropped);
  return p.report.notices()[0].message;
}

TEST_CASE("MJCF actuator: an affine gain -> one that follows length and rate") {
  using Gain = std::array<double, 3>;
  const auto gain_of = [](const std::string& xml) {
    const Actuator a = Only(xml);
    return Gain{a.gain, a.gain1, a.gain2};
  };
  CHECK(gain_of("<damper joint='hinge' kv='2' ctrlrange='0 1'/>") ==
        Gain{0, 0, -2});
  CHECK(gain_of("<general joint='hinge' gaintype='affine' "
                "gainprm='1 2 3'/>") == Gain{1, 2, 3});
  CHECK(gain_of("<general joint='hinge' gainprm='1 2 3'/>") == Gain{1, 0, 0});
}

TEST_CASE(
    "MJCF damper: ctrlrange without autolimits -> it limits all the same") {
  const Parsed p = Parse(
      "<compiler autolimits='false'/><worldbody><body><joint name='j'/>"
      "<geom size='.1' mass='1'/></body></worldbody><actuator>"
      "<damper joint='j' kv='2' ctrlrange='0 1'/></actuator>");
  CHECK(p.model->actuators()[0].control_upper == 1);
}

TEST_CASE("MJCF actuator: adhesion -> a pull on its body") {
  const Parsed p =
      Parse(ModelWith("<adhesion body='b' gain='3' ctrlrange='0 1'/>"));
  CHECK(p.report.CountPhysics() == 0);
  const Actuator& a = p.actuator(0);
  CHECK(a.adheres);
  CHECK(a.body == p.model->BodyIndex("b"));
  CHECK(LawOf(a) == Law{3, 0, 0, 0});
  CHECK(a.control_upper == 1);
  CHECK(Only("<adhesion body='b'/>", "<adhesion gain='4'/>").gain == 4);
  CHECK_THAT(ObstacleOf("<general body='b' biastype='affine' "
                        "biasprm='0 0 -1'/>"),
             Contains("changes with speed"));
}

TEST_CASE("MJCF actuator: motor, position, velocity, general -> their laws") {
  CHECK(LawOf(Only("<motor joint='hinge'/>")) == Law{1, 0, 0, 0});
  CHECK(LawOf(Only("<position joint='hinge'/>")) == Law{1, 0, -1, 0});
  CHECK(LawOf(Only("<position joint='hinge' kp='5' kv='2'/>")) ==
        Law{5, 0, -5, -2});
  CHECK(LawOf(Only("<velocity joint='hinge'/>")) == Law{1, 0, 0, -1});
  CHECK(LawOf(Only("<velocity joint='hinge' kv='3'/>")) == Law{3, 0, 0, -3});
  CHECK(LawOf(Only("<general joint='hinge'/>")) == Law{1, 0, 0, 0});
  CHECK(LawOf(Only("<general joint='hinge' gainprm='2' biasprm='3 4 5'/>")) ==
        Law{2, 0, 0, 0});
  CHECK(LawOf(Only("<general joint='hinge' gainprm='2' biasprm='3 4 5' "
                   "biastype='affine' gaintype='affine'/>")) ==
        Law{2, 3, 4, 5});
}

TEST_CASE("MJCF actuator: joint or site, gear -> its transmission and name") {
  const Parsed p = Parse(
      ModelWith("<motor name='m' joint='slide' gear='7'/><motor joint='hinge'/>"
                "<motor joint='hinge'/><motor name='hinge_' joint='slide'/>"
                "<motor site='s' gear='1 2 3 4 5 6'/>"));
  CHECK(p.actuator(0).name == "m");
  CHECK(p.actuator(0).gear == 7);
  CHECK(p.model->joints()[p.actuator(0).joint].name == "slide");
  CHECK(p.actuator(1).name == "hinge");
  CHECK(p.actuator(2).name == "hinge__");
  const Actuator& thruster = p.actuator(4);
  CHECK(thruster.name == "s");
  CHECK(thruster.joint == -1);
  CHECK(p.model->bodies()[thruster.body].name == "b");
  CHECK(thruster.X_BS.translation() == Vector3d(1, 2, 3));
  const Vector6d torque_first = (Vector6d() << 4, 5, 6, 1, 2, 3).finished();
  CHECK(thruster.wrench_S == torque_first);
}

TEST_CASE("MJCF actuator: ctrlrange and forcerange -> its limits, unless off") {
  const Actuator none = Only("<motor joint='hinge'/>");
  CHECK(std::isinf(none.control_upper));
  CHECK(std::isinf(none.force_lower));
  const Actuator both =
      Only("<motor joint='hinge' ctrlrange='-1 2' forcerange='-3 4'/>");
  CHECK(both.control_lower == -1);
  CHECK(both.control_upper == 2);
  CHECK(both.force_lower == -3);
  CHECK(both.force_upper == 4);
  const Actuator off =
      Only("<motor joint='hinge' ctrlrange='-1 2' ctrllimited='false'/>");
  CHECK(std::isinf(off.control_upper));
}

TEST_CASE(
    "MJCF actuator: defaults of another kind -> shared, but for motor's law") {
  const std::string range = "<general ctrlrange='-1 2'/>";
  CHECK(Only("<position joint='hinge'/>", range).control_upper == 2);
  CHECK(LawOf(Only("<position joint='hinge'/>",
                   "<position kp='5'/><position kv='1'/>")) ==
        Law{5, 0, -5, -1});
  // A motor forgets what a position's defaults say of the law.
  CHECK(LawOf(Only("<motor joint='hinge'/>", "<position kp='5' kv='1'/>")) ==
        Law{1, 0, 0, 0});
  CHECK(LawOf(Only("<velocity joint='hinge'/>", "<position kp='5' kv='1'/>")) ==
        Law{5, 0, 0, -5});
  CHECK(LawOf(Only("<general class='k' joint='hinge'/>",
                   "<default class='k'><general biastype='affine' gainprm='9' "
                   "biasprm='0 -9'/></default>")) == Law{9, 0, -9, 0});
}

TEST_CASE("MJCF actuator: inheritrange -> its share of the joint's range") {
  const Actuator whole = Only("<position joint='hinge' inheritrange='1'/>");
  CHECK(whole.control_lower == -1);
  CHECK(whole.control_upper == 3);
  const Actuator half =
      Only("<position joint='hinge'/>", "<position inheritrange='.5'/>");
  CHECK(half.control_lower == 0);
  CHECK(half.control_upper == 2);
  CHECK_THAT(FailureOf(ModelWith("<position joint='slide' inheritrange='1'/>")),
             Contains("'inheritrange' needs a joint or tendon with a range"));
  CHECK_THAT(FailureOf(ModelWith("<position joint='hinge' inheritrange='1' "
                                 "ctrlrange='0 1'/>")),
             Contains("'ctrlrange' and 'inheritrange' both"));
}

// The box has 12/12 (0.6² + 0.8²) = 1 kg m² about z; the armature adds 2.
TEST_CASE("MJCF actuator: dampratio -> that share of critical damping") {
  const Actuator a =
      Only("<position joint='hinge' kp='48' dampratio='.5' gear='2'/>");
  const double m = 3.0 / 4;  // What is felt through the gear.
  CHECK(a.bias2 == Approx(-2 * 0.5 * std::sqrt(48 * m)).epsilon(1e-12));
  CHECK(a.bias1 == -48);
  // kv overrules a ratio of the defaults, and the other way round.
  CHECK(Only("<position joint='hinge' kv='3'/>", "<position dampratio='1'/>")
            .bias2 == -3);
  CHECK(Only("<position joint='hinge' kp='3' dampratio='1'/>",
             "<position kv='99'/>")
            .bias2 == Approx(-6));
  CHECK_THAT(
      FailureOf(ModelWith("<position joint='hinge' kv='1' dampratio='1'/>")),
      Contains("'kv' and 'dampratio' both"));
}

TEST_CASE(
    "MJCF joint: actuatorfrcrange -> a narrower force range of its actuators") {
  const auto parse = [](const std::string& actuators) {
    return Parse(
        "<worldbody><body><joint name='j' actuatorfrcrange='-6 4'/>"
        "<geom size='1'/></body></worldbody><actuator>" +
        actuators + "</actuator>");
  };
  const Parsed direct = parse("<motor joint='j'/>");
  CHECK(direct.actuator(0).force_lower == -6);
  CHECK(direct.actuator(0).force_upper == 4);
  const Parsed geared = parse("<motor joint='j' gear='-2' forcerange='-1 9'/>");
  CHECK(geared.actuator(0).force_lower == -1);
  CHECK(geared.actuator(0).force_upper == 3);
  CHECK(geared.report.CountPhysics() == 0);
  const Parsed outside = parse("<motor joint='j' forcerange='5 7'/>");
  CHECK(outside.actuator(0).force_lower == 4);
  CHECK(outside.actuator(0).force_upper == 4);
  CHECK(
      std::isinf(parse("<motor joint='j' gear='0'/>").actuator(0).force_upper));

  const Parsed two = parse("<motor joint='j'/>\n<motor joint='j' gear='2'/>");
  CHECK(two.actuator(0).force_upper == 4);
  CHECK(two.actuator(1).force_upper == 2);
  REQUIRE(two.report.CountPhysics() == 1);
  CHECK(two.report.notices()[0].count == 2);
  CHECK_THAT(two.report.notices()[0].message, Contains("not their sum"));
}

TEST_CASE("MJCF actuator: dyntype or timeconst -> dynamics of its activation") {
  using enum Activation::Dynamics;
  const auto dynamics_of = [](const std::string& xml) {
    return Only(xml).activation;
  };
  CHECK(dynamics_of("<motor joint='hinge'/>").dynamics == kNone);
  const Activation lag =
      dynamics_of("<general joint='hinge' dyntype='filter' dynprm='.3'/>");
  CHECK(lag.dynamics == kFilter);
  CHECK(lag.time_constant == 0.3);
  CHECK(dynamics_of("<general joint='hinge' dyntype='filterexact'/>")
            .time_constant == 1);
  const Actuator servo =
      Only("<position joint='hinge' kp='5' timeconst='.1'/>");
  CHECK(servo.activation.dynamics == kFilter);
  CHECK(servo.activation.time_constant == 0.1);
  CHECK(LawOf(servo) == Law{5, 0, -5, 0});
  const Actuator piston = Only(
      "<cylinder joint='slide' timeconst='.2' diameter='2' bias='1 2 3'/>");
  CHECK(piston.activation.dynamics == kFilter);
  CHECK(piston.activation.time_constant == 0.2);
  CHECK(LawOf(piston) == Law{M_PI, 1, 2, 3});
  CHECK(Only("<cylinder joint='slide' area='7'/>").gain == 7);
}

// The range of the control belongs to what drives the activation, that of the
// activation to the law.
TEST_CASE(
    "MJCF actuator: ctrlrange and actrange -> limits of control and of law") {
  const Actuator a = Only(
      "<general joint='hinge' dyntype='integrator' ctrlrange='-1 2' "
      "actrange='-3 4'/>");
  CHECK(a.activation.dynamics == Activation::Dynamics::kIntegrator);
  CHECK(a.activation.control_lower == -1);
  CHECK(a.activation.control_upper == 2);
  CHECK(a.control_lower == -3);
  CHECK(a.control_upper == 4);
  const Actuator free = Only("<general joint='hinge' dyntype='filter'/>");
  CHECK(std::isinf(free.control_upper));
  CHECK(std::isinf(free.activation.control_upper));
  const Actuator plain = Only("<motor joint='hinge' ctrlrange='-1 2'/>");
  CHECK(plain.control_upper == 2);
}

TEST_CASE(
    "MJCF actuator: intvelocity -> a servo to an integral within actrange") {
  const Actuator a = Only(
      "<intvelocity joint='hinge' kp='5' kv='1' ctrlrange='-1 1' "
      "actrange='-2 2'/>");
  CHECK(LawOf(a) == Law{5, 0, -5, -1});
  CHECK(a.activation.dynamics == Activation::Dynamics::kIntegrator);
  CHECK(a.control_upper == 2);
  const Actuator inherits =
      Only("<intvelocity joint='hinge' ctrlrange='-9 9' inheritrange='.5'/>");
  CHECK(inherits.control_lower == 0);
  CHECK(inherits.control_upper == 2);
  CHECK(inherits.activation.control_upper == 9);
  CHECK_THAT(FailureOf(ModelWith("<intvelocity joint='hinge'/>")),
             Contains("actrange"));
  CHECK_THAT(FailureOf(ModelWith("<intvelocity joint='hinge' actrange='0 1' "
                                 "inheritrange='1'/>")),
             Contains("'actrange' and 'inheritrange' both"));
  CHECK_THAT(FailureOf(ModelWith(
                 "<general joint='hinge' dyntype='filter' dynprm='0'/>")),
             Contains("the time constant of its filter must be positive"));
}

TEST_CASE("MJCF actuator: muscle -> a muscle with its activation") {
  const Actuator a = Only(
      "<muscle joint='hinge' timeconst='.02 .05' tausmooth='.1' range='.7 1.1' "
      "force='30' lmin='.4' lmax='1.7' vmax='2' fpmax='1' fvmax='1.4' "
      "lengthrange='-1 2' ctrlrange='0 1'/>");
  REQUIRE(a.muscle);
  CHECK(a.activation.dynamics == Activation::Dynamics::kMuscle);
  CHECK(a.activation.time_constant == 0.02);
  CHECK(a.activation.deactivation_time == 0.05);
  CHECK(a.activation.smoothing == 0.1);
  CHECK(a.muscle->range_lower == 0.7);
  CHECK(a.muscle->range_upper == 1.1);
  CHECK(a.muscle->peak_force == 30);
  CHECK(a.muscle->min_length == 0.4);
  CHECK(a.muscle->max_length == 1.7);
  CHECK(a.muscle->max_velocity == 2);
  CHECK(a.muscle->passive_max == 1);
  CHECK(a.muscle->velocity_max == 1.4);
  CHECK(a.muscle->length_lower == -1);
  CHECK(a.muscle->length_upper == 2);

  const Actuator plain =
      Only("<muscle joint='hinge' force='2' lengthrange='0 1'/>");
  CHECK(plain.activation.time_constant == 0.01);
  CHECK(plain.activation.deactivation_time == 0.04);
  CHECK(plain.muscle->range_lower == 0.75);
  CHECK(plain.muscle->velocity_max == 1.2);
  const Actuator active = Only(
      "<general joint='hinge' gaintype='muscle' dyntype='muscle' "
      "dynprm='.01 .04' gainprm='.75 1.05 5 200 .5 1.6 1.5 1.3 1.2' "
      "lengthrange='0 1'/>");
  REQUIRE(active.muscle);
  CHECK(active.muscle->peak_force == 5);
  CHECK(active.muscle->passive_max == 0);
}

TEST_CASE(
    "MJCF actuator: kinds that are not supported -> dropped, and reported") {
  CHECK_THAT(ObstacleOf("<general joint='hinge' biastype='muscle'/>"),
             Contains("in part a muscle"));
  CHECK_THAT(ObstacleOf("<muscle site='s'/>"), Contains("muscles are left"));
  CHECK_THAT(ObstacleOf("<muscle joint='ball'/>"),
             Contains("muscles are left"));
  CHECK_THAT(ObstacleOf("<general joint='hinge' biastype='user'/>"),
             Contains("of this kind"));
  CHECK_THAT(ObstacleOf("<general joint='hinge' dyntype='muscle'/>"),
             Contains("two positive time constants"));
  CHECK_THAT(ObstacleOf("<general joint='hinge' dyntype='user'/>"),
             Contains("activation dynamics (user)"));
  CHECK_THAT(ObstacleOf("<position joint='ball' dampratio='1'/>"),
             Contains("a 'dampratio' is left out"));
}

TEST_CASE("MJCF actuator: dyntype none or timeconst 0 -> nothing is left out") {
  Only("<motor jointinparent='hinge'/>");
  Only("<general joint='hinge' dyntype='none'/>");
  Only("<general joint='hinge' dyntype='none'/>",
       "<general dyntype='filter'/>");
  Only("<position joint='hinge' timeconst='0'/>", "<position timeconst='.1'/>");
}

TEST_CASE("MJCF actuator: mistakes -> refused at their lines") {
  const auto failure = [](const std::string& xml) {
    return FailureOf("\n" + ModelWith(xml));
  };
  CHECK(failure("<motor name='m' joint='knee'/>") ==
        "m.xml:2: <motor name=\"m\">: unknown joint 'knee'");
  CHECK_THAT(failure("<motor site='nowhere'/>"),
             Contains("unknown site 'nowhere'"));
  CHECK_THAT(failure("<motor/>"), Contains("acts on nothing"));
  CHECK_THAT(failure("<motor joint='hinge' site='s'/>"),
             Contains("acts on two things, 'joint' and 'site'"));
  CHECK_THAT(failure("<motor tendon='x'/>"),
             Contains("<motor>: there is no tendon 'x'"));
  CHECK_THAT(failure("<motor joint='hinge' refsite='s'/>"),
             Contains("attribute 'refsite' is for a 'site'"));
  CHECK_THAT(failure("<motor joint='hinge' cranklength='1'/>"),
             Contains("attribute 'cranklength' is for a 'cranksite'"));
  CHECK_THAT(failure("<motor class='k' joint='hinge'/>"),
             Contains("unknown default class 'k'"));
  CHECK_THAT(failure("<motor name='m' joint='hinge'/>"
                     "<motor name='m' joint='hinge'/>"),
             Contains("the actuator name 'm' is used twice"));
  CHECK_THAT(failure("<position joint='hinge' kp='-1'/>"),
             Contains("'kp' is negative"));
  CHECK_THAT(failure("<velocity joint='hinge' kv='-1'/>"),
             Contains("'kv' is negative"));
  CHECK_THAT(failure("<motor joint='hinge' ctrllimited='true'/>"),
             Contains("'ctrlrange' is missing"));
  CHECK_THAT(failure("<motor joint='hinge' forcerange='1 -1'/>"),
             Contains("'forcerange' has bounds in the wrong order"));
  CHECK_THAT(failure("<general joint='hinge' gaintype='odd'/>"),
             Contains("'gaintype' is 'odd'"));
}

}  // namespace
}  // namespace tactus::multibody
