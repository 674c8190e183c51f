#pragma once

#include <algorithm>

#include "tactus/contact/cond/options.h"
#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/statistics.h"

/// The experiments of [Lee22] on COND, as Markdown (benchmark.h).
namespace tactus::apps::cond {

/// A scene stepped to its end by cond, or by pgs or apgd.
struct Run {
  VectorXd q, v;
  integrators::Statistics statistics;
  bool reached_end = false;

  double PerStep(double sum) const {
    return sum / static_cast<double>(std::max(statistics.steps, 1L));
  }
};

/// @param h,duration  [s]
Run Simulate(const examples::SceneInstance& scene,
             const contact::CondOptions& options, double h, double duration);

}  // namespace tactus::apps::cond
