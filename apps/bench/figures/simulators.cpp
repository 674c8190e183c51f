// Other simulators: Figure 11 of [Kurtz25], and hard_clutter. They are peers'
// programs, which are built where their libraries are found.
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/figures/competitors.h"
#include "tactus/apps/bench/figures/figures.h"
#include "tactus/apps/bench/figures/present.h"
#include "tactus/apps/bench/figures/test_cases.h"

namespace tactus::apps {
namespace {

/// A row of a table of simulators.
struct Entry {
  RunSpec spec;
  std::string paper = {};
};

constexpr const char* kMujoco = "tactus-peer-mujoco";
constexpr const char* kSimbody = "tactus-peer-simbody";

RunSpec Mujoco(const char* solver, std::string scene, double duration,
               double step) {
  const bool newton = solver == std::string("newton");
  return {.competitor = newton ? "MuJoCo, Newton" : "MuJoCo, CG",
          .program = kMujoco,
          .scene = std::move(scene),
          .duration = duration,
          .step = step,
          .settings = {"--solver", solver}};
}

std::vector<Entry> SpotEntries(const PlanOptions& options) {
  if (options.spot.empty()) return {};
  constexpr double kDuration = 3;
  const std::vector<std::string> start = {"--ground", "--keyframe", "home"};
  std::vector<Entry> entries;
  for (const double accuracy : {1e-1, 1e-3, 1e-5}) {
    if (options.quick && accuracy < 1e-1) continue;
    entries.push_back(
        {WithAccuracy(CenicSparse(), options.spot, kDuration, accuracy)});
  }
  for (const double step : {1e-2, 1e-3}) {
    const bool fine = step < 5e-3;
    if (options.quick && fine) continue;
    entries.push_back({WithStep(Icf(), options.spot, kDuration, step),
                       fine ? "9056 iterations, 6.4 mm" : ""});
    entries.push_back({Mujoco("newton", options.spot, kDuration, step),
                       fine ? "7613 iterations, 31 mm" : ""});
  }
  for (Entry& entry : entries) {
    entry.spec.settings.insert(entry.spec.settings.end(), start.begin(),
                               start.end());
    // Attributes that are younger than the peer; it reports them.
    if (entry.spec.is_peer())
      entry.spec.settings.emplace_back("--strip-unknown");
  }
  return entries;
}

// By patches; MuJoCo cannot have the scene, which its form has no meshes for.
std::vector<Entry> BunniesEntries(const PlanOptions& options) {
  const std::string scene = "bunnies";
  const double duration = options.quick ? 0.3 : 10;
  std::vector<Entry> entries;
  for (const double accuracy : {1e-1, 1e-3, 1e-5}) {
    if (options.quick && accuracy < 1e-1) continue;
    entries.push_back({WithAccuracy(CenicSparse(), scene, duration, accuracy)});
  }
  for (const double step : {1e-2, 1e-3}) {
    if (options.quick && step < 5e-3) continue;
    entries.push_back({WithStep(Icf(), scene, duration, step)});
  }
  entries.push_back(
      {AtPoints(WithAccuracy(CenicSparse(), scene, duration, 1e-3))});
  return entries;
}

std::vector<Entry> ClutterEntries(const PlanOptions& options) {
  const std::string scene = "hard_clutter";
  const double duration = options.quick ? 0.5 : 10;
  const std::string file =
      (options.out / "scenes" / (scene + ".json")).string();
  std::vector<Entry> entries;
  for (const double accuracy : {1e-1, 1e-3})
    entries.push_back({WithAccuracy(CenicSparse(), scene, duration, accuracy)});
  for (const double step : {1e-2, 1e-3}) {
    if (options.quick && step < 5e-3) continue;
    entries.push_back({WithStep(Icf(), scene, duration, step)});
    entries.push_back({WithStep(ComFree(), scene, duration, step)});
    for (const char* solver : {"newton", "cg"}) {
      entries.push_back({Mujoco(solver, file, duration, step)});
      entries.back().spec.exported_from = scene;
    }
  }
  RunSpec simbody{.competitor = "Simbody",
                  .program = kSimbody,
                  .scene = file,
                  .exported_from = scene,
                  .duration = duration,
                  .accuracy = 1e-3};
  // It has spheres: soft_clutter is all that it can have.
  simbody.scene = (options.out / "scenes" / "soft_clutter.json").string();
  simbody.exported_from = "soft_clutter";
  if (options.quick) simbody.patience = 10;
  entries.push_back({std::move(simbody)});
  entries.push_back(
      {WithAccuracy(CenicSparse(), "soft_clutter", duration, 1e-3)});
  return entries;
}

std::vector<RunSpec> SpecsOf(const std::vector<Entry>& entries) {
  std::vector<RunSpec> specs;
  for (const Entry& entry : entries) specs.push_back(entry.spec);
  return specs;
}

std::string SceneOf(const RunSpec& spec) {
  return spec.exported_from.empty() ? spec.scene : spec.exported_from;
}

Table MakeTable(const std::vector<Entry>& entries, const Results& results) {
  Table table{.columns = {"simulator", "scene", "setting", "wall s", "steps",
                          "iterations", "contacts", "depth: mean mm",
                          "depth: most mm", "instructions 1e9", "paper"}};
  for (const Entry& entry : entries) {
    const RunResult& result = results.at(entry.spec);
    table.rows.push_back({entry.spec.competitor, SceneOf(entry.spec),
                          FormatSetting(entry.spec), FormatWall(result),
                          FormatCount(result, "steps"),
                          FormatCount(result, "newton_iterations"),
                          FormatNumberOf(result, "contacts_mean"),
                          FormatNumberOf(result, "penetration_mean_m", 1e3),
                          FormatNumberOf(result, "penetration_max_m", 1e3),
                          FormatInstructions(result), entry.paper});
  }
  return table;
}

Panel MakePanel(std::string title, const std::vector<Entry>& entries,
                const Results& results) {
  Panel panel{.title = std::move(title),
              .x_label = "",
              .y_label = "wall s per simulated s"};
  for (const Entry& entry : entries) {
    const double x = static_cast<double>(panel.categories.size());
    std::string category = FormatSetting(entry.spec);
    if (SceneOf(entry.spec) != SceneOf(entries.front().spec))
      category = SceneOf(entry.spec) + ", " + category;
    panel.categories.push_back(std::move(category));
    Series series{.label = entry.spec.competitor};
    AddPoint(MakeCostPoint(results.at(entry.spec), x), &series);
    panel.series.push_back(std::move(series));
  }
  return panel;
}

Section Present(std::vector<Entry> entries, std::string title,
                const Results& results, Section section) {
  section.findings = ListAbsent(SpecsOf(entries), results);
  section.plots.push_back(
      {.caption = "Wall time",
       .panels = {MakePanel(std::move(title), entries, results)}});
  section.tables.push_back(MakeTable(entries, results));
  return section;
}

std::vector<Entry> Figure11Entries(const PlanOptions& options) {
  std::vector<Entry> entries = BunniesEntries(options);
  for (Entry& entry : SpotEntries(options)) entries.push_back(std::move(entry));
  return entries;
}

Section PresentFigure11(const PlanOptions& options, const Results& results) {
  Section section{
      .shows =
          "Three bunnies of 1 m and 200 kg fall onto each other and the ground "
          "and roll to rest, for 10 s, by patches and, once, as their hulls at "
          "points; without the shared mesh, bodies of ours with as many "
          "triangles fall. Spot of the MuJoCo Menagerie for 3 s from its "
          "keyframe 'home', on the ground; its servos hold it there. All "
          "simulators are at their defaults but for step or accuracy; MuJoCo "
          "reads Spot's file without the attributes that it does not know "
          "(listed below), and has no bunnies: the form that scenes are "
          "handed over in has no meshes.",
      .paper =
          "CENIC is about as fast as the others, which have fixed steps. At 1 "
          "ms MuJoCo needs 7613 solver iterations and lets Spot sink in by 31 "
          "mm, CENIC at a fixed step 9056 iterations and 6.4 mm. The paper's "
          "Spot is not actuated. Where its bunnies start, and what they are "
          "made of, it does not say."};
  const std::vector<Entry> bunnies = BunniesEntries(options);
  const std::vector<Entry> spot = SpotEntries(options);
  section = Present(bunnies, "bunnies", results, std::move(section));
  if (spot.empty()) {
    section.findings.emplace_back(
        "Spot is not run: --spot FILE says where its model is (spot.xml of the "
        "MuJoCo Menagerie).");
    return section;
  }
  section.plots.back().panels.push_back(MakePanel("Spot, 3 s", spot, results));
  section.tables = {MakeTable(Figure11Entries(options), results)};
  section.findings = ListAbsent(SpecsOf(Figure11Entries(options)), results);
  return section;
}

Section PresentPeers(const PlanOptions& options, const Results& results) {
  return Present(
      ClutterEntries(options), "clutter", results,
      {.shows =
           "Other simulators from the same start, written by 'tactus scenes "
           "--export'. What each was set to is below. Depths tell what a time "
           "is worth. Simbody, of spheres alone, runs soft_clutter.",
       .paper = "The paper has no such figure."});
}

}  // namespace

Experiment MakeFigure11() {
  return {"fig11", "Figure 11: other simulators, on bunnies and Spot",
          [](const PlanOptions& options) {
            return SpecsOf(Figure11Entries(options));
          },
          &PresentFigure11};
}

Experiment MakePeers() {
  return {"peers", "Other simulators, on clutter",
          [](const PlanOptions& options) {
            return SpecsOf(ClutterEntries(options));
          },
          &PresentPeers};
}

}  // namespace tactus::apps
