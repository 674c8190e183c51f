#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::apps {

/// What `impacts` runs; empty lists are its own choice.
struct ImpactsOptions {
  std::vector<std::string> only = {};  ///< Families of experiments.
  std::vector<std::string> integrators = {};
  std::vector<double> accuracies = {};
  std::vector<double> steps = {};         ///< Of icf and comfree [s].
  std::vector<std::string> schemes = {};  ///< Of CENIC.
  std::string tosses = {};  ///< A file of filmed tosses, if there is one.
};

struct BenchOptions {
  int repeats = 5;     ///< Of timed runs, which alternate; medians are shown.
  int threads = 1;     ///< Where a benchmark uses more.
  bool quick = false;  ///< Fewer and smaller cases.
  ImpactsOptions impacts = {};
  /// Example models, if there are any: Dojo's for `dojo`, MuJoCo's menagerie
  /// for `meshes`.
  std::string robots = {};
};

/// A measurement, as Markdown, with published values beside ours.
struct Benchmark {
  std::string_view name, description;
  std::string (*run)(const BenchOptions& options);
};

/// All of them, in the order of the manual.
std::span<const Benchmark> Benchmarks();

/// Depth of contacts in layers of solids dropped on a table, Figure 2 of
/// [Borse26], for ComFree, and for ICF beside it.
std::string BenchPenetration(const BenchOptions& options);

/// Torsional and rolling friction of ComFree, Figure 4 of [Borse26].
std::string BenchFriction(const BenchOptions& options);

/// A cube thrown onto a plane under ComFree for many gains and steps, Figure 5
/// of [Borse26].
std::string BenchStability(const BenchOptions& options);

/// What a sweep of ComFree over contacts takes, by backend, precision and
/// number of contacts.
std::string BenchContactCore(const BenchOptions& options);

/// Time per step against the number of contacts, Figure 6 of [Borse26]: whole
/// steps of ComFree; and time against the number of spheres in a bin.
std::string BenchScaling(const BenchOptions& options);

/// Creep of what should not move, for every step function side by side.
std::string BenchCreep(const BenchOptions& options);

/// What evaluating a diagram's ports costs.
std::string BenchFramework(const BenchOptions& options);

/// Steps of CENIC on `franka` against the gain of its controller, with either
/// scheme for external systems: Figure 12 of [Kurtz25].
std::string BenchStiffGains(const BenchOptions& options);

/// Piles apart, solved on 1, 2, 4, ... threads: speed-up, and the same bits.
std::string BenchIslands(const BenchOptions& options);

/// Eight convex meshes in a bin, by their number of vertices, and robots whose
/// links are meshes, with MuJoCo beside.
std::string BenchMeshes(const BenchOptions& options);

/// Environments of one model stepped side by side: steps per second.
std::string BenchBatch(const BenchOptions& options);

/// Impacts, friction at impact and spin, of every method, against closed forms
/// and rk3 at tiny steps (bench/impacts/).
std::string BenchImpacts(const BenchOptions& options);

/// What `tactus verify` says of random quantities, and of balls shot at plates,
/// beside the truth (bench/trust/).
std::string BenchVerify(const BenchOptions& options);

/// Hard contact by Dojo: figures and tables of [Howell22] (bench/dojo/).
std::string BenchDojo(const BenchOptions& options);

/// Table I of [Kurtz25]: the scene dish_rack at accuracies and fixed steps, and
/// what goes wrong in it (bench/dish_rack/).
std::string BenchDishRack(const BenchOptions& options);

/// COND and methods on impulses: Tables I to VI and IX and Figures 11 and 14 of
/// [Lee22] (bench/cond/).
std::string BenchCondTable1(const BenchOptions& options);
std::string BenchCondTable2(const BenchOptions& options);
std::string BenchCondTable3(const BenchOptions& options);
std::string BenchCondTable4(const BenchOptions& options);
std::string BenchCondTable5(const BenchOptions& options);
std::string BenchCondTable6(const BenchOptions& options);
std::string BenchCondTable7(const BenchOptions& options);
std::string BenchCondTable8(const BenchOptions& options);
std::string BenchCondTable9(const BenchOptions& options);
std::string BenchCondFig11(const BenchOptions& options);
std::string BenchCondFig13(const BenchOptions& options);
std::string BenchCondFig14(const BenchOptions& options);

}  // namespace tactus::apps
