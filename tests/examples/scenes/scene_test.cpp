#include "tactus/examples/scenes/scene.h"

#include <limits>
#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "tactus/contact/pressure/pressure_solids.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

using Catch::Matchers::Contains;

TEST_CASE("Scenes: the list -> those of the manual, each by its name") {
  std::set<std::string> names;
  for (const Scene& scene : Scenes()) {
    names.insert(std::string(scene.name));
    CHECK(scene.duration > 0);
    CHECK_FALSE(scene.description.empty());
    CHECK(&FindScene(scene.name) == &scene);
  }
  CHECK(names == std::set<std::string>{
                     "double_pendulum", "ball_drop",         "ball_energy",
                     "cylinder",        "static_gripper",    "box_slide",
                     "incline",         "conveyor",          "stack",
                     "soft_clutter",    "hard_clutter",      "dropped_layers",
                     "suction",         "cable_pull",        "franka",
                     "digital_pid",     "acrobot_lqr",       "cart_pole",
                     "quadrotor_hover", "scaling_10",        "scaling_20",
                     "scaling_50",      "scaling_100",       "scaling_200",
                     "scaling_500",     "scaling_1000",      "box_toss",
                     "sliding_box",     "pushed_block",      "cable_drop",
                     "cable_winding",   "spinning_disk",     "rattle_cube",
                     "virtual_nodes",   "anisotropic_slide", "soft_ball_grip",
                     "soft_gripper",    "dish_rack",         "bunnies",
                     "soft_mat"});
}

TEST_CASE("Scenes: an unknown name -> refused with those that there are") {
  CHECK_THROWS_AS(FindScene("dishrack"), std::invalid_argument);
  CHECK_THROWS_WITH(FindScene("dishrack"), Contains("'dishrack'") &&
                                               Contains("double_pendulum") &&
                                               Contains("hard_clutter"));
}

TEST_CASE("Scenes: parameters by name -> set") {
  const Scene& franka = FindScene("franka");
  REQUIRE(franka.parameters.size() == 3);
  const auto torque = [&](double gain) {
    const std::pair<std::string, double> settings[] = {{"gain", gain},
                                                       {"effort_limits", 0}};
    SceneInstance scene = MakeWith(franka, settings);
    VectorXd q = scene.plant->positions(scene.context);
    q[1] += 0.1;  // off the way: the controller pulls back
    scene.plant->SetPositions(&scene.context, q);
    multibody::PlantInputs inputs;
    scene.plant->EvalInputs(scene.context.of(*scene.plant), &inputs);
    return inputs.actuation[1];
  };
  // Affine in the gain.
  CHECK(torque(200) - torque(100) == Approx(torque(300) - torque(200)));
  CHECK(torque(200) - torque(100) < -1);
}

TEST_CASE("Scenes: a parameter's text -> a number, or the place of its word") {
  const SceneParameter& gain = FindParameter(FindScene("franka"), "gain");
  CHECK(ParseValue(gain, "2.5") == 2.5);
  CHECK_THROWS_WITH(ParseValue(gain, "much"), Contains("'gain' is a number"));
  const SceneParameter& contact =
      FindParameter(FindScene("static_gripper"), "contact");
  CHECK(ParseValue(contact, "point") == 0);
  CHECK(ParseValue(contact, "patch") == 1);
  CHECK_THROWS_WITH(ParseValue(contact, "1"), Contains("one of point, patch"));
  const std::pair<std::string, double> by_patch[] = {{"contact", 1}};
  for (const char* name : {"cylinder", "static_gripper", "rattle_cube",
                           "franka", "dish_rack", "bunnies"}) {
    const Scene& scene = FindScene(name);
    CHECK_FALSE(MakeWith(scene, by_patch).plant->pressure_solids().empty());
  }
  CHECK(MakeStaticGripper().plant->pressure_solids().empty());
}

TEST_CASE("Scenes: a fraction for a count -> refused in one line") {
  const auto refused = Contains("is a whole number from 1 to 100000, not 3.7");
  const Scene& winding = FindScene("cable_winding");
  const SceneParameter& links = FindParameter(winding, "links");
  CHECK_THROWS_WITH(ParseValue(links, "3.7"),
                    refused && Contains("'links'") && !Contains("\n"));
  CHECK(ParseValue(links, "40") == 40);
  CHECK(ParseValue(links, "4e1") == 40);
  const std::pair<std::string, double> settings[] = {{"links", 3.7}};
  CHECK_THROWS_WITH(MakeWith(winding, settings), refused);
  CHECK_THROWS_WITH(MakeWith(FindScene("cable_drop"), settings), refused);
  const std::pair<std::string, double> cells[] = {{"cells", 3.7}};
  CHECK_THROWS_WITH(MakeWith(FindScene("soft_ball_grip"), cells),
                    Contains("is a whole number from 1 to 50, not 3.7"));
  CHECK(ParseValue(FindParameter(winding, "friction"), "3.7") == 3.7);
}

TEST_CASE("Scenes: a count that is out of bounds -> refused in one line") {
  const Scene& drop = FindScene("cable_drop");
  const SceneParameter& links = FindParameter(drop, "links");
  for (const char* text : {"1e300", "-1e300", "0", "-3", "100001", "1e18"}) {
    CHECK_THROWS_WITH(ParseValue(links, text),
                      Contains("the parameter 'links' is a whole number from 1 "
                               "to 100000, not ") &&
                          !Contains("\n"));
  }
  CHECK(ParseValue(links, "1") == 1);
  CHECK(ParseValue(links, "100000") == 100000);
  for (const double bad : {1e300, 0.0, std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity()}) {
    const std::pair<std::string, double> settings[] = {{"links", bad}};
    CHECK_THROWS_AS(MakeWith(drop, settings), std::invalid_argument);
  }
  const std::pair<std::string, double> one[] = {{"cells", 1}};
  const std::pair<std::string, double> many[] = {{"cells", 4001}};
  for (const char* name : {"soft_ball_grip", "soft_gripper", "soft_mat"}) {
    INFO(name);
    CHECK_NOTHROW(MakeWith(FindScene(name), one));
    CHECK_THROWS_WITH(MakeWith(FindScene(name), many), Contains("not 4001"));
  }
}

TEST_CASE("Scenes: an unknown parameter -> refused with those that there are") {
  const std::pair<std::string, double> settings[] = {{"gian", 1}};
  CHECK_THROWS_WITH(
      MakeWith(FindScene("franka"), settings),
      Contains("'gian'") && Contains("gain, effort_limits, contact"));
  CHECK_THROWS_WITH(MakeWith(FindScene("stack"), settings),
                    Contains("'stack'") && Contains("it has none"));
}

TEST_CASE("Scenes: each of them -> ready to run") {
  for (const Scene& scene : Scenes()) {
    INFO(scene.name);
    SceneInstance instance = scene.make();
    REQUIRE(instance.plant != nullptr);
    CHECK(instance.context.time() == 0);
    CHECK(instance.context.BelongsTo(*instance.diagram));
    // What CENIC does not take, COND's tests run.
    if (scene.name == "soft_ball_grip" || scene.name == "soft_gripper" ||
        scene.name == "soft_mat" || scene.name == "anisotropic_slide")
      continue;
    systems::Simulator simulator(*instance.diagram, instance.context);
    auto& cenic = simulator.reset_integrator<integrators::Cenic>();
    // The largest piles would take long.
    const double end =
        instance.plant->model().num_bodies() > 300 ? 0.02 : 0.1;  // [s]
    CHECK(simulator.AdvanceTo(end).reached_time());
    CHECK(simulator.context().continuous_state().allFinite());
    CHECK(simulator.context().continuous_state() !=
          instance.context.continuous_state());
    CHECK(cenic.statistics().failed_solves == 0);
    CHECK(cenic.options().accuracy == 1e-3);
  }
}

}  // namespace
}  // namespace tactus::examples
