#include "tactus/apps/run/inversion_watch.h"

#include <fstream>
#include <memory>

#include "apps/io/call_program.h"
#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tactus/apps/io/exit_code.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/systems/diagram_builder.h"

namespace tactus::apps {
namespace {

using Json = nlohmann::json;

multibody::ElasticBody MakePad(const std::string& name) {
  return {.name = name,
          .solid = std::make_shared<multibody::ElasticSolid>(
              multibody::MakeBoxMesh({0.1, 0.1, 0.1}, {2, 2, 2}),
              multibody::ElasticMaterial{})};
}

TEST_CASE("InversionWatch: elements inverted -> each body's first, once") {
  multibody::ModelBuilder builder;
  for (const char* name : {"a", "b", "c"})
    builder.AddElasticBody(MakePad(name));
  systems::DiagramBuilder diagram_builder;
  const auto& plant = diagram_builder.AddSystem<multibody::MultibodyPlant>(
      std::move(builder).Build());
  const auto diagram = std::move(diagram_builder).Build();
  systems::Context context = diagram->CreateDefaultContext();
  InversionWatch watch(plant);
  watch.Add(context);
  CHECK(watch.inversions().empty());

  // The last of b is mirrored by its four nodes, c as a whole.
  const auto& bodies = plant.model().elastic_bodies();
  const VectorXd rest = plant.positions(context);
  VectorXd q = rest;
  const multibody::TetrahedralMesh& mesh = bodies[1].solid->mesh();
  for (const int node : mesh.tetrahedra.back())
    q[bodies[1].q_start + 3 * node] *= -1;
  const int first = bodies[1].solid->FindInverted(
      q.segment(bodies[1].q_start, bodies[1].size()));
  REQUIRE(first > 0);
  context.SetTime(0.25);
  plant.SetPositions(&context, q);
  watch.Add(context);
  context.SetTime(0.5);
  q.segment(bodies[2].q_start, bodies[2].size()) *= -1;
  plant.SetPositions(&context, q);
  watch.Add(context);
  context.SetTime(0.75);
  plant.SetPositions(&context, rest);
  watch.Add(context);

  REQUIRE(watch.inversions().size() == 2);
  CHECK(watch.inversions()[0].body == "b");
  CHECK(watch.inversions()[0].tetrahedron == first);
  CHECK(watch.inversions()[0].time == 0.25);
  CHECK(watch.inversions()[1].body == "c");
  CHECK(watch.inversions()[1].tetrahedron == 0);
  CHECK(watch.inversions()[1].time == 0.5);
  CHECK_THAT(Describe(watch.inversions()[1]),
             Catch::Contains("elastic body 'c': tetrahedron 0 is inverted at "
                             "0.5 s"));
}

// Onto a block of 0.1 m and 10 kPa, which bears 10 kg by a strain of 1.
Outcome Press(const ScratchFolder& folder, const std::string& mass) {
  std::ofstream(folder / "press.yaml") << R"(
directives:
- add_ground: {friction: 0.5}
- add_elastic_body:
    name: pad
    mesh: {box: {size: [0.1, 0.1, 0.1], cells: [2, 2, 2]}}
    youngs_modulus: 1e4
    density: 1000
    X_FS: {translation: [0, 0, 0.052]}
- add_body:
    name: press
    shape: {box: {size: [0.2, 0.2, 0.1]}}
    mass: )" << mass << R"(
    pose: {translation: [0, 0, 0.16]}
simulator: {integrator: cond, step: 0.005, duration: 0.3}
)";
  return Call({"run", (folder / "press.yaml").string(), "--quiet", "--report",
               (folder / "r.json").string()});
}

TEST_CASE(
    "tactus run: a press of 100 kg on soft foam -> its element and the time") {
  const ScratchFolder folder;
  const Outcome outcome = Press(folder, "100");
  INFO(outcome.err);
  REQUIRE(outcome.code == kDone);
  const Json report = Json::parse(ReadText(folder / "r.json"));
  REQUIRE(report["warnings"].size() == 1);
  const auto warning = report["warnings"][0].get<std::string>();
  CHECK_THAT(warning, Catch::Contains("elastic body 'pad': tetrahedron"));
  CHECK(outcome.err == warning + "\n");
}

TEST_CASE("tactus run: a press of 1 kg on soft foam -> nothing to tell") {
  const ScratchFolder folder;
  const Outcome outcome = Press(folder, "1");
  INFO(outcome.err);
  REQUIRE(outcome.code == kDone);
  CHECK(Json::parse(ReadText(folder / "r.json"))["warnings"].empty());
  CHECK(outcome.err.empty());
}

}  // namespace
}  // namespace tactus::apps
