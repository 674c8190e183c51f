#include "tactus/apps/io/refusal.h"

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"

namespace tactus::apps {
namespace {

TEST_CASE(
    "InitializeOrRefuse: limits under the trapezoid scheme -> a Refusal") {
  using integrators::Cenic;
  // It has joint limits.
  const examples::SceneInstance scene = examples::FindScene("franka").make();
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(
      integrators::CenicOptions{.scheme = integrators::Scheme::kTrapezoid});
  CHECK_THROWS_AS(InitializeOrRefuse(&simulator), Refusal);
  CHECK_THROWS_WITH(InitializeOrRefuse(&simulator),
                    Catch::Contains("joint limits"));
  simulator.reset_integrator<Cenic>();
  CHECK(InitializeOrRefuse(&simulator).reached_time());
  CHECK(simulator.context().time() == 0);
}

}  // namespace
}  // namespace tactus::apps
