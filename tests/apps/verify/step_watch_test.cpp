#include "tactus/apps/verify/step_watch.h"

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"

namespace tactus::apps {
namespace {

// At 0, 0.1, 0.4 and 0.5 s; the accuracy chose the last step alone.
TEST_CASE(
    "StepWatch: steps by events and accuracy -> lengths, accuracy's share") {
  Scenario scenario = MakeScenario({.target = "stack"});
  integrators::Statistics statistics;
  IntegratorChoice choice;
  choice.statistics = [&]() -> const integrators::Statistics& {
    return statistics;
  };
  choice.counts_contacts = GENERATE(true, false);
  StepWatch watch(scenario, choice);
  watch.Add(scenario.scene.context);
  double last = 0;
  for (const double t : {0.1, 0.4, 0.5}) {
    statistics.AddStep(t - last, t == 0.5 ? integrators::StepLimit::kAccuracy
                                          : integrators::StepLimit::kEvent);
    scenario.scene.context.SetTime(t);
    watch.Add(scenario.scene.context);
    last = t;
  }
  Trajectory trajectory;
  trajectory.wall_time = 1;
  watch.Finish(&trajectory);
  CHECK(trajectory.steps == 3);
  CHECK(trajectory.longest_step == Approx(0.3));
  CHECK(trajectory.mean_step == Approx(0.5 / 3));
  CHECK(trajectory.share_by_accuracy == Approx(0.2));
  // Looking at contacts takes its time, which is not the run's.
  CHECK((trajectory.wall_time < 1) == !choice.counts_contacts);
}

}  // namespace
}  // namespace tactus::apps
