// Table I of [Kurtz25]: the dish rack at accuracies and at fixed steps, and
// what goes wrong in it.
#include "tactus/examples/scenes/dish_rack.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/dish_rack/passthrough.h"
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

constexpr double kDuration = 10;    // [s]
constexpr double kWatched = 1;      // The end, in which dishes are to rest [s].
constexpr double kRattling = 1e-3;  // [m/s]

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

/// A run, step by step.
struct Path {
  std::vector<double> times;  // [s]
  std::vector<std::vector<RigidTransform>> X_WB;
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

Path Run(const SceneInstance& scene, const Setting& setting) {
  Simulator simulator(*scene.diagram, scene.context);
  const integrators::Statistics& statistics =
      SetIntegrator(setting, &simulator);
  Path path;
  simulator.set_monitor([&](const systems::Context& context) {
    path.times.push_back(context.time());
    path.X_WB.push_back(
        scene.plant->body_poses_output().Eval<std::vector<RigidTransform>>(
            context));
    return std::nullopt;
  });
  const SpentTime start = SpentTime::Now();
  try {
    simulator.AdvanceTo(kDuration);
  } catch (const systems::IntegrationError& error) {
    path.failure = fmt::format("failed at {:g} s", error.time());
  }
  path.processor_time = (SpentTime::Now() - start).cpu;
  path.steps = statistics.steps;
  path.rejected = statistics.rejected_steps;
  return path;
}

std::vector<int> FindDishes(const multibody::Model& model) {
  std::vector<int> dishes;
  for (const std::string_view name : examples::kDishes)
    dishes.push_back(model.BodyIndex(name));
  return dishes;
}

std::size_t CountPassthrough(const multibody::Model& model, const Path& path) {
  PassthroughCounter counter(model, FindDishes(model));
  for (const auto& X_WB : path.X_WB) counter.Observe(X_WB);
  return counter.crossed().size();
}

Vector3d CalcCenter(const multibody::Model& model, const Path& path,
                    std::size_t step, int body) {
  return path.X_WB[step][body] * Vector3d(model.bodies()[body].inertia.p_BoBcm);
}

// Dishes whose centre of mass ends outside of the rack.
int CountLost(const multibody::Model& model, const Path& path) {
  const examples::DishRackBounds bounds = examples::CalcDishRackBounds();
  return static_cast<int>(
      std::ranges::count_if(FindDishes(model), [&](int body) {
        const Vector3d p = CalcCenter(model, path, path.times.size() - 1, body);
        return (p.array() < bounds.lower.array()).any() ||
               (p.array() > bounds.upper.array()).any();
      }));
}

// What a dish's centre goes to and fro in the last second: its way less the
// distance that it gets, over the time [m/s].
double CalcRattle(const multibody::Model& model, const Path& path, int body) {
  const auto first =
      std::ranges::lower_bound(path.times, path.times.back() - kWatched);
  const auto begin = static_cast<std::size_t>(first - path.times.begin());
  double way = 0;
  for (std::size_t i = begin + 1; i < path.times.size(); ++i) {
    way += (CalcCenter(model, path, i, body) -
            CalcCenter(model, path, i - 1, body))
               .norm();
  }
  const double got = (CalcCenter(model, path, path.times.size() - 1, body) -
                      CalcCenter(model, path, begin, body))
                         .norm();
  return (way - got) / kWatched;
}

double CalcRattle(const multibody::Model& model, const Path& path) {
  double most = 0;
  for (const int body : FindDishes(model))
    most = std::max(most, CalcRattle(model, path, body));
  return most;
}

std::string MakeRow(const SceneInstance& scene, const Setting& setting) {
  const Path path = Run(scene, setting);
  const std::string name = fmt::format(
      "{} {:g}", setting.is_accuracy ? "accuracy" : "step", setting.value);
  if (!path.failure.empty()) {
    return fmt::format("| {} | {} | | | | | | yes | {} % | {} |\n", name,
                       path.failure, setting.paper_rate,
                       setting.paper_artifacts);
  }
  const multibody::Model& model = scene.plant->model();
  const std::size_t passed = CountPassthrough(model, path);
  const int lost = CountLost(model, path);
  const double rattle = CalcRattle(model, path);
  const bool has_artifacts = passed > 0 || lost > 0 || rattle > kRattling;
  return fmt::format(
      "| {} | {:.0f} % | {} | {} | {} | {} | {:.2g} | {} | {} % | {} |\n", name,
      100 * kDuration / path.processor_time, path.steps, path.rejected, passed,
      lost, 1e3 * rattle, has_artifacts ? "yes" : "no", setting.paper_rate,
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
      kDuration, kWatched, 1e3 * kRattling);
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
