#include "tactus/multibody/importers/urdf/transmissions.h"

#include <limits>

#include "multibody/importers/urdf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody::urdf {
namespace {

using test::FailureOfRobot;
using test::Pair;
using test::ParseRobot;

std::string Transmission(const std::string& inside) {
  return "<transmission name='t'><type>transmission_interface/"
         "SimpleTransmission</type>" +
         inside + "</transmission>";
}

const std::string kMotor =
    Transmission("<joint name='j'/><actuator name='m'/>");

TEST_CASE("URDF transmission: a motor -> an actuator within the effort limit") {
  const auto robot =
      ParseRobot(Pair("revolute", "<limit effort='7'/>") + kMotor);
  REQUIRE(robot.model->num_actuators() == 1);
  const Actuator& motor = robot.model->actuators()[0];
  CHECK(motor.name == "m");
  CHECK(motor.joint == robot.model->JointIndex("j"));
  CHECK(motor.gear == 1);
  CHECK(motor.gain == 1);
  CHECK(motor.force_lower == -7);
  CHECK(motor.force_upper == 7);
  const auto free = ParseRobot(Pair("revolute", "") + kMotor);
  CHECK(free.model->actuators()[0].force_upper ==
        std::numeric_limits<double>::infinity());
}

TEST_CASE("URDF transmission: gear_ratio and rotor_inertia -> the armature") {
  const auto robot = ParseRobot(
      Pair("revolute", "") +
      Transmission("<joint name='j'/><actuator name='m'>"
                   "<mechanicalReduction>reduction</mechanicalReduction>"
                   "<drake:gear_ratio value='100'/>"
                   "<drake:rotor_inertia value='0.0002'/></actuator>"));
  CHECK(robot.joint("j").armature == Approx(2));
}

TEST_CASE(
    "URDF transmission: mechanicalReduction and offset -> left out, noted") {
  const auto robot = [](const std::string& gear, const std::string& joint) {
    return ParseRobot(Pair("revolute", "<limit/>") +
                      Transmission("<joint name='j'>" + joint +
                                   "</joint><actuator name='m'>"
                                   "<mechanicalReduction>" +
                                   gear + "</mechanicalReduction></actuator>"));
  };
  const auto geared = robot("50", "<offset>0.5</offset>");
  CHECK(
      geared.Says("<mechanicalReduction>: left out: efforts and angles are "
                  "those of the joint"));
  CHECK(geared.Says("<offset>: left out"));
  CHECK(geared.report.CountPhysics() == 0);
  CHECK(geared.model->actuators()[0].gear == 1);
  CHECK(robot("1.0", "<offset>0</offset>").report.notices().empty());
}

TEST_CASE(
    "URDF transmission: type attribute, a name twice -> read, made unique") {
  const auto robot =
      ParseRobot(Pair("revolute", "") +
                 "<transmission type='pr2_mechanism_model/SimpleTransmission'>"
                 "<joint name='j'/><actuator name='m'/></transmission>" +
                 kMotor);
  REQUIRE(robot.model->num_actuators() == 2);
  CHECK(robot.model->actuators()[1].name == "m_");
}

TEST_CASE("URDF transmission: no motor can act -> none, and reported") {
  const auto says = [](const std::string& robot, const std::string& what) {
    const auto parsed = ParseRobot(robot);
    CHECK(parsed.model->num_actuators() == 0);
    CHECK(parsed.Says(what));
  };
  says(Pair("fixed", "") + kMotor, "has not one coordinate");
  says(Pair("revolute", "<limit effort='0'/>") + kMotor,
       "the effort limit of joint 'j' is 0");
  says(Pair("revolute", "") +
           "<transmission><type>x/DifferentialTransmission</type>"
           "</transmission>",
       "only a SimpleTransmission");
  says(Pair("revolute", "") + Transmission("<joint name='j'/><joint name='k'/>"
                                           "<actuator name='m'/>"),
       "only a SimpleTransmission");
}

TEST_CASE("URDF transmission: missing or wrong parts -> refused") {
  const auto refuse = [](const std::string& inside, const std::string& why) {
    CHECK_THAT(FailureOfRobot(Pair("revolute", "") + Transmission(inside)),
               Catch::Contains(why));
  };
  refuse("<actuator name='m'/>", "it has no <joint>");
  refuse("<joint name='j'/>", "it has no <actuator>");
  refuse("<joint name='jj'/><actuator name='m'/>",
         "unknown joint 'jj'; did you mean 'j'?");
  refuse(
      "<joint name='j'/><actuator><drake:rotor_inertia value='-1'/></actuator>",
      "the rotor's inertia is negative");
}

TEST_CASE(
    "URDF joint: effort limit, no transmission -> an actuator, and a note") {
  const auto robot = ParseRobot(Pair("revolute", "<limit effort='7'/>"));
  REQUIRE(robot.model->num_actuators() == 1);
  CHECK(robot.model->actuators()[0].name == "j");
  CHECK(robot.model->actuators()[0].force_upper == 7);
  CHECK(robot.Says("no <transmission>"));
  CHECK(robot.report.CountPhysics() == 0);
  for (const char* limit : {"", "<limit effort='0'/>", "<limit lower='0'/>"}) {
    CHECK(ParseRobot(Pair("revolute", limit)).model->num_actuators() == 0);
  }
  const auto mimic = ParseRobot(
      Pair("revolute", "<limit effort='7'/>") + test::Link("c") +
      "<joint name='k' type='revolute'><parent link='b'/><child link='c'/>"
      "<limit effort='7'/><mimic joint='j'/></joint>");
  CHECK(mimic.model->num_actuators() == 1);
}

}  // namespace
}  // namespace tactus::multibody::urdf
