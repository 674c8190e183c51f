#include "tactus/apps/methods/contact_tally.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {
namespace {

// Of 0.1 kg, it falls by 1 m onto a spring without loss: m z'' = -m g - k z,
// which is deepest at g / w^2 + sqrt((g / w^2)^2 + 2 g / w^2), w^2 = k / m.
TEST_CASE(
    "ContactTally: a ball drop -> contacts and depth at starts of steps") {
  const examples::SceneInstance scene = examples::FindScene("ball_drop").make();
  systems::Simulator simulator(*scene.diagram, scene.context);
  const auto& rk3 = simulator.reset_integrator<integrators::RungeKutta3>(
      integrators::ErrorControlOptions{.accuracy = 1e-6});
  ContactTally tally(*scene.plant);
  std::vector<double> depths;  // By state; 0 without contact.
  simulator.set_monitor(
      [&](const systems::Context& context) -> std::optional<std::string> {
        tally.Add(context);
        const auto& results = scene.plant->contact_results_output()
                                  .Eval<multibody::ContactResults>(context);
        depths.push_back(results.points.empty() ? 0 : results.points[0].depth);
        return std::nullopt;
      });
  simulator.AdvanceTo(1);
  integrators::Statistics s = rk3.statistics();
  REQUIRE(s.contacts_max == 0);
  tally.WriteTo(&s);

  REQUIRE(static_cast<long>(depths.size()) == s.steps + 1);
  depths.pop_back();  // No step starts there.
  CHECK(s.contacts_sum ==
        std::ranges::count_if(depths, [](double depth) { return depth > 0; }));
  CHECK(s.contacts_sum > 10);
  CHECK(s.contacts_sum < s.steps);
  CHECK(s.contacts_max == 1);
  CHECK(s.penetration_max == std::ranges::max(depths));
  const double sag = 9.81 / 1e4;
  CHECK(s.penetration_max ==
        Approx(sag + std::sqrt(sag * sag + 2 * sag)).epsilon(0.01));
  CHECK(s.geometry_queries == s.derivative_evaluations);
}

}  // namespace
}  // namespace tactus::apps
