// Runs whose steps end at events.
#include <fstream>
#include <string>
#include <vector>

#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

#include "tactus/apps/verify/verification.h"

namespace tactus::apps {
namespace {

// Falls beside a digital block that ends steps every 10 ms.
Scenario MakeFallWithEvents(const ScratchFolder& folder) {
  std::ofstream(folder / "fall.xml")
      << "<mujoco><worldbody><body pos='0 0 5'>"
         "<joint type='slide' axis='0 0 1' name='z'/><geom size='0.1'/></body>"
         "</worldbody></mujoco>";
  std::ofstream(folder / "fall.yaml")
      << "directives:\n"
         "- add_model: {name: p, file: fall.xml}\n"
         "systems:\n"
         "  s: {type: Sine, amplitude: 1, frequency: 7}\n"
         "  hold: {type: ZeroOrderHold, period: 0.01, size: 1}\n"
         "connections:\n"
         "- s.y -> hold.u\n"
         "simulator: {duration: 1}\n";
  return MakeScenario({.target = (folder / "fall.yaml").string()});
}

// Off by g h t / 2 at the end, with h of the event's period.
TEST_CASE(
    "Verify: a fixed step beyond the period of events -> halved from it") {
  const ScratchFolder folder;
  const Scenario scenario = MakeFallWithEvents(folder);
  const std::vector<std::string> patterns = {"joint/*/position"};
  const QuantityList quantities(*scenario.scene.diagram, patterns);
  IntegratorOptions icf;
  icf.step = 0.05;
  const Verification v =
      Verify(scenario, icf, quantities, {.period = 1e-3, .tolerances = {0.1}});
  REQUIRE(v.is_complete());
  CHECK(v.levels[0].steps == 100);
  CHECK(v.levels[2].steps == 400);
  CHECK(v.estimates[0].order.value() == Approx(1).margin(0.02));
  CHECK(v.estimates[0].error == Approx(9.81 * 0.01 / 2).epsilon(0.02));
}

// Steps that events end are as long as they let them be, and then halved; the
// accuracy chooses those of a fall that nothing interrupts.
TEST_CASE("Verify: with and without events -> the share of steps by accuracy") {
  const ScratchFolder folder;
  const Scenario with_events = MakeFallWithEvents(folder);
  const Scenario free =
      MakeScenario({.target = (folder / "fall.xml").string(), .duration = 1});
  const auto judge = [](const Scenario& scenario, double accuracy) {
    const std::vector<std::string> patterns = {"joint/*/position"};
    const QuantityList quantities(*scenario.scene.diagram, patterns);
    IntegratorOptions cenic;
    cenic.accuracy = accuracy;
    return Verify(scenario, cenic, quantities,
                  {.period = 1e-2, .tolerances = {0.01}});
  };
  const Verification v = judge(with_events, 0.1), w = judge(free, 1e-4);
  REQUIRE((v.is_complete() && w.is_complete()));
  for (const Trajectory& level : v.levels) CHECK(level.share_by_accuracy < 0.1);
  for (const Trajectory& level : w.levels) CHECK(level.share_by_accuracy > 0.9);
}

}  // namespace
}  // namespace tactus::apps
