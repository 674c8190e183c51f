#include "tactus/apps/bench/cond/cond.h"

#include <memory>

#include "tactus/integrators/cond_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps::cond {

Run Simulate(const examples::SceneInstance& scene,
             const contact::CondOptions& options, double h, double duration) {
  systems::Simulator simulator(*scene.diagram, scene.context);
  const auto& integrator = simulator.reset_integrator<integrators::FixedStep>(
      std::make_unique<integrators::CondStep>(options), h);
  Run run;
  try {
    run.reached_end = simulator.AdvanceTo(duration).reached_time();
  } catch (const systems::IntegrationError&) {
    // A solve stalls: the run says that it has not reached its end.
  }
  run.q = scene.plant->positions(simulator.context());
  run.v = scene.plant->velocities(simulator.context());
  run.statistics = integrator.statistics();
  return run;
}

}  // namespace tactus::apps::cond
