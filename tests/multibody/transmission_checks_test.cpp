#include "tactus/multibody/transmission_checks.h"

#include "multibody/checked_elements.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::kCheckedBodies;
using test::kNan;
using test::MakeCheckedHinge;

void Check(const Actuator& actuator) {
  Joint ball{.name = "ball", .type = JointType::kBall, .child = 1};
  RequireValidActuators(std::vector<Actuator>{actuator},
                        std::vector<Joint>{MakeCheckedHinge(), ball},
                        std::vector<Tendon>{{.name = "cable"}}, kCheckedBodies);
}

TEST_CASE(
    "RequireValidActuators: not one scalar joint, tendon or body -> refused") {
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
      RequireValidActuators(twins, std::vector<Joint>{MakeCheckedHinge()}, {},
                            kCheckedBodies),
      "the actuator name 'motor' is used twice");
  // Files may leave actuators without a name.
  const std::vector<Actuator> nameless(2, Actuator{.name = "", .joint = 0});
  CHECK_NOTHROW(RequireValidActuators(
      nameless, std::vector<Joint>{MakeCheckedHinge()}, {}, kCheckedBodies));
}

TEST_CASE(
    "RequireValidActuators: gain on a length or adhesion of a wrong kind -> "
    "refused") {
  CHECK_NOTHROW(Check(Actuator{.name = "a", .joint = 0, .gain1 = 2}));
  CHECK_THROWS_WITH(Check(Actuator{.name = "a", .body = 1, .gain2 = 2}),
                    Contains("its gain cannot follow a length"));
  CHECK_THROWS_WITH(Check(Actuator{.name = "a", .joint = 0, .gain1 = kNan}),
                    Contains("must be finite"));
  CHECK_NOTHROW(Check(Actuator{.name = "a", .body = 1, .adheres = true}));
  CHECK_THROWS_WITH(Check(Actuator{.name = "a", .joint = 0, .adheres = true}),
                    Contains("only a body other than the world adheres"));
  CHECK_THROWS_WITH(Check(Actuator{.name = "a", .body = 0, .adheres = true}),
                    Contains("only a body other than the world adheres"));
}

TEST_CASE(
    "RequireValidTendons: a transmission of no such joint or body -> refused") {
  const std::vector<Joint> joints = {
      MakeCheckedHinge(),
      {.name = "ball", .type = JointType::kBall, .child = 1}};
  using Kind = Transmission::Kind;
  const auto check = [&](const Transmission& of, double offset = 0) {
    RequireValidTendons(
        std::vector<Tendon>{
            {.name = "t", .offset = offset, .transmission = of}},
        joints, kCheckedBodies);
  };
  CHECK_NOTHROW(check({.kind = Kind::kJoint, .joint = 1}));
  CHECK_THROWS_WITH(check({.kind = Kind::kJoint, .joint = 0}),
                    Contains("'hinge', which is revolute; it must be ball"));
  CHECK_THROWS_WITH(check({.kind = Kind::kJoint, .joint = 2}),
                    Contains("refers to joint number 2"));
  CHECK_NOTHROW(check({.body = 1}));
  CHECK_NOTHROW(check({.body = 1, .reference = 0}));
  CHECK_THROWS_WITH(check({.body = 3}), Contains("body number 3"));
  CHECK_THROWS_WITH(check({.body = 1, .reference = 7}),
                    Contains("body number 7"));
  Transmission crank{
      .kind = Kind::kCrank, .body = 1, .reference = 0, .rod_length = 1};
  CHECK_NOTHROW(check(crank));
  CHECK_THROWS_WITH(check(crank, 1), Contains("nothing else beside it"));
  crank.reference = -1;
  CHECK_THROWS_WITH(check(crank), Contains("body number -1"));
  crank.reference = 0;
  crank.rod_length = 0;
  CHECK_THROWS_WITH(check(crank), Contains("rod must be positive"));
  CHECK_THROWS_WITH(check({.gear = Vector6d::Constant(kNan), .body = 1}),
                    Contains("its gear is not finite"));
}

TEST_CASE(
    "RequireValidTendons: joints not scalar or twice, wrong numbers -> "
    "refused") {
  const std::vector<Joint> joints = {
      MakeCheckedHinge(),
      {.name = "ball", .type = JointType::kBall, .child = 1}};
  const auto check = [&](const Tendon& tendon) {
    RequireValidTendons(std::vector<Tendon>{tendon}, joints, kCheckedBodies);
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
      RequireValidTendons(std::vector<Tendon>(2, good), joints, kCheckedBodies),
      "the tendon name 't' is used twice");
}

TEST_CASE(
    "RequireValidActuators: limits out of order, numbers not finite -> "
    "refused") {
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
    "RequireValidCouplers: not of one or two scalar joints or tendons -> "
    "refused") {
  std::vector<Joint> joints = {MakeCheckedHinge(), MakeCheckedHinge(),
                               MakeCheckedHinge()};
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

}  // namespace
}  // namespace tactus::multibody
