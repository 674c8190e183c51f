#include "tactus/examples/scenes/scene.h"

#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "tactus/integrators/cenic.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

using Catch::Matchers::Contains;

TEST_CASE("Scenes: those of the manual, each by its name") {
  std::set<std::string> names;
  for (const Scene& scene : Scenes()) {
    names.insert(std::string(scene.name));
    CHECK(scene.duration > 0);
    CHECK_FALSE(scene.description.empty());
    CHECK(&FindScene(scene.name) == &scene);
  }
  CHECK(names ==
        std::set<std::string>{"double_pendulum", "ball_drop", "cylinder",
                              "box_slide", "incline", "conveyor", "stack",
                              "soft_clutter", "hard_clutter", "dropped_layers",
                              "suction", "cable_pull", "franka", "digital_pid",
                              "acrobot_lqr", "cart_pole", "quadrotor_hover"});
}

TEST_CASE("Scenes: an unknown name is answered by those that there are") {
  CHECK_THROWS_AS(FindScene("dishrack"), std::invalid_argument);
  CHECK_THROWS_WITH(FindScene("dishrack"), Contains("'dishrack'") &&
                                               Contains("double_pendulum") &&
                                               Contains("hard_clutter"));
}

TEST_CASE("Scenes: each is ready to run") {
  for (const Scene& scene : Scenes()) {
    INFO(scene.name);
    SceneInstance instance = scene.make();
    REQUIRE(instance.plant != nullptr);
    CHECK(instance.context.time() == 0);
    CHECK(instance.context.BelongsTo(*instance.diagram));
    systems::Simulator simulator(*instance.diagram, instance.context);
    auto& cenic = simulator.reset_integrator<integrators::Cenic>();
    CHECK(simulator.AdvanceTo(0.1).reached_time());
    CHECK(simulator.context().continuous_state().allFinite());
    CHECK(simulator.context().continuous_state() !=
          instance.context.continuous_state());
    CHECK(cenic.statistics().failed_solves == 0);
    CHECK(cenic.options().accuracy == 1e-3);
  }
}

}  // namespace
}  // namespace tactus::examples
