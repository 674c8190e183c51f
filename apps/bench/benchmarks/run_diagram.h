#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

#include "tactus/apps/methods/integrator_factory.h"
#include "tactus/common/spent_time.h"
#include "tactus/integrators/step_functions/step_function.h"
#include "tactus/integrators/step_size/statistics.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {

/// How a diagram was simulated, and where that ended.
struct DiagramRun {
  systems::Context context;
  integrators::Statistics statistics;
  SpentTime spent;      ///< Of all steps.
  std::string failure;  ///< Empty: it came to its end.

  double PerStep(double sum) const {
    return sum / static_cast<double>(std::max(statistics.steps, 1L));
  }
  /// Itself. @throws std::runtime_error for one that did not come to its end.
  DiagramRun ToEnd() &&;
};

/// What watches a run: its monitor and observers.
using AddWatches = std::function<void(systems::Simulator*)>;

/// Simulates from `start` until `end` [s] by the method that the options name;
/// in this process, as benchmarks do it. A run that no step can continue
/// ends there.
DiagramRun RunDiagram(const systems::Diagram& diagram,
                      const systems::Context& start,
                      const IntegratorOptions& method, double end,
                      const AddWatches& add_watches = {});

/// By steps of `h` [s] of a function of the caller's.
DiagramRun RunDiagram(const systems::Diagram& diagram,
                      const systems::Context& start,
                      std::unique_ptr<integrators::StepFunction> function,
                      double h, double end, const AddWatches& add_watches = {});

}  // namespace tactus::apps
