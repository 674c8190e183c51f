#pragma once

#include <string>

#include "tactus/apps/bench/benchmarks/benchmark.h"

namespace tactus::apps {

/// Contact surfaces of pressure fields, time per query and per polygon, and
/// volume meshes.
std::string BenchPressure(const BenchOptions& options);

}  // namespace tactus::apps
