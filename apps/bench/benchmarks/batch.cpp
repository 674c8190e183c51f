#include <memory>
#include <random>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/benchmarks/timing.h"
#include "tactus/examples/scenes/piles.h"
#include "tactus/integrators/batch_simulator.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/icf_step.h"

namespace tactus::apps {
namespace {

using integrators::BatchSimulator;
using integrators::EnvironmentStatus;
using integrators::StepFunction;

struct Method {
  const char* name;
  std::unique_ptr<StepFunction> (*make)();
};

constexpr Method kMethods[] = {
    {"comfree",
     []() -> std::unique_ptr<StepFunction> {
       return std::make_unique<integrators::ComFreeStep>();
     }},
    {"icf", []() -> std::unique_ptr<StepFunction> {
       return std::make_unique<integrators::IcfStep>();
     }}};

// Every environment starts with other velocities.
void Disturb(BatchSimulator* batch) {
  std::mt19937 generator(2);
  std::normal_distribution<double> normal(0, 0.5);
  for (int e = 0; e < batch->num_environments(); ++e) {
    for (Eigen::Index i = 0; i < batch->velocities().cols(); ++i)
      batch->velocities()(e, i) = normal(generator);
  }
}

std::string MakeRow(const Method& method, int num,
                    const BenchOptions& options) {
  BatchSimulator batch(
      examples::MakeSmallPileModel(), method.make,
      {.num_environments = num, .step = 0.002, .num_threads = options.threads});
  Disturb(&batch);
  batch.Step(20);
  const int steps = std::max(2000 / num, 10);
  const double seconds =
      MedianTimeOf(options.repeats, 1, [&] { batch.Step(steps); });
  int stopped = 0;
  for (EnvironmentStatus status : batch.statuses())
    stopped += status != EnvironmentStatus::kRunning;
  return fmt::format(
      "| {} | {} | {:.0f} | {:.1f} | {} |\n", method.name, num,
      num * steps / seconds,
      static_cast<double>(batch.contacts().num_contacts.sum()) / num, stopped);
}

}  // namespace

std::string BenchBatch(const BenchOptions& options) {
  std::string text = fmt::format(
      "# Environments of twelve solids, {} threads, steps of 2 ms, 64 contact "
      "slots\n\n"
      "| method | environments | environment-steps / s | contacts each | "
      "stopped |\n|---|---|---|---|---|\n",
      options.threads);
  for (const Method& method : kMethods) {
    for (int num : {1, 16, 256, 4096}) {
      if (options.quick && num > 16) break;
      text += MakeRow(method, num, options);
    }
  }
  return text;
}

}  // namespace tactus::apps
