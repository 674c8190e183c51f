#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/contact/geometry/shapes/triangle_mesh.h"

namespace tactus::apps {

/// How the mesher of volumes does on the shared kitchenware and bunny and on
/// the hare: cells, time, error of the volume, angles. If not quick, also the
/// extremes over all mesh files of the shared models. Files that are not there
/// are left out.
std::string BenchVolumeMeshes(const BenchOptions& options);

/// A row of the table: the medians of so many runs, or why there is no mesh.
std::string MakeVolumeMeshRow(const std::string& label,
                              const contact::TriangleMesh& surface,
                              int repeats);

/// A sentence for each thing that can become of a file: how many are meshed,
/// the extremes of these with the file's name, and how many are refused, by
/// reason.
std::string SurveyVolumeMeshes(std::span<const std::filesystem::path> files);

}  // namespace tactus::apps
