#include "tactus/apps/bench/benchmarks/benchmark.h"

namespace tactus::apps {
namespace {

constexpr Benchmark kBenchmarks[] = {
    {"penetration", "ComFree and ICF: depth of contacts in a dropped pile",
     &BenchPenetration},
    {"friction", "ComFree: torsional and rolling friction", &BenchFriction},
    {"stability", "ComFree: gains and steps that stay bounded",
     &BenchStability},
    {"contact_core", "ComFree: backends beside each other, sweeps alone",
     &BenchContactCore},
    {"scaling", "time per step against contacts, and spheres in a bin",
     &BenchScaling},
    {"creep", "every step function: creep of what should not move",
     &BenchCreep},
    {"stiff_gains", "CENIC on franka: steps against a controller's gain",
     &BenchStiffGains},
    {"meshes", "convex meshes in a bin, MuJoCo beside", &BenchMeshes},
    {"impacts", "every method: impacts, friction at impact, and spin",
     &BenchImpacts},
    {"verify", "what `tactus verify` says, beside the truth", &BenchVerify},
    {"dojo", "Dojo: gaps, friction and what kappa does", &BenchDojo},
    {"cond_table1", "COND: a box pushed on virtual nodes", &BenchCondTable1},
    {"cond_table2", "COND, PGS and APGD: a mat that is folded",
     &BenchCondTable2},
    {"cond_table3", "COND, PGS and APGD: an elastic ball in a gripper",
     &BenchCondTable3},
    {"cond_table4", "COND: iterations by stiffness, and what they leave",
     &BenchCondTable4},
    {"cond_table5", "COND, PGS and APGD: a cable that is wound",
     &BenchCondTable5},
    {"cond_table6", "COND, PGS and APGD: a peg in elastic fingers",
     &BenchCondTable6},
    {"cond_table7", "COND and contact splitting: a mat that is folded",
     &BenchCondTable7},
    {"cond_table8", "COND and position-based dynamics: a cable that is wound",
     &BenchCondTable8},
    {"cond_table9", "COND: iterations by acceleration", &BenchCondTable9},
    {"cond_fig11", "COND: what an iteration costs by size", &BenchCondFig11},
    {"cond_fig13", "COND: contact forces from velocities", &BenchCondFig13},
    {"cond_fig14", "COND: a slide over a grain", &BenchCondFig14},
    {"batch", "environments stepped side by side", &BenchBatch},
    {"islands", "islands in parallel: speed-up and bits", &BenchIslands},
    {"pressure", "contact surfaces of pressure fields: time per polygon",
     &BenchPressure},
    {"dish_rack", "CENIC on dish_rack: accuracies, steps and artifacts",
     &BenchDishRack},
    {"framework", "what evaluating a diagram's ports costs", &BenchFramework},
};

}  // namespace

std::span<const Benchmark> Benchmarks() {
  return kBenchmarks;
}

}  // namespace tactus::apps
