#include "tactus/apps/scenario/contact_patterns.h"

#include "apps/scenario/scenario_folder.h"
#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

constexpr const char* kDirectives = R"(directives:
- add_model: {name: tool, file: tool.xml}
- add_body: {name: box, shape: {box: {size: [1, 1, 1]}}, mass: 1}
)";

TEST_CASE("NameFits: patterns -> names with their model's and without") {
  CHECK(NameFits("arm::*", "arm::hand"));
  CHECK(NameFits("hand", "arm::hand"));
  CHECK(NameFits("h?nd", "arm::hand"));
  CHECK(NameFits("*", "ground"));
  CHECK_FALSE(NameFits("arm", "arm::hand"));
  CHECK_FALSE(NameFits("han", "arm::hand"));
}

TEST_CASE(
    "Scenario: contact by geometry or body name -> their surfaces changed") {
  const ScenarioFolder folder;
  const Scenario scenario = folder.Load(std::string(kDirectives) + R"(contact:
- {match: "*", dissipation: 7}
- {match: tip, stiffness: 5}
- {match: box, stiffness: 6}
- {match: b*, friction: 0.1}
)");
  const auto material = [&](const std::string& name) {
    for (const auto& g : scenario.scene.plant->model().geometries()) {
      if (g.name == name) return g.material;
    }
    throw std::invalid_argument(name);
  };
  CHECK(material("tool::tip").stiffness == 5);
  CHECK(material("tool::tip").dissipation == 7);
  CHECK(material("tool::tip").static_friction == 1);  // MJCF's own.
  CHECK(material("box::box").stiffness == 6);
  CHECK(material("box::box").static_friction == 0.1);
  CHECK(material("tool::jaw/geom0").dissipation == 7);
}

TEST_CASE("Contact: the name of an elastic body, or of nodes -> its surface") {
  const ScenarioFolder folder;
  const std::string directives = R"(directives:
- add_elastic_body: {name: pad, mesh: {box: {size: [1, 1, 1],
    cells: [1, 1, 1]}}, youngs_modulus: 1e5, density: 1000, friction: 0.9}
- add_cable: {name: rope, path: [[0, 0, 2], [1, 0, 2]], links: 2, radius: 0.01,
    youngs_modulus: 1e5, density: 1000, friction: 0.9}
)";
  for (const std::string pad : {"pad", "pad/*", "pad/node*", "*/node*"}) {
    INFO(pad);
    const Scenario scenario =
        folder.Load(directives + "contact:\n- {match: '" + pad +
                    "', friction: 0.1}\n- {match: rope/*, friction: 0.2}\n");
    int nodes = 0;
    for (const auto& g : scenario.scene.plant->model().geometries()) {
      const bool is_node = g.name.starts_with("pad/node");
      CHECK(g.material.static_friction == (is_node ? 0.1 : 0.2));
      nodes += is_node;
    }
    CHECK(nodes == 8);
  }
  CHECK_THAT(folder.Refusal(directives +
                            "contact:\n- {match: pad/node3, friction: 0.1}"),
             Catch::Contains("no body or geometry"));
}

TEST_CASE("Scenario: friction of the command line -> over the file's") {
  const ScenarioFolder folder;
  const std::string text =
      std::string(kDirectives) + "contact:\n- {match: box, friction: 0.1}\n";
  ScenarioOptions options{.target = folder.Write(text)};
  options.contact.static_friction = options.contact.dynamic_friction = 0.4;
  options.file.ground = true;
  const Scenario scenario = MakeScenario(options);
  const auto geometries = scenario.scene.plant->model().geometries();
  CHECK(geometries.size() == 4);
  for (const auto& g : geometries) CHECK(g.material.static_friction == 0.4);
}

TEST_CASE("Scenario: contact without a match, wrong keys -> refused in place") {
  const ScenarioFolder folder;
  const auto refused = [&](const std::string& item) {
    return folder.Refusal(std::string(kDirectives) + "contact:\n- " + item);
  };
  CHECK(refused("{match: bx, friction: 1}") ==
        "5:11: no body or geometry with a surface has a name that matches "
        "this");
  CHECK(refused("{match: box, frction: 1}") ==
        "5:16: unknown key 'frction'; did you mean 'friction'?");
  CHECK(refused("{friction: 1}") == "5:3: key 'match' is missing");
}

}  // namespace
}  // namespace tactus::apps
