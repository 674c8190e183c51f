#include "tactus/apps/io/refusal.h"

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"

namespace tactus::apps {
namespace {

TEST_CASE(
    "InitializeOrRefuse: grained ground under CENIC -> a Refusal that names "
    "it") {
  using integrators::Cenic;
  const examples::SceneInstance grained =
      examples::FindScene("anisotropic_slide").make();
  systems::Simulator refused(*grained.diagram, grained.context);
  refused.reset_integrator<Cenic>();
  CHECK_THROWS_AS(InitializeOrRefuse(&refused), Refusal);
  CHECK_THROWS_WITH(InitializeOrRefuse(&refused),
                    Catch::Contains("friction") && Catch::Contains("ground"));
  const examples::SceneInstance scene = examples::FindScene("franka").make();
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>();
  CHECK(InitializeOrRefuse(&simulator).reached_time());
  CHECK(simulator.context().time() == 0);
}

}  // namespace
}  // namespace tactus::apps
