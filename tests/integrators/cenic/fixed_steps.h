#pragma once

#include "integrators/test_diagrams.h"

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/systems/simulator.h"

/// CENIC without error control.
namespace tactus::integrators::test {

/// No error is too large, so that all steps are h long.
inline CenicOptions FixedSteps(Scheme scheme, double h) {
  return {.accuracy = 1e9,
          .h_max = h,
          .first_step = 1,
          .adaptive_tolerance = false,
          .scheme = scheme};
}

/// The state after `duration`.
inline VectorXd Advance(const PlantDiagram& subject,
                        const CenicOptions& options, double duration) {
  systems::Simulator simulator(*subject.diagram, subject.context);
  simulator.reset_integrator<Cenic>(options);
  simulator.AdvanceTo(duration);
  return simulator.context().continuous_state();
}

}  // namespace tactus::integrators::test
