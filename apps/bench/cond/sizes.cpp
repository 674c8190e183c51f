// Figure 11 of [Lee22]: what an iteration costs by the number of coordinates.
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/cond/cond.h"
#include "tactus/apps/bench/suite/fit_line.h"
#include "tactus/common/spent_time.h"
#include "tactus/examples/scenes/soft_mat.h"

namespace tactus::apps {
namespace {

using cond::kStep;

constexpr int kSteps = 3, kFew = 20, kMany = 120;

// Of this process, which others do not lengthen [s].
double CalcCpuTime(const examples::SceneInstance& scene, int iterations) {
  const SpentTime start = SpentTime::Now();
  (void)cond::Simulate(scene, {.iterations = iterations}, kStep,
                       kSteps * kStep);
  return (SpentTime::Now() - start).cpu;
}

// What more iterations add, so that assembly and collision drop out [s].
double CalcIterationTime(const examples::SceneInstance& scene, int repeats) {
  double few = std::numeric_limits<double>::infinity(), many = few;
  for (int i = 0; i < repeats; ++i) {
    few = std::min(few, CalcCpuTime(scene, kFew));
    many = std::min(many, CalcCpuTime(scene, kMany));
  }
  return (many - few) / ((kMany - kFew) * kSteps);
}

}  // namespace

std::string BenchCondFig11(const BenchOptions& options) {
  const std::vector<int> cells = options.quick
                                     ? std::vector<int>{8, 12, 16}
                                     : std::vector<int>{15, 33, 60, 100, 158};
  const int repeats = options.quick ? 1 : 3;
  std::string text = fmt::format(
      "## Figure 11: an iteration by size\n\n"
      "The scene `soft_mat` with finer and finer meshes, its first {} steps of "
      "2 ms with {} and {} iterations, one thread: processor time per "
      "iteration, by the difference of the least of {} runs each. Assembly and "
      "collision are not in it.\n\n"
      "| velocities | ms per iteration | ns per velocity |\n|---|---|---|\n",
      kSteps, kFew, kMany, repeats);
  std::vector<double> sizes, times;
  for (const int across : cells) {
    const examples::SceneInstance scene =
        examples::MakeSoftMat({.cells = across});
    sizes.push_back(
        static_cast<double>(scene.plant->velocities(scene.context).size()));
    times.push_back(CalcIterationTime(scene, repeats));
    text += fmt::format("| {:.0f} | {:.3f} | {:.1f} |\n", sizes.back(),
                        1e3 * times.back(), 1e9 * times.back() / sizes.back());
  }
  return text + fmt::format(
                    "\nA line explains {:.4f} of the variance, R^2 (the paper: "
                    "0.9997).\n\n",
                    FitLine(sizes, times).r_squared);
}

}  // namespace tactus::apps
