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

/// Measures, and says so in Markdown, with published values beside ours.
using Measurement = std::string(const BenchOptions& options);

struct Benchmark {
  std::string_view name, description;
  Measurement* run;
};

/// All of them, in the order of the manual.
std::span<const Benchmark> Benchmarks();

/// In the files of their names, and in folders beside; what each measures is
/// said by Benchmarks().
Measurement BenchPenetration, BenchFriction, BenchStability, BenchContactCore,
    BenchScaling, BenchCreep, BenchFramework, BenchStiffGains, BenchIslands,
    BenchMeshes, BenchBatch, BenchPressure, BenchImpacts, BenchVerify,
    BenchDojo, BenchDishRack, BenchCondTable1, BenchCondTable2, BenchCondTable3,
    BenchCondTable4, BenchCondTable5, BenchCondTable6, BenchCondTable7,
    BenchCondTable8, BenchCondTable9, BenchCondFig11, BenchCondFig13,
    BenchCondFig14;

}  // namespace tactus::apps
