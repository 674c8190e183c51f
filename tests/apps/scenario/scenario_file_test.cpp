#include "tactus/apps/scenario/scenario_file.h"

#include "apps/scenario/scenario_folder.h"
#include "support/source_folder.h"
#include <catch2/catch.hpp>

#include "tactus/apps/scenario/block_parameters.h"
#include "tactus/contact/pressure/pressure_solids.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {
namespace {

constexpr const char* kArm = R"(directives:
- add_model: {name: arm, file: arm.xml}
)";

TEST_CASE("Scenario: simulator, gravity, fluid, logs -> as the file says") {
  const ScenarioFolder folder;
  const Scenario scenario = folder.Load(std::string(kArm) + R"(
gravity: [0, 0, -2]
fluid: {density: 1.2, wind: [3, 0, 0]}
simulator: {integrator: icf, step: 0.02, duration: 0.5}
logs:
- {file: a.csv}
- {signals: [energy/total, "joint/*/position"], rate: 50, file: b.npz}
)");
  CHECK(scenario.duration == 0.5);
  CHECK(scenario.integrator.name == "icf");
  CHECK(scenario.integrator.step == 0.02);
  CHECK(scenario.scene.plant->model().gravity_W() == Vector3d(0, 0, -2));
  CHECK(scenario.scene.plant->model().fluid() ==
        multibody::Fluid{1.2, 0, {3, 0, 0}});
  REQUIRE(scenario.logs.size() == 2);
  CHECK(scenario.logs[0].file == "a.csv");
  CHECK(scenario.logs[0].rate == 0);
  CHECK(scenario.logs[1].signals.size() == 2);
  CHECK(scenario.logs[1].rate == 50);
  CHECK(scenario.assertions.empty());

  const std::string path = folder.Write(std::string(kArm));
  CHECK(MakeScenario({.target = path}).duration == kDefaultDuration);
  CHECK(MakeScenario({.target = path, .duration = 7}).duration == 7);
  CHECK(IsScenarioFile("a.yaml"));
  CHECK(IsScenarioFile("a.yml"));
  CHECK_FALSE(IsScenarioFile("a.xml"));
}

TEST_CASE("Scenario: hydroelastic -> all fields, before patterns and options") {
  const ScenarioFolder folder;
  const std::string text = R"(directives:
- add_model: {name: arm, file: arm.xml}
- add_body: {name: soft, shape: {sphere: {radius: 0.1}}, mass: 1, modulus: 5}
- add_ground: {}
hydroelastic: 1e6
contact:
- {match: rod, modulus: 1e4}
)";
  const auto modulus = [](const Scenario& scenario, const char* name) {
    for (const contact::Geometry& each :
         scenario.scene.plant->model().geometries()) {
      if (each.name.ends_with(name)) return each.material.compliance.modulus;
    }
    return -1.0;
  };
  const Scenario scenario = folder.Load(text);
  CHECK(modulus(scenario, "soft") == 1e6);
  CHECK(modulus(scenario, "rod") == 1e4);
  CHECK(modulus(scenario, "ground") == 0);
  CHECK(scenario.contact.modulus == 1e6);

  ScenarioOptions options{.target = folder.Write(text)};
  options.contact.modulus = 1e7;
  CHECK(modulus(MakeScenario(options), "rod") == 1e7);
  options.contact = {.model = ContactModel::kPoint};
  const Scenario at_points = MakeScenario(options);
  CHECK(at_points.scene.plant->pressure_solids().empty());
  CHECK_FALSE(at_points.contact.modulus);

  const std::string strict = text + "contact_model: hydroelastic\n";
  CHECK(folder.Load(strict).contact.model == ContactModel::kHydroelastic);
  CHECK(folder.Refusal(text + "contact_model: pint\n")
            .starts_with("8:16: contact_model is one of point, "));
  CHECK(folder.Refusal(std::string(kArm) + "hydroelastic: -1\n")
            .starts_with("3:15: hydroelastic must be a positive number"));
}

TEST_CASE("Scenario: quadrature -> of all fields, refused where none is") {
  using enum contact::Compliance::Quadrature;
  const ScenarioFolder folder;
  const std::string text = std::string(kArm) + "quadrature: 1\n";
  CHECK_THROWS_WITH(folder.Load(text),
                    Catch::Contains("--quadrature has no effect"));
  const auto quadrature = [](const Scenario& scenario) {
    return scenario.scene.plant->model()
        .geometries()
        .front()
        .material.compliance.quadrature;
  };
  CHECK(quadrature(folder.Load(text + "hydroelastic: 1e6\n")) == kCentroid);
  ScenarioOptions options{
      .target = folder.Write(std::string(kArm) + "hydroelastic: 1e6\n")};
  CHECK(quadrature(MakeScenario(options)) == kThreePoints);
  options.contact.quadrature = kCentroid;
  CHECK(quadrature(MakeScenario(options)) == kCentroid);
  options.contact.model = ContactModel::kPoint;
  CHECK_THROWS_WITH(MakeScenario(options), Catch::Contains("--quadrature"));
  CHECK(folder.Refusal(std::string(kArm) + "quadrature: 2\n")
            .starts_with("3:13: quadrature is one of 1, 3"));
}

TEST_CASE("Scenario: wrong keys and values at the top -> refused in place") {
  const ScenarioFolder folder;
  const auto refused = [&](const std::string& more) {
    return folder.Refusal(std::string(kArm) + more);
  };
  CHECK(refused("simulatr: {}\n") ==
        "3:1: unknown key 'simulatr'; did you mean 'simulator'?");
  CHECK(folder.Refusal("simulator: {}\n") ==
        "1:1: key 'directives' is missing");
  CHECK(refused("gravity: 9.81\n") == "3:10: expected 3 numbers, not 1");
  CHECK(refused("fluid: {density: -1}\n").starts_with("3:18: "));
  CHECK(refused("fluid: {depth: 1}\n").starts_with("3:9: unknown key"));
  CHECK(refused("logs:\n- {signals: [joint/arm::elbw/position], file: a.csv}\n")
            .starts_with("4:14: no signal is called"));
  CHECK(refused("logs:\n- {signals: [energy/total], file: a.txt}\n") ==
        "4:35: 'a.txt' does not end in .csv or .npz");
  CHECK(refused("logs:\n- {signals: [energy/total]}\n") ==
        "4:3: key 'file' is missing");
  CHECK(refused("logs:\n- {file: a.csv, rate: -1}\n") ==
        "4:23: expected a positive number, not '-1'");
  CHECK(refused("logs:\n- {file: a.csv, rate: 2e9}\n") ==
        "4:23: a rate is at most 1e+09 Hz");
  CHECK(refused("assert: {}\n") == "3:9: expected a list, not a map");
  CHECK_THAT(refused("a: b: c\n"), Catch::StartsWith("3:5: this is not YAML"));
  CHECK_THROWS_WITH(MakeScenario({.target = "no_such.yaml"}),
                    Catch::Contains("there is no file"));
}

TEST_CASE("Scenario: an arm's initial angle and rate -> its energy") {
  // Both joints straight: a double pendulum's energy, m = 1 kg at 0.5 m each.
  const ScenarioFolder folder;
  Scenario scenario = folder.Load(std::string(kArm) + R"(
initial_conditions: {positions: {shoulder: 0.3}, velocities: {shoulder: 2}}
)");
  const double w = 2, c = std::cos(0.3);
  const double kinetic = 0.5 * w * w * (0.25 + 1 + 2e-4);
  const double potential = 9.81 * ((1 - 0.5 * c) + (1 - c));
  CHECK(scenario.scene.plant->CalcEnergy(scenario.scene.context) ==
        Approx(kinetic + potential));
}

std::string ReadAll(const std::filesystem::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_CASE("docs/scenario.md: keys and types of block -> each is named") {
  const std::string manual =
      ReadAll(tactus::test::SourceFolder() / "docs/scenario.md");
  REQUIRE_FALSE(manual.empty());
  std::vector<std::string> words = BlockTypeNames();
  for (const char* key :
       {"add_model", "add_weld", "add_frame", "add_collision_filter_group",
        "add_body", "add_geometry", "add_ground", "gravity", "groups",
        "contact", "initial_conditions", "systems", "connections", "simulator",
        "logs", "assert"}) {
    words.emplace_back(key);
  }
  for (const std::string& word : words) {
    INFO(word);
    CHECK(manual.find("`" + word + "`") != manual.npos);
  }
}

}  // namespace
}  // namespace tactus::apps
