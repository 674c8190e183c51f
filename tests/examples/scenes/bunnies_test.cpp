#include "tactus/examples/scenes/bunnies.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "support/shared.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/contact/geometry/shapes/mesh_parts.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

using contact::TriangleMesh;

TEST_CASE("Hare: its mesh -> closed, not convex, as many triangles") {
  const TriangleMesh hare = MakeHare();
  CHECK(contact::IsClosed(hare));
  CHECK_FALSE(contact::IsConvex(hare));
  CHECK(hare.triangles.size() > 4900);
  CHECK(hare.triangles.size() < 5100);
  CHECK(contact::CalcSolidIntegrals(hare).volume > 0);
}

const TriangleMesh& SurfaceOf(const multibody::Model& model, int geometry) {
  const auto& mesh =
      std::get<contact::ConvexMesh>(model.geometries()[geometry].shape);
  REQUIRE(mesh.hull->solid() != nullptr);
  return *mesh.hull->solid();
}

// 1 m high, 200 kg about the centroid, with the inertia of what is inside.
void CheckBodies(const SceneInstance& scene) {
  const multibody::Model& model = scene.plant->model();
  REQUIRE(model.num_bodies() == 4);
  // What is seen is the surface, not its hull.
  REQUIRE(model.visuals().size() == 3);
  for (const multibody::Visual& visual : model.visuals()) {
    CHECK(std::get<std::shared_ptr<const TriangleMesh>>(visual.form).get() ==
          &SurfaceOf(model, visual.body));
  }
  for (int i = 1; i < 4; ++i) {
    const TriangleMesh& surface = SurfaceOf(model, i);
    const auto [low, high] = std::ranges::minmax(
        surface.vertices, {}, [](const Vector3d& p) { return p.z(); });
    CHECK(high.z() - low.z() == Approx(1));
    const multibody::SpatialInertia& inertia = model.bodies()[i].inertia;
    CHECK(inertia.mass == Approx(200));
    CHECK(inertia.p_BoBcm.norm() < 1e-12);
    const contact::VolumeIntegrals solid = contact::CalcSolidIntegrals(surface);
    CHECK(inertia.I_Bcm.isApprox(
        200 / solid.volume * solid.CalcUnitDensityInertia(), 1e-9));
  }
}

TEST_CASE("Bunnies: either body -> 1 m, 200 kg, inertia of the solid") {
  const SceneInstance hares = MakeBunnies({});
  CheckBodies(hares);
  CHECK(hares.note.empty());
  const char* file = "models/mujoco/model/replicate/bunny.obj";
  if (!tactus::test::HasShared(file)) return;
  const SceneInstance bunnies =
      MakeBunnies({.mesh = tactus::test::SharedDirectory() / file});
  CheckBodies(bunnies);
  CHECK_THAT(bunnies.note, Catch::Contains("bunny.obj is open at 42 edges"));
}

TEST_CASE("Bunnies: without their mesh -> ours fall, with a note") {
  const char* old = std::getenv("TACTUS_SHARED");
  const std::string kept = old == nullptr ? "" : old;
  setenv("TACTUS_SHARED", "/nowhere", 1);
  const SceneInstance scene = MakeBunniesIfThere(ContactKind::kPoint);
  old == nullptr ? unsetenv("TACTUS_SHARED")
                 : setenv("TACTUS_SHARED", kept.c_str(), 1);
  CHECK(SurfaceOf(scene.plant->model(), 1).triangles.size() ==
        MakeHare().triangles.size());
  CHECK_THAT(scene.note, Catch::Contains("bodies of our own"));
}

multibody::ContactResults EvalContacts(const SceneInstance& scene,
                                       const systems::Context& context) {
  return scene.plant->contact_results_output().Eval<multibody::ContactResults>(
      context);
}

TEST_CASE("Bunnies: three hares -> start apart, fall, and land by patches") {
  const SceneInstance scene = MakeBunnies({});
  CHECK(EvalContacts(scene, scene.context).points.empty());
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-1});
  simulator.AdvanceTo(0.4);
  const auto points = EvalContacts(scene, simulator.context()).points;
  CHECK(points.size() > 30);
  Vector3d force = Vector3d::Zero();
  for (const multibody::PointContact& point : points) force += point.force_B_W;
  CHECK(force.z() > 0);
  // The third still falls.
  const VectorXd v = scene.plant->velocities(simulator.context());
  CHECK(v.size() == 18);
  CHECK(v[17] == Approx(-9.81 * 0.4).epsilon(0.02));
}

}  // namespace
}  // namespace tactus::examples
