#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "tactus/apps/bench/benchmarks/run_diagram.h"
#include "tactus/contact/cond/options.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/step_functions/step_function.h"

/// The experiments of [Lee22] on COND, as Markdown (benchmark.h).
namespace tactus::apps::cond {

inline constexpr double kStep = 2e-3;      ///< Of the paper [s].
inline constexpr double kResidual = 1e-4;  ///< That solves end at.

/// A scene stepped by cond, or by pgs or apgd.
struct Run : DiagramRun {
  VectorXd q;  ///< Where it ends.

  bool reached_end() const { return failure.empty(); }
};

/// Told of each step when it is made.
using StepWatch = std::function<void(const integrators::StepProblem& problem,
                                     const integrators::StepResult& result)>;

/// Where a solve stalls, the run ends, and says so.
/// @param h,end  [s]
Run Simulate(const examples::SceneInstance& scene,
             const contact::CondOptions& options, double h, double end,
             const StepWatch& watch = {});

/// Likewise. @throws std::runtime_error where a solve stalls.
Run SimulateToEnd(const examples::SceneInstance& scene,
                  const contact::CondOptions& options, double h, double end,
                  const StepWatch& watch = {});

/// COND steps the scene to `start` [s] by kStep, to kResidual.
/// @returns the scene there.
examples::SceneInstance AdvanceScene(examples::SceneInstance scene,
                                     double start);

/// What COND has to solve in the next `count` such steps, which it makes.
std::vector<contact::VelocityProblem> RecordProblems(
    const examples::SceneInstance& scene, int count);

/// The solver [ms], iterations and deepest overlap [mm] of a method in the
/// paper, each in the mean over steps but the last.
struct Published {
  double solver, iterations, penetration;
};

/// Of COND, PGS and APGD.
using PublishedOfRivals = std::array<Published, 3>;

/// A table of these three: ours / the paper's.
/// @param run  by one of them.
std::string CompareRivals(
    const PublishedOfRivals& paper,
    const std::function<Run(contact::NodalMethod method)>& run);

}  // namespace tactus::apps::cond
