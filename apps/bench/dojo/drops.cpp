// Table II and Figure 7 of [Howell22].
#include <algorithm>
#include <cmath>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/run_diagram.h"
#include "tactus/apps/bench/dojo/dojo.h"
#include "tactus/apps/bench/suite/markdown.h"
#include "tactus/examples/scenes/robot_drops.h"
#include "tactus/examples/scenes/scene.h"

namespace tactus::apps::dojo {
namespace {

using SharedModel = std::shared_ptr<const multibody::Model>;

constexpr double kDuration = 5, kPeriod = 0.5;  // [s]
// At which robots are solved: far below the paper's gaps.
constexpr double kKappa = 1e-8;

struct Drop {
  std::vector<double> heights;  // Of the root, every kPeriod [m].
  double least_gap = INFINITY;  // Of any foot [m].
  DiagramRun run;
};

// Of the spheres above the ground, geometry 0 [m].
double CalcLeastGap(const multibody::Model& model,
                    const multibody::PositionKinematics& position) {
  double least = INFINITY;
  for (const contact::Geometry& geometry : model.geometries().subspan(1)) {
    const Vector3d p_WG =
        position.X_WB[geometry.body] * geometry.X_BG.translation();
    least = std::min(
        least, p_WG.z() - std::get<contact::Sphere>(geometry.shape).radius);
  }
  return least;
}

Drop RunDrop(const SharedModel& model, double h, double duration) {
  const examples::SceneInstance scene = examples::MakePlantScene(model);
  Drop drop;
  multibody::PositionKinematics position;
  drop.run = RunDiagram(
      *scene.diagram, scene.context, MakeMethod({.kappa = kKappa}).make(), h,
      duration, [&](systems::Simulator* simulator) {
        simulator->set_monitor([&](const systems::Context& context) {
          CalcPositionKinematics(*model, scene.plant->positions(context),
                                 &position);
          drop.least_gap =
              std::min(drop.least_gap, CalcLeastGap(*model, position));
          return std::nullopt;
        });
        simulator->Observe(kPeriod, [&](const systems::Context& context) {
          CalcPositionKinematics(*model, scene.plant->positions(context),
                                 &position);
          drop.heights.push_back(position.X_WB[1].translation().z());
        });
      });
  return drop;
}

std::string ReportTable2(const SharedModel& atlas, bool quick) {
  std::string text = fmt::format(
      "### Table II: the least gap of Atlas's feet\n\n"
      "Over {:g} s, kappa = {:g}. Halved are steps that did not "
      "converge.\n\n"
      "| h, s | MuJoCo, paper, mm | Dojo, paper, mm | ours, mm | iterations "
      "per "
      "step | simulated over wall time | halved | until, s |\n"
      "|---|---|---|---|---|---|---|---|\n",
      kDuration, kKappa);
  struct Row {
    double h;
    const char *mujoco, *dojo;
  };
  std::vector<Row> rows = {{0.1, "failure", "+1e-12"},
                           {0.01, "-28", "+1e-7"},
                           {0.001, "-46", "+8e-6"}};
  if (quick) rows.resize(1);
  for (const Row& row : rows) {
    const Drop drop = RunDrop(atlas, row.h, kDuration);
    const DiagramRun& run = drop.run;
    text += fmt::format(
        "| {:g} | {} | {} | {:+.1e} | {:.1f} | {:.2f} | {} | {:.3f} |\n", row.h,
        row.mujoco, row.dojo, 1e3 * drop.least_gap,
        run.PerStep(static_cast<double>(run.statistics.newton_iterations)),
        run.context.time() / run.spent.wall, run.statistics.rejected_steps,
        run.context.time());
    if (!run.failure.empty()) text += "\n" + run.failure + "\n\n";
  }
  return text + "\n";
}

std::string ReportFigure7(const char* name, const SharedModel& robot,
                          bool quick) {
  std::vector<double> rates = {20, 50, 100, 200, 500};
  if (quick) rates.resize(1);
  Table table{.columns = {"t, s"}};
  std::vector<Drop> drops;
  for (const double rate : rates) {
    drops.push_back(RunDrop(robot, 1 / rate, kDuration / 2));
    table.columns.push_back(fmt::format("{:g} Hz", rate));
  }
  for (std::size_t i = 0; i < drops.front().heights.size(); ++i) {
    table.rows.push_back(
        {fmt::format("{:g}", kPeriod * static_cast<double>(i))});
    for (const Drop& drop : drops) {
      table.rows.back().push_back(i < drop.heights.size()
                                      ? fmt::format("{:.4f}", drop.heights[i])
                                      : "failed");
    }
  }
  return fmt::format(
             "### Figure 7: the height of {}'s torso, m\n\n"
             "In the paper the curves of 20 to 500 Hz agree. Feet alone "
             "touch, so that a torso whose legs give way sinks past "
             "the ground.\n\n",
             name) +
         MakeMarkdown(table) + "\n";
}

}  // namespace

std::string ReportDrops(const std::filesystem::path& folder, bool quick) {
  if (folder.empty())
    return "## Drops of robots\n\nLeft out: no models (--robots).\n\n";
  const auto atlas =
      examples::MakeAtlasDrop(folder / "atlas/dependencies/atlas_complex.urdf");
  const auto a1 =
      examples::MakeA1Drop(folder / "quadruped/dependencies/gazebo_a1.urdf");
  return "## Drops of robots\n\n" + ReportTable2(atlas, quick) +
         ReportFigure7("Atlas", atlas, quick) + ReportFigure7("A1", a1, quick);
}

}  // namespace tactus::apps::dojo
