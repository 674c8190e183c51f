#include "tactus/apps/scenario/assertions.h"

#include <fstream>

#include "apps/scenario/scenario_folder.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

constexpr const char* kDirectives = R"(directives:
- add_model: {name: arm, file: arm.xml}
- add_body:
    name: box
    shape: {box: {size: [1, 1, 1]}}
    mass: 2
    pose: {translation: [1, 2, 0.4995]}
- add_ground: {}
contact:
- {match: box, stiffness: 1e4}
initial_conditions:
  positions: {elbow: 0.5}
  velocities: {box: [0, 0, 0, 3, 4, 0], elbow: -2}
assert:
)";

// What is said of one assertion at the start; nothing if it holds.
std::string Check(const std::string& assertion, double initial_energy = 0) {
  const ScenarioFolder folder;
  const Scenario scenario =
      folder.Load(std::string(kDirectives) + "- " + assertion + "\n");
  REQUIRE(scenario.assertions.size() == 1);
  const auto failures = CheckAssertions(
      scenario.assertions,
      {.context = scenario.scene.context, .initial_energy = initial_energy});
  if (failures.empty()) return "";
  const std::string mark = "scene.yaml:";
  return failures[0].substr(failures[0].find(mark) + mark.size());
}

TEST_CASE(
    "CheckAssertions: a body's position, velocity -> holds, or its value") {
  CHECK(Check("{body: box, position: z, above: 0.4, below: 0.5}").empty());
  CHECK(Check("{body: box, position: x, near: 1, tolerance: 1e-9}").empty());
  CHECK(Check("{body: box, velocity: norm, near: 5, tolerance: 1e-9}").empty());
  CHECK(Check("{body: box, velocity: y, above: 3.9}").empty());
  CHECK(Check("{body: box, position: z, above: 0.5}") ==
        "15:3: assertion failed: position z of body 'box::box' is 0.4995 m, "
        "not above 0.5");
  CHECK(Check("{body: box, position: x, below: 1}") ==
        "15:3: assertion failed: position x of body 'box::box' is 1 m, not "
        "below 1");
  CHECK(Check("{body: box, velocity: x, near: 2, tolerance: 0.5}") ==
        "15:3: assertion failed: velocity x of body 'box::box' is 3 m/s, not "
        "within 0.5 of 2");
}

TEST_CASE(
    "CheckAssertions: a joint's position, velocity -> holds, or its value") {
  CHECK(Check("{joint_position: elbow, near: 0.5, tolerance: 1e-9}").empty());
  CHECK(Check("{joint_velocity: arm::elbow, below: -1}").empty());
  CHECK(Check("{joint_velocity: elbow, above: 0}") ==
        "15:3: assertion failed: velocity of joint 'arm::elbow' is -2 rad/s, "
        "not above 0");
}

TEST_CASE("CheckAssertions: a screw, a slide -> angle and length by units") {
  const ScenarioFolder folder;
  std::ofstream(folder / "screw.sdf") << R"(<sdf version='1.9'>
    <model name='screw'><link name='a'/><link name='b'/>
      <joint name='s' type='screw'><parent>a</parent><child>b</child>
        <screw_thread_pitch>0.01</screw_thread_pitch>
        <axis><xyz>0 0 1</xyz></axis></joint></model></sdf>)";
  const Scenario scenario = folder.Load(R"(directives:
- add_model: {name: screw, file: screw.sdf}
- add_model: {name: tool, file: tool.xml}
assert:
- {joint_position: s, above: 1}
- {joint_velocity: s, above: 1}
- {joint_position: 'tool::jaw', above: 1}
- {joint_velocity: 'tool::jaw', above: 1}
)");
  const auto failures =
      CheckAssertions(scenario.assertions, {.context = scenario.scene.context});
  REQUIRE(failures.size() == 4);
  CHECK_THAT(failures[0], Catch::Contains("is 0 rad, not above 1"));
  CHECK_THAT(failures[1], Catch::Contains("is 0 rad/s, not above 1"));
  CHECK_THAT(failures[2], Catch::Contains("is 0 m, not above 1"));
  CHECK_THAT(failures[3], Catch::Contains("is 0 m/s, not above 1"));
}

TEST_CASE("CheckAssertions: energy_drift -> from the energy of the start") {
  // Of the box: m v^2 / 2 + m g z; the arm adds its own.
  const ScenarioFolder folder;
  const Scenario scenario = folder.Load(std::string(kDirectives) +
                                        "- {energy_drift: absolute, "
                                        "below: 1}");
  const double energy =
      scenario.scene.plant->CalcEnergy(scenario.scene.context);
  CHECK(Check("{energy_drift: absolute, below: 1e-9}", energy).empty());
  CHECK(Check("{energy_drift: relative, below: 0.2}", energy / 1.1).empty());
  CHECK_FALSE(
      Check("{energy_drift: relative, below: 0.05}", energy / 1.1).empty());
}

TEST_CASE("CheckAssertions: contact that exists or not -> whether they touch") {
  CHECK(Check("{contact: [box, ground], exists: true}").empty());
  CHECK(Check("{contact: [ground, b*]}").empty());
  CHECK(Check("{contact: ['arm::*', box], exists: false}").empty());
  CHECK(Check("{contact: [upper, box], exists: true}") ==
        "15:3: assertion failed: 'upper' and 'box' do not touch");
  CHECK_THAT(Check("{contact: [box, ground], exists: false}"),
             Catch::Contains("'box' and 'ground' touch, with "));
}

TEST_CASE(
    "ReadAssertions: contact with an ambiguous name -> refused in place") {
  const ScenarioFolder folder;
  const std::string text = R"(directives:
- add_model: {name: left, file: arm.xml}
- add_model: {name: right, file: arm.xml}
- add_ground: {}
assert:
- {contact: [ground, )";
  const auto refused = [&](const std::string& name) {
    return folder.Refusal(text + name + "], exists: false}\n");
  };
  CHECK(refused("lower") ==
        "6:22: 'lower' may be any of body 'left::lower', body 'right::lower'; "
        "a pattern with * takes several");
  CHECK(refused("rod") ==
        "6:22: 'rod' may be any of geometry 'left::rod' of body "
        "'left::upper', geometry 'right::rod' of body 'right::upper'; a "
        "pattern with * takes several");
  CHECK(refused("left::lower") == "not refused");
  CHECK(refused("left::rod") == "not refused");
  CHECK(refused("'*lower'") == "not refused");
  CHECK(refused("low") ==
        "6:22: no body or geometry with a surface is called 'low'");
}

TEST_CASE("CheckAssertions: a signal's component -> holds, or its value") {
  CHECK(
      Check("{signal: body/box::box/pose, component: z, below: 0.5}").empty());
  CHECK(Check("{signal: joint/arm::elbow/position, near: 0.5, tolerance: "
              "1e-9}")
            .empty());
  CHECK(Check("{signal: arm/velocities, component: '1', near: -2, tolerance: "
              "1e-9}")
            .empty());
  CHECK(Check("{signal: joint/arm::elbow/position, below: 0}") ==
        "15:3: assertion failed: signal 'joint/arm::elbow/position' is 0.5, "
        "not below 0");
}

TEST_CASE("CheckAssertions: an energy that is not a number -> nothing holds") {
  const ScenarioFolder folder;
  const Scenario scenario =
      folder.Load(std::string(kDirectives) +
                  "- {energy_drift: absolute, below: 1}\n"
                  "- {energy_drift: absolute, above: 1}\n"
                  "- {energy_drift: absolute, near: 1, tolerance: 1}\n");
  CHECK(CheckAssertions(scenario.assertions, {.context = scenario.scene.context,
                                              .initial_energy = std::nan("")})
            .size() == 3);
}

TEST_CASE("ReadAssertions: wrong names, keys or values -> refused in place") {
  const ScenarioFolder folder;
  const auto refused = [&](const std::string& assertion) {
    return folder.Refusal(std::string(kDirectives) + "- " + assertion);
  };
  CHECK(refused("{body: bx, position: z, above: 1}") ==
        "15:10: there is no body 'bx'; did you mean 'box::box'?");
  CHECK(refused("{body: box, position: w, above: 1}") ==
        "15:25: 'w' is not one of: x, y, z");
  CHECK(refused("{body: box, above: 1}") ==
        "15:3: one of these keys is missing: 'position', 'velocity'");
  CHECK(refused("{body: box, position: z}") ==
        "15:3: one of 'above', 'below' and 'near' is missing");
  CHECK(refused("{body: box, position: z, above: 2, below: 1}") ==
        "15:3: nothing is above 'above' and below 'below'");
  CHECK(refused("{body: box, position: z, below: 2, near: 1, tolerance: 1}") ==
        "15:3: 'near' stands alone, without 'above' and 'below'");
  CHECK(refused("{body: box, position: z, near: 1}") ==
        "15:3: key 'tolerance' is missing");
  CHECK(refused("{body: box, position: z, abov: 1}") ==
        "15:28: unknown key 'abov'; did you mean 'above'?");
  CHECK(refused("{joint_position: box, above: 1}") ==
        "15:20: joint 'box::box' is floating: it has not one coordinate");
  CHECK(refused("{contact: [box], exists: true}") ==
        "15:13: expected 2 values, not 1");
  CHECK(refused("{contact: [box, bx]}") ==
        "15:19: no body or geometry with a surface is called 'bx'");
  CHECK(refused("{contact: [box, ground], body: box}")
            .starts_with("15:28: unknown key 'body'"));
  CHECK(refused("{signal: body/*/pose, above: 1}")
            .starts_with("15:12: 'body/*/pose' is "));
  CHECK(refused("{signal: body/box::box/pose, above: 1}")
            .starts_with("15:12: signal 'body/box::box/pose' has several"));
  CHECK(refused("{signal: body/box::box/pose, component: w, above: 1}")
            .starts_with("15:43: signal 'body/box::box/pose' has no "));
  CHECK(refused("{height: box}").starts_with("15:4: unknown key 'height'"));
}

}  // namespace
}  // namespace tactus::apps
