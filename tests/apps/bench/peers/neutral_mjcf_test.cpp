#include "tactus/apps/bench/peers/neutral_mjcf.h"

#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

#include "tactus/apps/models/model_file.h"
#include "tactus/apps/models/scene_export.h"

namespace tactus::apps {
namespace {

NeutralScene Export(const char* name) {
  return ExportScene(name, "", 1, examples::FindScene(name).make());
}

// Our own reader of MJCF finds the scene again.
TEST_CASE(
    "MakeNeutralMjcf: a scene -> MJCF that our reader reads as the scene") {
  const NeutralScene scene = Export("dropped_layers");
  const NeutralMjcf mjcf = MakeNeutralMjcf(scene, MujocoContact::kDefault);
  const ScratchFolder folder;
  std::ofstream(folder / "s.xml") << mjcf.text;
  const LoadedModel loaded = LoadModelFile(folder / "s.xml", {});
  const multibody::Model& model = *loaded.model;
  REQUIRE(scene.bodies.size() == 125);
  CHECK(model.geometries().size() == 126);
  CHECK(model.gravity_W() == scene.gravity);
  for (const NeutralScene::Body& each : scene.bodies) {
    const multibody::Body& body = model.bodies()[model.BodyIndex(each.name)];
    CHECK(body.inertia.mass == each.mass);
    CHECK(body.inertia.I_Bcm.diagonal().isApprox(each.inertia, 1e-12));
    const int q = model.joints()[body.inboard_joint].q_start;
    CHECK(model.default_positions().segment<3>(q) == each.position);
  }
  std::size_t same = 0;
  for (const contact::Geometry& geometry : model.geometries()) {
    for (const NeutralScene::Body& each : scene.bodies)
      same += geometry.name == each.name &&
              geometry.shape.index() == each.shape.index();
    CHECK(geometry.material.dynamic_friction == scene.friction.mu_dynamic);
  }
  CHECK(same == 125);
}

// K = m k, and b critical: the roots of s^2 + b s + k coincide.
TEST_CASE(
    "MakeNeutralMjcf: matched contact -> solref of the scene's stiffness") {
  const NeutralScene scene = Export("hard_clutter");
  const NeutralMjcf mjcf = MakeNeutralMjcf(scene, MujocoContact::kMatched);
  CHECK_THAT(mjcf.text, Catch::Contains("elliptic"));
  const auto& solrefs = mjcf.settings["solref"];
  CHECK(solrefs.size() == 2);  // Spheres and cubes.
  for (const auto& [mass, solref] : solrefs.items()) {
    double k = 0, b = 0;
    REQUIRE(std::sscanf(solref.get<std::string>().c_str(), "%lf %lf", &k, &b) ==
            2);
    const double m = std::stod(mass);
    CHECK(m * -k == Approx(scene.stiffness));
    CHECK(b * b - 4 * -k == Approx(0).margin(1e-6 * -k));
  }
  CHECK_THAT(MakeNeutralMjcf(Export("ball_energy"), MujocoContact::kMatched)
                 .settings["solref"]
                 .dump(),
             Catch::Contains(" -0\""));
}

}  // namespace
}  // namespace tactus::apps
