#pragma once

#include <string>

#include "tactus/apps/bench/benchmarks/benchmark.h"

/// Whether what `tactus verify` says of runs is so.
namespace tactus::apps {

/// Random quantities of many scenes, at random accuracies and tolerances,
/// beside the truth: a table in Markdown.
std::string RunQuantities(const BenchOptions& options);

/// Balls shot at plates, by methods of which some let them through.
std::string RunShots(const BenchOptions& options);

}  // namespace tactus::apps
