#include "tactus/multibody/plant/forces/surface_velocity_concatenation.h"

#include <catch2/catch.hpp>

#include "tactus/systems/diagram_builder.h"

namespace tactus::multibody {
namespace {

using Surfaces = std::vector<SurfaceVelocity>;

TEST_CASE("Surfaces: several lists -> one after another, missing are empty") {
  systems::DiagramBuilder builder;
  const auto& all = builder.AddSystem<SurfaceVelocityConcatenation>("all", 3);
  const auto diagram = std::move(builder).Build();
  systems::Context context = diagram->CreateDefaultContext();
  const auto geometries = [&] {
    std::vector<int> numbers;
    for (const SurfaceVelocity& surface :
         all.get_output_port().Eval<Surfaces>(context))
      numbers.push_back(surface.geometry);
    return numbers;
  };
  CHECK(geometries().empty());
  context.FixInput(all.GetInputPort("surfaces2"), Surfaces{{.geometry = 5}});
  CHECK(geometries() == std::vector<int>{5});
  context.FixInput(all.GetInputPort("surfaces0"),
                   Surfaces{{.geometry = 3}, {.geometry = 1}});
  CHECK(geometries() == std::vector<int>{3, 1, 5});
  context.FixInput(all.GetInputPort("surfaces0"), Surfaces{});
  CHECK(geometries() == std::vector<int>{5});
}

TEST_CASE("Surfaces: none -> refused") {
  CHECK_THROWS_WITH(SurfaceVelocityConcatenation("all", 0),
                    Catch::Contains("'all'"));
}

}  // namespace
}  // namespace tactus::multibody
