#include "tactus/apps/bench/benchmarks/sphere_bin.h"

#include <array>
#include <fstream>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/run_diagram.h"
#include "tactus/apps/bench/benchmarks/timing.h"
#include "tactus/apps/bench/peers/peer_process.h"
#include "tactus/apps/bench/suite/fit_line.h"
#include "tactus/apps/models/scene_export.h"
#include "tactus/examples/scenes/piles.h"
#include "tactus/examples/scenes/scene.h"

namespace tactus::apps {
namespace {

constexpr double kStep = 0.002, kSettle = 3;  // [s]
constexpr double kPeerLimit = 300;            // [s]

/// Of one method, over the fourth second.
struct Cost {
  std::vector<double> seconds;  ///< Of each repeat.
  double contacts{};
  long steps{};
};

// Adds the second that follows `settled`.
void Time(const examples::SceneInstance& scene, const systems::Context& settled,
          const IntegratorOptions& method, Cost* cost) {
  const DiagramRun run =
      RunDiagram(*scene.diagram, settled, method, kSettle + 1).ToEnd();
  cost->seconds.push_back(run.spent.wall);
  cost->contacts = run.statistics.contacts_mean();
  cost->steps = run.statistics.steps;
}

/// One row of the table.
struct Row {
  int num_spheres{};
  Cost icf = {}, cenic = {}, comfree = {};
};

Row MeasureRow(int num_spheres, int repeats) {
  const IntegratorOptions icf{.name = "icf", .step = kStep};
  const IntegratorOptions comfree{.name = "comfree", .step = kStep};
  const examples::SceneInstance scene =
      examples::MakePlantScene(examples::MakeSphereBinModel(num_spheres));
  const auto settle = [&](const IntegratorOptions& method) {
    return RunDiagram(*scene.diagram, scene.context, method, kSettle)
        .ToEnd()
        .context;
  };
  const systems::Context settled = settle(icf);
  const systems::Context settled_by_comfree = settle(comfree);
  Row row{.num_spheres = num_spheres};
  for (int i = 0; i < repeats; ++i) {
    Time(scene, settled, icf, &row.icf);
    Time(scene, settled, {.name = "cenic"}, &row.cenic);
    Time(scene, settled_by_comfree, comfree, &row.comfree);
  }
  return row;
}

/// MuJoCo's seconds, or why there are none.
std::string TimeMujoco(const std::string& scene, const char* solver) {
  const PeerOutcome outcome =
      RunPeer("tactus-peer-mujoco",
              {scene, "--step", fmt::format("{}", kStep), "--settle",
               fmt::format("{}", kSettle), "--duration",
               fmt::format("{}", kSettle + 1), "--solver", solver},
              kPeerLimit);
  if (!outcome.ok()) return outcome.status;
  return fmt::format("{:.3g} ({:.0f} contacts)", outcome["wall_time_s"],
                     outcome["contacts_mean"]);
}

std::string MakeMujocoCells(int num_spheres) {
  const TemporaryFolder folder;
  const std::string path = folder / "scene.json";
  std::ofstream(path) << MakeNeutralText("scaling_" +
                                         std::to_string(num_spheres));
  // Its Newton's time grows with the cube of the number of spheres.
  return fmt::format(" {} | {} |", TimeMujoco(path, "cg"),
                     num_spheres > 100 ? "-" : TimeMujoco(path, "newton"));
}

// @param published  of MuJoCo 3.12 CG, by the same fit.
std::string MakeExponentRow(const std::vector<Row>& rows, int fewest,
                            double published) {
  std::vector<double> n;
  std::array<std::vector<double>, 3> seconds;
  for (const Row& row : rows) {
    if (row.num_spheres < fewest) continue;
    n.push_back(row.num_spheres);
    seconds[0].push_back(Median(row.icf.seconds));
    seconds[1].push_back(Median(row.cenic.seconds));
    seconds[2].push_back(Median(row.comfree.seconds));
  }
  if (n.size() < 2) return "";
  std::string text = fmt::format("| exponent, N >= {} | |", fewest);
  for (const auto& each : seconds)
    text += fmt::format(" {:.2f} |", FitExponent(n, each));
  return text + fmt::format(" | | {:.2f} |\n", published);
}

}  // namespace

std::string MakeSphereBinTable(const BenchOptions& options) {
  struct Size {
    int num_spheres;
    const char* published;
  };
  constexpr Size kSizes[] = {{10, "0.014"}, {20, "-"},    {50, "0.20"},
                             {100, "0.60"}, {200, "1.5"}, {500, "3.4"},
                             {1000, "7.5"}};
  std::string text = fmt::format(
      "## Spheres in a bin (scaling_N): seconds per simulated second\n\n"
      "The fourth second, at {:g} ms, one thread. ICF has settled them for "
      "itself and for CENIC (accuracy 1e-3), the others for themselves; under "
      "ComFree they lie deeper and touch more often.\n\n"
      "| spheres | contacts: icf, comfree | icf | cenic (steps) | comfree | "
      "MuJoCo 2.2.2 CG | MuJoCo 2.2.2 Newton | MuJoCo 3.12 CG, published |\n"
      "|---|---|---|---|---|---|---|---|\n",
      1e3 * kStep);
  std::vector<Row> rows;
  for (const Size& size : kSizes) {
    if (options.quick && size.num_spheres > 50) break;
    rows.push_back(MeasureRow(size.num_spheres, options.repeats));
    const Row& row = rows.back();
    text +=
        fmt::format("| {} | {:.0f}, {:.0f} | {:.3g} | {:.3g} ({}) | {:.3g} |",
                    row.num_spheres, row.icf.contacts, row.comfree.contacts,
                    Median(row.icf.seconds), Median(row.cenic.seconds),
                    row.cenic.steps, Median(row.comfree.seconds));
    text += MakeMujocoCells(size.num_spheres) +
            fmt::format(" {} |\n", size.published);
  }
  return text + MakeExponentRow(rows, 10, 1.35) +
         MakeExponentRow(rows, 100, 1.07);
}

}  // namespace tactus::apps
