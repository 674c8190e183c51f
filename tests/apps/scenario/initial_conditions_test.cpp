#include "tactus/apps/scenario/initial_conditions.h"

#include "apps/scenario/scenario_folder.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

constexpr const char* kDirectives = R"(directives:
- add_model: {name: arm, file: arm.xml}
- add_model: {name: tool, file: tool.xml}
initial_conditions:
)";

struct Start {
  explicit Start(const Scenario& scenario)
      : q(scenario.scene.plant->positions(scenario.scene.context)),
        v(scenario.scene.plant->velocities(scenario.scene.context)) {
    multibody::PlantInputs inputs;
    scenario.scene.plant->EvalInputs(
        scenario.scene.context.of(*scenario.scene.plant), &inputs);
    u = inputs.actuation;
  }
  VectorXd q, v, u;
};

TEST_CASE("initial_conditions: keyframe, joint, body, actuator -> q, v and u") {
  const ScenarioFolder folder;
  const Start start(folder.Load(std::string(kDirectives) + R"(
  keyframes: [arm::bent]
  positions: {elbow: 0.7, tool::jaw: 0.01}
  poses: {tool: {translation: [1, 2, 3], rotation: !Rpy {deg: [180, 0, 0]}}}
  velocities: {arm::elbow: 3, tool::free: [1, 2, 3, 4, 5, 6]}
  controls: {m2: 9}
)"));
  // Coordinates of the arm, then the tool's, then its jaw's.
  REQUIRE(start.q.size() == 10);
  CHECK(start.q[0] == 0.2);
  CHECK(start.q[1] == 0.7);
  CHECK(start.q.segment<3>(2) == Vector3d(1, 2, 3));
  CHECK(std::abs(start.q[6]) == Approx(1));  // qx of half a turn about x.
  CHECK(start.q[9] == 0.01);
  CHECK(start.v.head<2>() == Vector2d(0.1, 3));
  CHECK(start.v[7] == 6);
  CHECK(start.u == Vector2d(1, 9));
}

TEST_CASE(
    "initial_conditions: --keyframe -> applied last, refused if unknown") {
  const ScenarioFolder folder;
  const std::string text =
      std::string(kDirectives) + "  positions: {elbow: 0.7, shoulder: 2}\n";
  const Start start(
      MakeScenario({.target = folder.Write(text), .keyframe = "bent"}));
  CHECK(start.q.head<2>() == Vector2d(0.2, 0.4));
  CHECK_THROWS_WITH(
      MakeScenario({.target = folder.Write(text), .keyframe = "bend"}),
      Catch::Contains("there is no keyframe 'bend'; did you mean"));
}

TEST_CASE("initial_conditions: a quaternion -> normalised, zero refused") {
  const ScenarioFolder folder;
  const Start start(folder.Load(std::string(kDirectives) +
                                "  positions: {free: [0, 0, 0, 0, 2, 0, 0]}"));
  CHECK(start.q.segment<4>(5) == Eigen::Vector4d(0, 1, 0, 0));
  CHECK(folder.Refusal(std::string(kDirectives) +
                       "  positions: {free: [0, 0, 0, 0, 0, 0, 0]}\n") ==
        "5:21: the quaternion of joint 'tool::free' is zero");
}

TEST_CASE("initial_conditions: wrong keys, names, sizes -> refused in place") {
  const ScenarioFolder folder;
  const auto refused = [&](const std::string& line) {
    return folder.Refusal(std::string(kDirectives) + "  " + line);
  };
  CHECK(refused("position: {elbow: 1}") ==
        "5:3: unknown key 'position'; did you mean 'positions'?");
  CHECK(refused("positions: {elbw: 1}") ==
        "5:15: there is no joint 'elbw'; did you mean 'arm::elbow'?");
  CHECK(refused("velocities: {tool::free: [1, 2, 3]}") ==
        "5:28: expected 6 numbers, not 3");
  CHECK(refused("poses: {jaw: {}}") ==
        "5:16: body 'tool::jaw' does not float: its pose follows from the "
        "position of joint 'tool::jaw'");
  CHECK(refused("poses: {tool: {base_frame: nowhere}}")
            .starts_with("5:17: there is no frame or body 'nowhere'"));
  CHECK(refused("controls: {m3: 1}")
            .starts_with("5:14: there is no actuator 'm3'"));
  CHECK(refused("keyframes: [bent, home]")
            .starts_with("5:21: there is no keyframe 'home'"));
}

TEST_CASE("initial_conditions: a pose of what is welded -> refused, to what") {
  const ScenarioFolder folder;
  CHECK(folder.Refusal("directives:\n"
                       "- add_model: {name: arm, file: arm.xml}\n"
                       "- add_model: {name: tool, file: tool.xml}\n"
                       "- add_weld: {parent: lower, child: tool}\n"
                       "initial_conditions:\n"
                       "  poses: {tool: {}}\n") ==
        "6:17: body 'tool::tool' does not float: it is welded to "
        "'arm::lower', by its model's file or an add_weld");
  CHECK(folder.Refusal(std::string(kDirectives) + "  poses: {world: {}}\n") ==
        "5:18: the world has no pose: it does not move");
}

}  // namespace
}  // namespace tactus::apps
