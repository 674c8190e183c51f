#include "tactus/examples/scenes/robot_drops.h"

#include <algorithm>

#include "support/shared.h"
#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

using SharedModel = std::shared_ptr<const multibody::Model>;

// Of the feet, over a drop, and where the root ends [m].
struct Heights {
  double least_gap = 1, end{};
};

Heights Drop(const SharedModel& model, double h, double duration) {
  const SceneInstance scene = MakePlantScene(model);
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.set_integrator(std::make_unique<integrators::FixedStep>(
      std::make_unique<integrators::DojoStep>(
          integrators::DojoOptions{.kappa = 1e-8}),
      h));
  Heights heights;
  simulator.set_monitor([&](const systems::Context& context) {
    multibody::PositionKinematics position;
    CalcPositionKinematics(*model, scene.plant->positions(context), &position);
    for (const contact::Geometry& geometry : model->geometries().subspan(1)) {
      const Vector3d p_WG =
          position.X_WB[geometry.body] * geometry.X_BG.translation();
      heights.least_gap =
          std::min(heights.least_gap,
                   p_WG.z() - std::get<contact::Sphere>(geometry.shape).radius);
    }
    heights.end = position.X_WB[1].translation().z();
    return std::nullopt;
  });
  simulator.AdvanceTo(duration);
  return heights;
}

void CheckDrop(SharedModel (*make)(const std::filesystem::path&),
               const std::string& file, std::size_t num_spheres) {
  if (!tactus::test::HasShared(file)) return;
  const SharedModel model = make(tactus::test::SharedDirectory() / file);
  CHECK(model->geometries().size() == 1 + num_spheres);
  const Heights coarse = Drop(model, 0.05, 0.5), fine = Drop(model, 0.01, 0.5);
  for (const Heights& heights : {coarse, fine}) {
    CHECK(heights.least_gap > 0);
    CHECK(heights.least_gap < 1e-5);
  }
  CHECK(coarse.end == Approx(fine.end).epsilon(0.1));
}

// Table II and Figure 7.
TEST_CASE("Atlas drop: any step of Dojo -> its feet stay above the ground") {
  CheckDrop(&MakeAtlasDrop, "models/dojo/atlas/dependencies/atlas_complex.urdf",
            8);
}

TEST_CASE("A1 drop: any step of Dojo -> its feet stay above the ground") {
  CheckDrop(&MakeA1Drop, "models/dojo/quadruped/dependencies/gazebo_a1.urdf",
            4);
}

// Two ends of each foot, and the torso.
TEST_CASE(
    "Ant drop: steps of Dojo -> its feet and torso stay above the ground") {
  const std::string file = "models/dojo/ant/dependencies/ant.urdf";
  if (!tactus::test::HasShared(file)) return;
  const SharedModel model = MakeAntDrop(tactus::test::SharedDirectory() / file);
  REQUIRE(model->geometries().size() == 6);
  for (const contact::Geometry& geometry : model->geometries().subspan(1)) {
    CHECK((geometry.contype == 0 && geometry.conaffinity == 1));
    CHECK(model->bodies()[geometry.body].name.find("leg") == std::string::npos);
  }
  const SceneInstance scene = MakePlantScene(model);
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.set_integrator(std::make_unique<integrators::FixedStep>(
      std::make_unique<integrators::DojoStep>(
          integrators::DojoOptions{.kappa = 1e-8}),
      0.01));
  multibody::PositionKinematics position;
  double least = 1;  // Of the feet, over the drop.
  simulator.set_monitor([&](const systems::Context& context) {
    CalcPositionKinematics(*model, scene.plant->positions(context), &position);
    for (const contact::Geometry& geometry : model->geometries().subspan(1)) {
      const RigidTransform X_WG = position.X_WB[geometry.body] * geometry.X_BG;
      const auto* foot = std::get_if<contact::Capsule>(&geometry.shape);
      if (foot == nullptr) {
        CHECK(X_WG.translation().z() > 0.25);
        continue;
      }
      for (const double end : {-foot->half_length, foot->half_length})
        least =
            std::min(least, (X_WG * Vector3d(0, 0, end)).z() - foot->radius);
    }
    return std::nullopt;
  });
  simulator.AdvanceTo(1);
  CHECK(least > 0);
  CHECK(least < 1e-4);
}

}  // namespace
}  // namespace tactus::examples
