#include <cstring>
#include <random>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/benchmarks/run_diagram.h"
#include "tactus/apps/bench/benchmarks/timing.h"
#include "tactus/examples/scenes/piles.h"
#include "tactus/examples/scenes/scene.h"

namespace tactus::apps {
namespace {

constexpr int kSolidsPerPile = 12;

struct Row {
  int num_threads{};
  std::vector<double> seconds = {};
  VectorXd final_state = {};
};

struct Case {
  const char* label;
  IntegratorOptions method;
  double duration;  ///< [s]
  std::vector<Row> rows = {};
};

// Up to half a metre and half a radian per second, each way.
VectorXd MakeStartVelocities(int size) {
  std::mt19937 generator(1);
  VectorXd v(size);
  for (double& x : v)
    x = static_cast<double>(generator()) / generator.max() - 0.5;
  return v;
}

// Piles that collapse: at rest, there is little to divide.
void Run(const Case& which, int num_piles, Row* row) {
  examples::SceneInstance scene =
      examples::MakePlantScene(examples::MakePilesApartModel(num_piles));
  scene.plant->SetVelocities(
      &scene.context,
      MakeStartVelocities(scene.plant->model().num_velocities()));
  IntegratorOptions method = which.method;
  method.num_threads = row->num_threads;
  const DiagramRun run =
      RunDiagram(*scene.diagram, scene.context, method, which.duration).ToEnd();
  row->seconds.push_back(run.spent.wall);
  row->final_state = run.context.continuous_state();
}

bool SameBits(const VectorXd& a, const VectorXd& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

std::string MakeRows(const Case& which) {
  std::string text;
  const Row& one = which.rows.front();
  for (const Row& row : which.rows) {
    text += fmt::format(
        "| {} | {} | {:.3f} | {:.2f} | {} |\n", which.label, row.num_threads,
        Median(row.seconds), Median(one.seconds) / Median(row.seconds),
        SameBits(row.final_state, one.final_state) ? "same" : "DIFFERENT");
  }
  return text;
}

}  // namespace

std::string BenchIslands(const BenchOptions& options) {
  const int num_piles = options.quick ? 4 : 17;
  std::vector<Case> cases = {{"ICF, 2 ms", {.name = "icf", .step = 2e-3}, 1},
                             {"CENIC, 1e-3", {.name = "cenic"}, 1}};
  for (Case& each : cases) {
    for (int n = 1; n <= options.threads; n *= 2)
      each.rows.push_back({.num_threads = n});
  }
  for (int i = 0; i < options.repeats; ++i) {
    for (Case& each : cases) {
      for (Row& row : each.rows) Run(each, num_piles, &row);
    }
  }
  std::string text = fmt::format(
      "# {} solids in {} piles, 1 s: islands in parallel\n\n"
      "Medians of {} runs, which alternate. Whole steps; what is not divided "
      "among threads is the broad phase, the search for islands and the "
      "diagram.\n\n"
      "| integrator | threads | wall s | speed-up | final state |\n"
      "|---|---|---|---|---|\n",
      kSolidsPerPile * num_piles, num_piles, options.repeats);
  for (const Case& each : cases) text += MakeRows(each);
  return text;
}

}  // namespace tactus::apps
