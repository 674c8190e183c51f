#include "tactus/multibody/plant/forces/spatial_force_concatenation.h"

#include <catch2/catch.hpp>

#include "tactus/systems/diagram_builder.h"

namespace tactus::multibody {
namespace {

using Forces = std::vector<SpatialForce>;

TEST_CASE("Concatenation: one list after another, missing ones are empty") {
  systems::DiagramBuilder builder;
  const auto& all = builder.AddSystem<SpatialForceConcatenation>("all", 3);
  const auto diagram = std::move(builder).Build();
  systems::Context context = diagram->CreateDefaultContext();
  const auto bodies = [&] {
    std::vector<int> numbers;
    for (const SpatialForce& force :
         all.get_output_port().Eval<Forces>(context))
      numbers.push_back(force.body);
    return numbers;
  };
  CHECK(bodies().empty());
  context.FixInput(all.GetInputPort("forces2"), Forces{{.body = 5}});
  CHECK(bodies() == std::vector<int>{5});
  context.FixInput(all.GetInputPort("forces0"),
                   Forces{{.body = 3}, {.body = 1}});
  CHECK(bodies() == std::vector<int>{3, 1, 5});
  context.FixInput(all.GetInputPort("forces0"), Forces{});
  CHECK(bodies() == std::vector<int>{5});
}

TEST_CASE("Concatenation: of nothing is refused") {
  CHECK_THROWS_WITH(SpatialForceConcatenation("all", 0),
                    Catch::Contains("'all'"));
}

}  // namespace
}  // namespace tactus::multibody
