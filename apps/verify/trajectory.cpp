#include "tactus/apps/verify/trajectory.h"

#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/format_seconds.h"
#include "tactus/apps/scenario/strict_contact.h"
#include "tactus/apps/verify/step_watch.h"
#include "tactus/recording/verify/verify.h"

namespace tactus::apps {

Trajectory RunTrajectory(const Scenario& scenario,
                         const IntegratorOptions& integrator,
                         const QuantityList& quantities,
                         const SamplingOptions& options) {
  IntegratorOptions with_stop = integrator;
  if (options.stop) with_stop.stop = &options.stop;
  IntegratorChoice choice = MakeIntegrator(with_stop);
  StepWatch watch(scenario, choice);
  const StrictContact strict(scenario, choice);
  Trajectory trajectory =
      recording::SampleRun(*scenario.scene.diagram, scenario.scene.context,
                           std::move(choice.integrator), quantities,
                           {.duration = scenario.duration,
                            .period = options.period,
                            .stop = options.stop,
                            .after_step = [&](const systems::Context& context) {
                              watch.Add(context);
                              strict.Check(context);
                            }});
  trajectory.accuracy = choice.accuracy;
  trajectory.step = choice.step;
  watch.Finish(&trajectory);
  return trajectory;
}

std::string ExplainEnd(const Trajectory& run, double seconds) {
  if (run.end != Trajectory::End::kInterrupted)
    return fmt::format("{} failed: {}", run.Describe(), run.message);
  return fmt::format("{} came to {:.3g} s in {}", run.Describe(),
                     run.times.empty() ? 0 : run.times.back(),
                     FormatSeconds(seconds));
}

}  // namespace tactus::apps
