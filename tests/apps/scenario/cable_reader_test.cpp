#include "tactus/apps/scenario/cable_reader.h"

#include "apps/scenario/scenario_folder.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"

namespace tactus::apps {
namespace {

using Catch::Contains;

constexpr const char* kCable = R"(
directives:
- add_body:
    name: hand
    shape: {box: {size: [0.1, 0.1, 0.1]}}
    density: 1000
    pose: {translation: [0.5, 0, 1]}
- add_frame:
    name: grip
    X_PF:
      base_frame: hand
      translation: [-0.1, 0, 0]
      rotation: !AngleAxis {angle_deg: 120, axis: [1, 1, 1]}
- add_cable:
    name: rope
    path: [[0, 0, 1], [0.2, 0, 1], [0.4, 0, 1]]
    links: 8
    radius: 0.005
    density: 1100
    youngs_modulus: 1e6
    friction: 0.7
    start: fixed
    end: {weld: grip}
simulator: {integrator: cond, step: 0.002, duration: 0.02}
)";

double CalcStrainAtEnd(const Scenario& scenario) {
  const multibody::Model& model = scenario.scene.plant->model();
  multibody::PositionKinematics position;
  CalcPositionKinematics(
      model, scenario.scene.plant->positions(scenario.scene.context),
      &position);
  const multibody::Constraint& end = model.constraints()[8];
  return CalcCosseratStrain(end.cosserat, position.X_WB[end.body_a] * end.X_AP,
                            position.X_WB[end.body_b] * end.X_BQ)
      .e.norm();
}

TEST_CASE("add_cable: from the world to a hand -> clamped there, at rest") {
  const ScenarioFolder folder;
  const Scenario scenario = folder.Load(kCable);
  const multibody::Model& model = scenario.scene.plant->model();
  REQUIRE(model.constraints().size() == 9);
  REQUIRE(model.geometries().size() == 9);
  CHECK(model.geometries()[8].material.static_friction == 0.7);
  const multibody::Constraint& end = model.constraints()[8];
  CHECK(end.name == "rope/end");
  CHECK(model.bodies()[end.body_b].name == "hand::hand");
  CHECK(CalcStrainAtEnd(scenario) < 1e-12);
}

// By 70 degrees about x, which the cable lies along.
TEST_CASE("add_cable: a frame turned about the cable's axis -> at rest") {
  std::string text = kCable;
  const std::string from = "base_frame: hand\n";
  text.replace(text.find(from), from.size(), "base_frame: tool\n");
  const std::string before = "- add_frame:\n    name: grip";
  text.insert(text.find(before), R"(- add_frame:
    name: tool
    X_PF:
      base_frame: hand
      rotation: !AngleAxis {angle_deg: 70, axis: [1, 0, 0]}
)");
  const ScenarioFolder folder;
  const Scenario scenario = folder.Load(text);
  CHECK(CalcStrainAtEnd(scenario) < 1e-12);
}

TEST_CASE("add_cable: a hand that initial_conditions move away -> refused") {
  const ScenarioFolder folder;
  const std::string away = std::string(kCable) +
                           "initial_conditions: {poses: {hand: {translation: "
                           "[0.5, 0, 3]}}}\n";
  CHECK_THAT(folder.Refusal(away),
             Contains("constraint 'rope/end': its frames start"));
}

TEST_CASE("add_cable: what makes no cable -> file, line, reason") {
  const ScenarioFolder folder;
  const auto refused = [&](const std::string& from, const std::string& to,
                           const std::string& reason) {
    std::string text = kCable;
    const auto at = text.find(from);
    REQUIRE(at != text.npos);
    text.replace(at, from.size(), to);
    CHECK_THAT(folder.Refusal(text), Contains(reason));
  };
  refused("links: 8", "links: 0", "positive");
  refused("links: 8", "links: 1000000", "at the most");
  refused("radius: 0.005", "radius: 0", "positive");
  refused("youngs_modulus: 1e6", "youngs_modulus: -1", "positive");
  refused("friction: 0.7", "poissons_ratio: 0.5", "cable 'rope': Poisson");
  refused("[0.2, 0, 1]", "[0, 0, 1]", "points 1 and 2");
  refused("start: fixed", "start: loose", "free, fixed");
  refused("weld: grip", "weld: foot", "foot");
  refused("[-0.1, 0, 0]", "[-0.3, 0, 0]",
          "constraint 'rope/end': its frames start 0.2 m away");
}

}  // namespace
}  // namespace tactus::apps
