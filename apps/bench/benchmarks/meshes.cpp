// Convex meshes: what they cost in a bin, by their number of vertices, and as
// the links of robots.
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/benchmarks/timing.h"
#include "tactus/apps/bench/peers/peer_process.h"
#include "tactus/common/types.h"

namespace tactus::apps {
namespace {

constexpr int kNumBodies = 8;
constexpr double kTimeLimit = 300;  // [s]

/// Random points of an ellipsoid, as the attribute of a mesh.
std::string MakeVertices(int count, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  std::string text;
  for (int i = 0; i < count; ++i) {
    Vector3d direction;
    for (double& x : direction) x = normal(generator);
    const Vector3d p =
        Vector3d(0.06, 0.05, 0.04).cwiseProduct(direction.normalized());
    text += fmt::format("{:.9g} {:.9g} {:.9g} ", p.x(), p.y(), p.z());
  }
  return text;
}

/// Four hulls over four, apart, in a bin of five planes that they fall into.
std::string MakeBin(int num_vertices) {
  std::string assets, bodies;
  for (int k = 0; k < kNumBodies; ++k) {
    assets += fmt::format("<mesh name='m{}' vertex='{}'/>", k,
                          MakeVertices(num_vertices, k + 1));
    const int layer = k / 4;
    bodies += fmt::format(
        "<body pos='{:g} {:g} {:g}'><freejoint/>"
        "<geom type='mesh' mesh='m{}'/></body>",
        0.125 * (k % 2) - 0.0625 + 0.013 * layer,
        0.105 * (k / 2 % 2) - 0.0525 + 0.011 * layer, 0.06 + 0.1 * layer, k);
  }
  std::string planes = "<geom type='plane' size='1 1 1'/>";
  for (const int side : {-1, 1}) {
    planes += fmt::format(
        "<geom type='plane' size='1 1 1' pos='{:g} 0 0' zaxis='{} 0 0'/>"
        "<geom type='plane' size='1 1 1' pos='0 {:g} 0' zaxis='0 {} 0'/>",
        0.14 * side, -side, 0.12 * side, -side);
  }
  return fmt::format(
      "<mujoco><asset>{}</asset><worldbody>{}{}</worldbody></mujoco>", assets,
      planes, bodies);
}

double MicrosecondsPerStep(const PeerOutcome& outcome) {
  return 1e6 * outcome["cpu_time_s"] / outcome["steps"];
}

// Per step, and contacts in the mean.
std::string MakeCells(const RepeatedRun& run) {
  if (!run.ok()) return fmt::format(" {} | |", run.problem);
  return fmt::format(" {:.1f} | {:.1f} |",
                     Median(run.Each(MicrosecondsPerStep)),
                     run.outcomes.back()["contacts_mean"]);
}

constexpr const char* kColumns =
    "ICF, us of CPU per step | contacts | MuJoCo 2.2.2, us of CPU per step | "
    "contacts | "
    "ratio "
    "|\n|---|---|---|---|---|---|\n";

/// A model and where it starts, as both programs take it.
std::string MakeRow(const std::string& name, std::vector<std::string> model,
                    const BenchOptions& options) {
  model.insert(model.end(),
               {"--step", "0.002", "--duration", options.quick ? "0.2" : "1"});
  RepeatedRun own{"tactus", {"run"}, kTimeLimit};
  RepeatedRun mujoco{"tactus-peer-mujoco", model, kTimeLimit};
  own.arguments.insert(own.arguments.end(), model.begin(), model.end());
  own.arguments.insert(own.arguments.end(), {"--integrator", "icf", "--quiet"});
  mujoco.arguments.push_back("--strip-unknown");
  RunInTurn(options.repeats, {&own, &mujoco});
  const std::string ratio =
      own.ok() && mujoco.ok()
          ? fmt::format(" {:.2f} |",
                        Median(own.Each(MicrosecondsPerStep)) /
                            Median(mujoco.Each(MicrosecondsPerStep)))
          : " |";
  return fmt::format("| {} |{}{}{}\n", name, MakeCells(own), MakeCells(mujoco),
                     ratio);
}

std::string MakeBinRow(int num_vertices, const BenchOptions& options) {
  const TemporaryFolder folder;
  const std::string model = folder / "bin.xml";
  std::ofstream(model) << MakeBin(num_vertices);
  return MakeRow(std::to_string(num_vertices), {model}, options);
}

// At zero angles some of the Panda's links overlap by centimetres.
std::string BenchRobots(const BenchOptions& options) {
  if (options.robots.empty())
    return "\n## Robots\n\nLeft out: no models (--robots).\n";
  const std::filesystem::path folder = options.robots;
  const std::string panda = folder / "franka_emika_panda" / "panda.xml";
  const std::string g1 = folder / "unitree_g1" / "g1.xml";
  return fmt::format(
      "\n## Robots, the meshes of their links in contact\n\n| robot | {}"
      "{}{}{}",
      kColumns, MakeRow("Panda, zero angles", {panda}, options),
      MakeRow("Panda, keyframe", {panda, "--keyframe", "home"}, options),
      MakeRow("G1, standing", {g1, "--keyframe", "stand", "--ground"},
              options));
}

}  // namespace

std::string BenchMeshes(const BenchOptions& options) {
  std::string text = fmt::format(
      "# Eight convex meshes in a bin, steps of 2 ms\n\n"
      "Hulls of random points on ellipsoids of 12, 10 and 8 cm fall into a bin "
      "of planes; ICF, and MuJoCo as it comes. Medians of {} runs that "
      "alternate.\n\n| vertices | {}",
      options.repeats, kColumns);
  for (const int num_vertices : {10, 100, 1000}) {
    if (options.quick && num_vertices > 100) break;
    text += MakeBinRow(num_vertices, options);
  }
  return text + BenchRobots(options);
}

}  // namespace tactus::apps
