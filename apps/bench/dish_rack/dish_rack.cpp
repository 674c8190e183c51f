// Table I of [Kurtz25]: the dish rack at accuracies and at fixed steps, and
// what goes wrong in it.
#include "tactus/examples/scenes/dish_rack.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/dish_rack/artifacts.h"
#include "tactus/common/spent_time.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {
namespace {

using examples::ContactKind;
using examples::SceneInstance;
using systems::Simulator;

constexpr double kDuration = 10;  // [s]

/// A column of Table I.
struct Setting {
  bool is_accuracy;
  double value;    ///< Accuracy or step [s].
  int paper_rate;  ///< [%]
  const char* paper_artifacts;
};
constexpr Setting kSettings[] = {
    {true, 1e-1, 218, "yes"},  {true, 1e-2, 463, "yes"},
    {true, 1e-3, 342, "no"},   {true, 1e-4, 132, "no"},
    {false, 0.02, 102, "yes"}, {false, 0.01, 180, "yes"},
    {false, 0.002, 43, "yes"}, {false, 0.001, 21, "no"}};

struct Record {
  BodyPaths paths;
  long steps{}, rejected{};
  double processor_time{};  // [s]
  std::string failure;      // Empty: it came to the end.
};

const integrators::Statistics& SetIntegrator(const Setting& setting,
                                             Simulator* simulator) {
  if (setting.is_accuracy) {
    return simulator
        ->reset_integrator<integrators::Cenic>(
            integrators::CenicOptions{.accuracy = setting.value})
        .statistics();
  }
  return simulator
      ->reset_integrator<integrators::FixedStep>(
          std::make_unique<integrators::IcfStep>(), setting.value)
      .statistics();
}

Record Run(const SceneInstance& scene, const Setting& setting) {
  Simulator simulator(*scene.diagram, scene.context);
  const integrators::Statistics& statistics =
      SetIntegrator(setting, &simulator);
  Record record;
  simulator.set_monitor([&](const systems::Context& context) {
    record.paths.times.push_back(context.time());
    record.paths.X_WB.push_back(
        scene.plant->body_poses_output().Eval<std::vector<RigidTransform>>(
            context));
    return std::nullopt;
  });
  const SpentTime start = SpentTime::Now();
  try {
    simulator.AdvanceTo(kDuration);
  } catch (const systems::IntegrationError& error) {
    record.failure = fmt::format("failed at {:g} s", error.time());
  }
  record.processor_time = (SpentTime::Now() - start).cpu;
  record.steps = statistics.steps;
  record.rejected = statistics.rejected_steps;
  return record;
}

std::vector<int> FindDishes(const multibody::Model& model) {
  std::vector<int> dishes;
  for (const std::string_view name : examples::kDishes)
    dishes.push_back(model.BodyIndex(name));
  return dishes;
}

std::string MakeRow(const SceneInstance& scene, const Setting& setting) {
  const Record record = Run(scene, setting);
  const std::string name = fmt::format(
      "{} {:g}", setting.is_accuracy ? "accuracy" : "step", setting.value);
  if (!record.failure.empty()) {
    return fmt::format("| {} | {} | | | | | | yes | {} % | {} |\n", name,
                       record.failure, setting.paper_rate,
                       setting.paper_artifacts);
  }
  const multibody::Model& model = scene.plant->model();
  const Artifacts artifacts = FindArtifacts(
      model, FindDishes(model), examples::CalcDishRackBounds(), record.paths);
  return fmt::format(
      "| {} | {:.0f} % | {} | {} | {} | {} | {:.2g} | {} | {} % | {} |\n", name,
      100 * kDuration / record.processor_time, record.steps, record.rejected,
      artifacts.passed, artifacts.lost, 1e3 * artifacts.rattle,
      artifacts.has_any() ? "yes" : "no", setting.paper_rate,
      setting.paper_artifacts);
}

}  // namespace

std::string BenchDishRack(const BenchOptions& options) {
  const SceneInstance scene = examples::MakeDishRack(ContactKind::kPatch);
  std::string text = fmt::format(
      "# Dish rack: accuracies and fixed steps (Table I)\n\n"
      "Scene dish_rack by patches, {:g} s: CENIC, and ICF at fixed steps. "
      "Rates "
      "are of processor time. Passed through: pairs of geometries, one of a "
      "dish, whose middles have crossed. Lost: dishes whose centre of mass "
      "ends outside of the rack. Rattle: the way of a dish's centre in the "
      "last {:g} s less the distance that it gets, over the time, of the dish "
      "that has most; more than {:g} mm/s is an artifact, as the others are. "
      "The paper's are found by eye, in a longer task with more objects.\n\n",
      kDuration, Artifacts::kWatched, 1e3 * Artifacts::kRattling);
  text +=
      "| setting | rate | steps | rejected | passed through | lost | rattle "
      "mm/s | artifacts | paper: rate | artifacts |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n";
  for (const Setting& setting : kSettings) {
    if (options.quick && setting.value == 1e-4) continue;
    text += MakeRow(scene, setting);
  }
  return text;
}

}  // namespace tactus::apps
