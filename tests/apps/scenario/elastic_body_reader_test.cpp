#include "tactus/apps/scenario/elastic_body_reader.h"

#include "apps/scenario/scenario_folder.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"

namespace tactus::apps {
namespace {

using Catch::Contains;

constexpr const char* kPad = R"(
directives:
- add_body:
    name: arm
    shape: {box: {size: [0.1, 0.1, 0.1]}}
    density: 1000
    pose: {translation: [0, 0, 1]}
- add_elastic_body:
    name: pad
    mesh: {MESH}
    youngs_modulus: 1e5
    density: 1000
    friction: 0.7
    self_contact: true
    frame: arm
    X_FS: {translation: [0, 0, -0.06]}
    attach: [{at: [0, 0, 0.01], within: 0.012}]
simulator: {integrator: cond, step: 0.002, duration: 0.1}
)";

std::string WithMesh(const std::string& mesh) {
  std::string text = kPad;
  text.replace(text.find("{MESH}"), 6, mesh);
  return text;
}

constexpr const char* kBox =
    "{box: {size: [0.04, 0.04, 0.02], cells: [4, 4, 2]}}";

TEST_CASE("add_elastic_body: a pad on an arm -> placed and held there") {
  const ScenarioFolder folder;
  const Scenario scenario = folder.Load(WithMesh(kBox));
  const multibody::Model& model = scenario.scene.plant->model();
  REQUIRE(model.elastic_bodies().size() == 1);
  const multibody::ElasticBody& pad = model.elastic_bodies()[0];
  CHECK(pad.solid->num_nodes() == 5 * 5 * 3);
  CHECK(pad.material.static_friction == 0.7);
  CHECK(pad.self_contact);
  CHECK(model.bodies()[pad.base].name == "arm::arm");
  // The centre of the top, and its four neighbours one centimetre away; below
  // it one more.
  CHECK(pad.attachments.size() == 6);
  // The arm starts a metre above the origin, where its model has it.
  const auto q = scenario.scene.plant->positions(scenario.scene.context);
  const Vector3d corner = q.segment<3>(pad.q_start);
  CHECK((corner - Vector3d(-0.02, -0.02, 0.93)).norm() < 1e-12);
  for (const multibody::NodeAttachment& each : pad.attachments) {
    const Vector3d node = q.segment<3>(pad.q_start + 3 * each.node);
    CHECK((node - Vector3d(0, 0, 1) - each.p_BN).norm() < 1e-12);
  }
}

TEST_CASE(
    "add_elastic_body: on a body that initial_conditions move -> goes "
    "with it") {
  const ScenarioFolder folder;
  const Scenario scenario =
      folder.Load(WithMesh(kBox) +
                  "initial_conditions: {poses: {arm: {translation: [1, 2, 3], "
                  "rotation: !Rpy {deg: [180, 0, 0]}}}}\n");
  const multibody::ElasticBody& pad =
      scenario.scene.plant->model().elastic_bodies()[0];
  const auto q = scenario.scene.plant->positions(scenario.scene.context);
  for (const multibody::NodeAttachment& each : pad.attachments) {
    const Vector3d node = q.segment<3>(pad.q_start + 3 * each.node);
    const Vector3d& p = each.p_BN;
    CHECK((node - Vector3d(1, 2, 3) - Vector3d(p.x(), -p.y(), -p.z())).norm() <
          1e-12);
  }
}

TEST_CASE(
    "add_elastic_body: what makes no mesh or body -> file, line, reason") {
  const ScenarioFolder folder;
  const auto refused = [&](const std::string& from, const std::string& to,
                           const std::string& reason) {
    std::string text = WithMesh(kBox);
    const auto at = text.find(from);
    REQUIRE(at != text.npos);
    text.replace(at, from.size(), to);
    CHECK_THAT(folder.Refusal(text), Contains(reason));
  };
  refused("[4, 4, 2]", "[4, 0, 2]", "a number of cells is whole");
  refused("[4, 4, 2]", "[4, 1e9, 2]", "from 1 to 200000");
  refused("[4, 4, 2]", "[200, 200, 6]",
          "a mesh of 240000 cells, in all, has more than 200000");
  refused(kBox, "{ball: {radius: 0.02, cells: 59}}", "a mesh of 205379 cells");
  refused(kBox, "{cylinder: {radius: 0.02, length: 0.1, cells: [100, 21]}}",
          "a mesh of 210000 cells");
  refused("[4, 4, 2]", "[4, 4]", "3");
  refused("[0.04, 0.04, 0.02]", "[0.04, 0, 0.02]", "sizes must be positive");
  refused("friction: 0.7",
          "grain: {direction: [1, 0, 0], cross_friction_ratio: 2}",
          "the surface of an elastic body has no grain");
  refused("youngs_modulus: 1e5", "youngs_modulus: 0", "positive");
  refused("density: 1000\n    friction", "density: -1\n    friction",
          "positive");
  refused("self_contact: true", "self_contact: 2", "true or false");
  refused("self_contact: true", "skin: 0", "a skin must be positive");
  refused("friction: 0.7", "poissons_ratio: 0.5", "Poisson");
  refused("at: [0, 0, 0.01]", "at: [0, 0, 1]",
          "no node of 'pad' is within 0.012 m; the nearest one is 0.99 m away");
  refused("frame: arm", "frame: leg", "leg");
  refused("within: 0.012}",
          "within: 0.012}, {at: [0, 0, 0], within: 0.001, "
          "frame: world}",
          "of elastic body 'pad' is held by 'arm::arm' and by 'world'");
  refused(kBox, "{file: nowhere.msh}", "nowhere.msh");
}

// A strap of 40 cm between two boxes that initial_conditions move: the lower
// one holds its nodes where these start, wherever the model has it.
TEST_CASE(
    "add_elastic_body: nodes that two bodies hold -> held where they start, "
    "touching neither") {
  const ScenarioFolder folder;
  const Scenario scenario = folder.Load(R"(
directives:
- add_body: {name: top, shape: {box: {size: [0.1, 0.1, 0.1]}}, mass: 1}
- add_body: {name: low, shape: {box: {size: [0.1, 0.1, 0.1]}}, mass: 1}
- add_elastic_body:
    name: strap
    mesh: {box: {size: [0.02, 0.02, 0.4], cells: [1, 1, 8]}}
    youngs_modulus: 1e5
    density: 1000
    frame: top
    X_FS: {translation: [0, 0, -0.25]}
    attach:
    - {at: [0, 0, 0.2], within: 0.02}
    - {at: [0, 0, -0.2], within: 0.02, frame: low}
initial_conditions: {poses: {top: {translation: [0, 0, 2]},
  low: {translation: [0.01, 0, 1.5]}}}
simulator: {integrator: cond, step: 0.002, duration: 0.1}
)");
  const multibody::Model& model = scenario.scene.plant->model();
  const auto q = scenario.scene.plant->positions(scenario.scene.context);
  multibody::PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  REQUIRE(model.constraints().size() == 8);
  int by_low = 0;
  for (const multibody::Constraint& ball : model.constraints()) {
    const Vector3d held =
        position.X_WB[ball.body_a] * Vector3d(ball.X_AP.translation());
    CHECK((held - position.X_WB[ball.body_b].translation()).norm() < 1e-12);
    by_low += model.bodies()[ball.body_a].name == "low::low";
    const std::pair<int, int> pair = std::minmax({ball.body_a, ball.body_b});
    CHECK(std::ranges::count(model.excluded_pairs(), pair) == 1);
  }
  CHECK(by_low == 4);
}

}  // namespace
}  // namespace tactus::apps
