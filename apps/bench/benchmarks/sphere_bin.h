#pragma once

#include <string>

#include "tactus/apps/bench/benchmarks/benchmark.h"

namespace tactus::apps {

/// Scenes scaling_N: what a simulated second of N settled spheres costs, by
/// ICF and ComFree at 2 ms, by CENIC, and by MuJoCo where its program is built;
/// and with which power of N. A part of BenchScaling().
std::string MakeSphereBinTable(const BenchOptions& options);

}  // namespace tactus::apps
