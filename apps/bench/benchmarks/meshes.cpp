// Convex meshes in a bin: what they cost by their number of vertices.
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

/// The runs of one program with one model.
struct Runs {
  std::string program;
  std::vector<std::string> arguments;
  std::vector<double> microseconds = {};  ///< Per step, of each repeat.
  double contacts = 0;
  std::string problem = {};

  void RunOnce() {
    const PeerOutcome outcome = RunPeer(program, arguments, kTimeLimit);
    if (!outcome.ok()) {
      problem = outcome.status;
      return;
    }
    microseconds.push_back(1e6 * outcome["wall_time_s"] / outcome["steps"]);
    contacts = outcome["contacts_mean"];
  }
  std::string MakeCells() const {
    if (!problem.empty()) return fmt::format(" {} | |", problem);
    return fmt::format(" {:.1f} | {:.1f} |", Median(microseconds), contacts);
  }
};

std::string MakeRow(int num_vertices, const BenchOptions& options) {
  const TemporaryFolder folder;
  const std::string model = folder / "bin.xml";
  std::ofstream(model) << MakeBin(num_vertices);
  const std::vector<std::string> common = {
      model, "--step", "0.002", "--duration", options.quick ? "0.2" : "1"};
  Runs own{"tactus", {"run"}}, mujoco{"tactus-peer-mujoco", common};
  own.arguments.insert(own.arguments.end(), common.begin(), common.end());
  own.arguments.insert(own.arguments.end(), {"--integrator", "icf", "--quiet"});
  for (int i = 0; i < options.repeats; ++i) {
    own.RunOnce();
    mujoco.RunOnce();
  }
  std::string row = fmt::format("| {} |{}{}", num_vertices, own.MakeCells(),
                                mujoco.MakeCells());
  if (own.problem.empty() && mujoco.problem.empty()) {
    row += fmt::format(" {:.2f} |\n",
                       Median(own.microseconds) / Median(mujoco.microseconds));
  } else {
    row += " |\n";
  }
  return row;
}

}  // namespace

std::string BenchMeshes(const BenchOptions& options) {
  std::string text = fmt::format(
      "# Eight convex meshes in a bin, steps of 2 ms\n\n"
      "Hulls of random points on ellipsoids of 12, 10 and 8 cm fall into a bin "
      "of planes; ICF, and MuJoCo as it comes. Medians of {} runs that "
      "alternate.\n\n"
      "| vertices | ICF, us per step | contacts | MuJoCo 2.2.2, us per step | "
      "contacts | ratio |\n|---|---|---|---|---|---|\n",
      options.repeats);
  for (const int num_vertices : {10, 100, 1000}) {
    if (options.quick && num_vertices > 100) break;
    text += MakeRow(num_vertices, options);
  }
  return text;
}

}  // namespace tactus::apps
