// The mesher of volumes on surfaces that are not ours.
#include "tactus/apps/bench/benchmarks/volume_meshes.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <stdexcept>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/timing.h"
#include "tactus/common/spent_time.h"
#include "tactus/contact/geometry/shapes/mesh_file.h"
#include "tactus/contact/pressure/volume/dihedral_angles.h"
#include "tactus/contact/pressure/volume/volume_mesh.h"
#include "tactus/examples/scenes/bunnies.h"
#include "tactus/examples/scenes/shared_file.h"

namespace tactus::apps {
namespace {

using contact::TriangleMesh;
using contact::VolumeMesh;

struct SharedMesh {
  const char *label, *file;
};
constexpr SharedMesh kSharedMeshes[] = {
    {"bowl", "models/drake_models/dishes/assets/evo_bowl_col.obj"},
    {"plate", "models/drake_models/dishes/assets/plate_8in_col.obj"},
    {"mug", "models/isaacgymenvs/urdf/ycb/025_mug/mug_collision.obj"},
    {"bunny", "models/mujoco/model/replicate/bunny.obj"}};

struct Meshing {
  VolumeMesh mesh;
  double seconds{};  ///< Of the processor.
  contact::AngleRange angles = {};

  /// Relative.
  double volume_error() const {
    return contact::CalcVolume(mesh) / mesh.volume - 1;
  }
};

Meshing Measure(const TriangleMesh& surface) {
  const SpentTime start = SpentTime::Now();
  Meshing result{.mesh = contact::MakeVolumeMesh(surface)};
  result.seconds = (SpentTime::Now() - start).cpu;
  result.angles = contact::FindAngleRange(result.mesh);
  return result;
}

/// The most of a number so far, and of which file.
struct Extreme {
  double value = -1e300;
  std::string file;
  void Add(double x, const std::filesystem::path& of) {
    if (x <= value) return;
    value = x;
    file = of.filename().string();
  }
};

/// Up to the first number, which differs from mesh to mesh, or colon.
std::string ReasonOf(const std::string& message) {
  return message.substr(0, message.find_first_of("0123456789:;"));
}

std::vector<std::filesystem::path> ListMeshFiles(
    const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(folder)) {
    std::string extension = entry.path().extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char c) {
      return static_cast<char>(std::tolower(c));
    });
    if (extension == ".obj" || extension == ".stl")
      files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::string MakeVolumeMeshRow(const std::string& label,
                              const TriangleMesh& surface, int repeats) {
  const auto triangles = surface.triangles.size();
  try {
    Meshing last = Measure(surface);
    std::vector<double> seconds{last.seconds};
    while (std::ssize(seconds) < repeats)
      seconds.push_back(Measure(surface).seconds);
    return fmt::format(
        "| {} | {} | {} | {} | {:.2g} | {:+.2f} % | {:.1f} | "
        "{:.1f} |\n",
        label, triangles, last.mesh.num_open, last.mesh.tetrahedra.size(),
        Median(seconds), 100 * last.volume_error(), last.angles.low,
        last.angles.high);
  } catch (const std::invalid_argument& refusal) {
    return fmt::format("| {} | {} | | refused: {} | | | | |\n", label,
                       triangles, refusal.what());
  }
}

std::string SurveyVolumeMeshes(std::span<const std::filesystem::path> files) {
  Extreme cells, seconds, error, least, greatest;
  std::map<std::string, int> refusals;
  int num_meshed = 0;
  for (const std::filesystem::path& file : files) {
    try {
      const Meshing each = Measure(contact::ReadMeshFile(file));
      ++num_meshed;
      cells.Add(static_cast<double>(each.mesh.tetrahedra.size()), file);
      seconds.Add(each.seconds, file);
      error.Add(std::abs(each.volume_error()), file);
      least.Add(-each.angles.low, file);
      greatest.Add(each.angles.high, file);
    } catch (const std::invalid_argument& refusal) {
      ++refusals[ReasonOf(refusal.what())];
    } catch (const contact::MeshFileError&) {
      ++refusals["the file cannot be read"];
    }
  }
  std::string text =
      fmt::format("Of {} mesh files {} are meshed.", files.size(), num_meshed);
  if (num_meshed > 0) {
    text += fmt::format(
        " Most cells: {:.0f} ({}). Longest: {:.2g} s ({}). Greatest error of a "
        "volume: {:.2f} % ({}). Angles: {:.1f} ({}) to {:.1f} degrees ({}).",
        cells.value, cells.file, seconds.value, seconds.file, 100 * error.value,
        error.file, -least.value, least.file, greatest.value, greatest.file);
  }
  for (const auto& [reason, count] : refusals)
    text += fmt::format(" Refused, \"{}...\": {}.", reason, count);
  return text + "\n";
}

std::string BenchVolumeMeshes(const BenchOptions& options) {
  std::string text = fmt::format(
      "\n## Volume meshes\n\n"
      "Of surfaces that are not convex, by isosurface stuffing; processor "
      "time, "
      "medians of {}. Angles are between the cells' faces.\n\n"
      "| surface | triangles | open edges | cells | s | volume | least angle | "
      "greatest |\n"
      "|---|---|---|---|---|---|---|---|\n",
      options.repeats);
  text += MakeVolumeMeshRow("hare", examples::MakeHare(), options.repeats);
  for (const auto& [label, name] : kSharedMeshes) {
    const auto file = examples::FindSharedFile(name);
    if (file.empty()) continue;
    text +=
        MakeVolumeMeshRow(label, contact::ReadMeshFile(file), options.repeats);
  }
  const auto models = examples::FindSharedFile("models");
  if (!options.quick && !models.empty())
    text += "\n" + SurveyVolumeMeshes(ListMeshFiles(models));
  return text;
}

}  // namespace tactus::apps
