// Time per step against the number of contacts: Figure 6 of [Borse26].
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/benchmarks/sphere_bin.h"
#include "tactus/apps/bench/benchmarks/timing.h"
#include "tactus/apps/bench/suite/fit_line.h"
#include "tactus/examples/scenes/piles.h"
#include "tactus/integrators/batch_simulator.h"
#include "tactus/integrators/step_functions/comfree_step.h"

namespace tactus::apps {
namespace {

constexpr double kStep = 0.002;

// Whole steps of piles of twelve, as many environments as it takes.
std::string MakeStepTable(const BenchOptions& options) {
  std::string text = fmt::format(
      "## Whole steps of environments of twelve solids, {} threads\n\n"
      "| environments | contacts | ms per step | us per contact |\n"
      "|---|---|---|---|\n",
      options.threads);
  const auto model = examples::MakeSmallPileModel();
  std::vector<double> contacts, times;
  for (int num : {1, 2, 4, 8, 16, 32, 64, 128, 256, 512}) {
    if (options.quick && num > 64) break;
    integrators::BatchSimulator batch(
        model, [] { return std::make_unique<integrators::ComFreeStep>(); },
        {.num_environments = num,
         .step = kStep,
         .num_threads = options.threads});
    std::mt19937 generator(1);
    std::normal_distribution<double> normal(0, std::sqrt(1e-3));
    for (int e = 0; e < num; ++e) {
      for (Eigen::Index i = 0; i < batch.velocities().cols(); ++i)
        batch.velocities()(e, i) = i % 6 < 3 ? 0 : normal(generator);
    }
    const int steps = std::max(750 / num, 30);
    batch.Step(50);
    std::vector<double> samples;
    double sum = 0;
    for (int i = 0; i < options.repeats; ++i) {
      samples.push_back(TimeOf([&] { batch.Step(steps); }) / steps);
      sum += batch.contacts().num_contacts.sum();
    }
    contacts.push_back(sum / options.repeats);
    times.push_back(1e3 * Median(samples));
    text +=
        fmt::format("| {} | {:.0f} | {:.4f} | {:.2f} |\n", num, contacts.back(),
                    times.back(), 1e3 * times.back() / contacts.back());
  }
  const Line line = FitLine(contacts, times);
  return text +
         fmt::format(
             "\nms per step = {:.4f} + {:.3g} contacts, R^2 = {:.5f}. "
             "(The paper: linear, three times faster than MuJoCo Warp, on its "
             "GPU.)\n",
             line.intercept, line.slope, line.r_squared);
}

}  // namespace

std::string BenchScaling(const BenchOptions& options) {
  return "# Time against contacts\n\n" + MakeStepTable(options) + "\n" +
         MakeSphereBinTable(options);
}

}  // namespace tactus::apps
