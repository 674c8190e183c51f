#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "tactus/contact/cond/options.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/step_size/statistics.h"

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

/// COND steps the scene to `start`, to a residual of 1e-4.
/// @param h,start  [s]
/// @returns the scene there.
examples::SceneInstance AdvanceScene(examples::SceneInstance scene, double h,
                                     double start);

/// What COND has to solve in the next `count` steps, which it makes, to as
/// much.
std::vector<contact::VelocityProblem> RecordProblems(
    const examples::SceneInstance& scene, double h, int count);

/// A method, and its solver [ms], iterations and deepest overlap [mm] in the
/// paper, each in the mean over steps but the last.
struct Rival {
  struct Published {
    double solver, iterations, penetration;
  };
  const char* name;
  contact::NodalMethod method;
  Published paper;
};

/// The head of a table of rivals, and a row of it: ours / the paper's.
inline constexpr const char* kRivalColumns =
    "| method | contacts | solver, ms per step | iterations per step | "
    "deepest overlap, mm | all else, ms |\n|---|---|---|---|---|---|\n";
std::string MakeRow(const Rival& rival, const Run& run);

/// COND steps the scene to `start`, to a residual of 1e-4, and each rival takes
/// `count` steps from there, to as much: the table of that.
/// @param h,start  [s]
std::string CompareFrom(examples::SceneInstance scene,
                        std::span<const Rival> rivals, double h, double start,
                        int count);

}  // namespace tactus::apps::cond
