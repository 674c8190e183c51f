// The dish rack of [Kurtz25] at accuracies and at fixed steps (Table I), what
// goes wrong in it (Figure 15), and where it takes its time (Figure 17).
#include "tactus/examples/scenes/dish_rack.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/benchmarks/run_diagram.h"
#include "tactus/apps/bench/dish_rack/artifacts.h"
#include "tactus/apps/bench/dish_rack/pace.h"
#include "tactus/common/spent_time.h"

namespace tactus::apps {
namespace {

using examples::ContactKind;
using examples::SceneInstance;

constexpr double kDuration = 10;  // [s]
constexpr double kStretch = 1;    // Of a row of Figure 17 [s].

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
  std::vector<double> processor_times;  // Spent until each of them [s].
  DiagramRun run;
};

IntegratorOptions MethodOf(const Setting& setting) {
  if (setting.is_accuracy) return {.name = "cenic", .accuracy = setting.value};
  return {.name = "icf", .step = setting.value};
}

Record Run(const SceneInstance& scene, const Setting& setting) {
  Record record;
  const SpentTime start = SpentTime::Now();
  record.run = RunDiagram(
      *scene.diagram, scene.context, MethodOf(setting), kDuration,
      [&](systems::Simulator* simulator) {
        simulator->set_monitor([&](const systems::Context& context) {
          record.processor_times.push_back((SpentTime::Now() - start).cpu);
          record.paths.times.push_back(context.time());
          record.paths.X_WB.push_back(
              scene.plant->body_poses_output()
                  .Eval<std::vector<RigidTransform>>(context));
          return std::nullopt;
        });
      });
  return record;
}

std::vector<int> FindDishes(const multibody::Model& model) {
  std::vector<int> dishes;
  for (const std::string_view name : examples::kDishes)
    dishes.push_back(model.BodyIndex(name));
  return dishes;
}

std::string FormatName(const Setting& setting) {
  return fmt::format("{} {:g}", setting.is_accuracy ? "accuracy" : "step",
                     setting.value);
}

/// A setting's run, and what went wrong in it.
struct Outcome {
  Setting setting;
  Record record;
  Artifacts artifacts = {};
};

Outcome Try(const SceneInstance& scene, const Setting& setting) {
  Outcome outcome{.setting = setting, .record = Run(scene, setting)};
  if (!outcome.record.run.failure.empty()) return outcome;
  const multibody::Model& model = scene.plant->model();
  outcome.artifacts =
      FindArtifacts(model, FindDishes(model), examples::CalcDishRackBounds(),
                    outcome.record.paths);
  return outcome;
}

// A row of Table I.
std::string MakeRow(const Outcome& outcome) {
  const Setting& setting = outcome.setting;
  const DiagramRun& run = outcome.record.run;
  if (!run.failure.empty()) {
    return fmt::format(
        "| {} | failed at {:g} s | | | | | | yes | {} % | {} |\n",
        FormatName(setting), run.context.time(), setting.paper_rate,
        setting.paper_artifacts);
  }
  const Artifacts& artifacts = outcome.artifacts;
  return fmt::format(
      "| {} | {:.0f} % | {} | {} | {} | {} | {:.2g} | {} | {} % | {} |\n",
      FormatName(setting), 100 * kDuration / run.spent.cpu,
      run.statistics.steps, run.statistics.rejected_steps,
      artifacts.crossings.size(), artifacts.lost, 1e3 * artifacts.rattle,
      artifacts.has_any() ? "yes" : "no", setting.paper_rate,
      setting.paper_artifacts);
}

// Figure 15 in words: what passed first, of each setting where something did.
std::string ListCrossings(const multibody::Model& model,
                          const std::vector<Outcome>& outcomes) {
  std::string text =
      "\n## What passes (Figure 15)\n\n"
      "| setting | first to pass | through | at s | pairs in all |\n"
      "|---|---|---|---|---|\n";
  const auto name = [&](int geometry) {
    return model.geometries()[geometry].name;
  };
  for (const Outcome& outcome : outcomes) {
    const std::vector<Crossing>& crossings = outcome.artifacts.crossings;
    if (crossings.empty()) continue;
    text +=
        fmt::format("| {} | {} | {} | {:.2f} | {} |\n",
                    FormatName(outcome.setting), name(crossings[0].a),
                    name(crossings[0].b), crossings[0].time, crossings.size());
  }
  return text;
}

// Figure 17 as a table, of accuracy 1e-3.
std::string ListPaces(const std::vector<Outcome>& outcomes) {
  const auto typical = std::ranges::find_if(outcomes, [](const Outcome& each) {
    return each.setting.is_accuracy && each.setting.value == 1e-3;
  });
  std::string text =
      "\n## Rate and step over time, at accuracy 1e-3 (Figure 17)\n\n"
      "| from s | to | rate | steps | least ms | median ms | most ms |\n"
      "|---|---|---|---|---|---|---|\n";
  if (typical == outcomes.end()) return text;
  const Record& record = typical->record;
  for (const Pace& pace :
       CalcPace(record.paths.times, record.processor_times, kStretch)) {
    text += fmt::format(
        "| {:g} | {:g} | {:.0f} % | {} | {:.2g} | {:.2g} | {:.2g} |\n",
        pace.begin, pace.end, 100 * pace.rate, pace.steps, 1e3 * pace.least,
        1e3 * pace.median, 1e3 * pace.most);
  }
  return text;
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
  std::vector<Outcome> outcomes;
  for (const Setting& setting : kSettings) {
    if (options.quick && setting.value == 1e-4) continue;
    outcomes.push_back(Try(scene, setting));
    text += MakeRow(outcomes.back());
  }
  return text + ListCrossings(scene.plant->model(), outcomes) +
         ListPaces(outcomes);
}

}  // namespace tactus::apps
