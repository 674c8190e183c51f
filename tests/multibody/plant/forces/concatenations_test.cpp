#include "tactus/multibody/plant/forces/concatenations.h"

#include <catch2/catch.hpp>

#include "tactus/systems/diagram_builder.h"

namespace tactus::multibody {
namespace {

TEST_CASE("Concatenations: forces and surfaces -> each in its own list") {
  systems::DiagramBuilder builder;
  const auto& forces = builder.AddSystem<SpatialForceConcatenation>("f", 2);
  const auto& surfaces =
      builder.AddSystem<SurfaceVelocityConcatenation>("s", 2);
  const auto diagram = std::move(builder).Build();
  systems::Context context = diagram->CreateDefaultContext();
  context.FixInput(forces.GetInputPort("forces1"),
                   std::vector<SpatialForce>{{.body = 5}});
  context.FixInput(surfaces.GetInputPort("surfaces1"),
                   std::vector<SurfaceVelocity>{{.geometry = 3}});
  const auto& all_forces = forces.GetOutputPort("spatial_forces")
                               .Eval<std::vector<SpatialForce>>(context);
  const auto& all_surfaces = surfaces.GetOutputPort("surface_velocities")
                                 .Eval<std::vector<SurfaceVelocity>>(context);
  REQUIRE(all_forces.size() == 1);
  CHECK(all_forces[0].body == 5);
  REQUIRE(all_surfaces.size() == 1);
  CHECK(all_surfaces[0].geometry == 3);
}

}  // namespace
}  // namespace tactus::multibody
