#include "tactus/recording/patch_meshes.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "tactus/recording/srgb.h"

namespace tactus::recording {
namespace {

// sRGB, at equal distances; the page has the same (viewer/patches.js).
constexpr std::array<std::array<double, 3>, 5> kStops = {
    {{0.267, 0.005, 0.329},
     {0.231, 0.322, 0.545},
     {0.129, 0.569, 0.549},
     {0.369, 0.788, 0.384},
     {0.992, 0.906, 0.145}}};

float FindGreatest(const Frame& frame) {
  float greatest = 0;
  for (const RecordedPatch& patch : frame.patches) {
    for (const float pressure : patch.pressures)
      greatest = std::max(greatest, pressure);
  }
  return greatest;
}

bool IsSame(const RecordedPatch& a, const RecordedPatch& b) {
  return a.body == b.body && a.sizes == b.sizes && a.pressures == b.pressures &&
         a.corners == b.corners;
}

void Append(const RecordedPatch& patch, double scale, PatchMesh* mesh) {
  auto first = static_cast<std::uint32_t>(mesh->positions.size());
  for (std::size_t i = 0; i < patch.corners.size(); ++i) {
    mesh->positions.push_back(patch.corners[i]);
    mesh->colors.push_back(ColorOfPressure(patch.pressures[i], scale));
  }
  for (const std::uint32_t size : patch.sizes) {
    for (std::uint32_t k = 2; k < size; ++k)
      mesh->indices.insert(mesh->indices.end(),
                           {first, first + k - 1, first + k});
    first += size;
  }
}

}  // namespace

double ChoosePressureScale(const Recording& recording) {
  std::vector<float> greatest;
  for (const Frame& frame : recording.frames) {
    const float pressure = FindGreatest(frame);
    if (pressure > 0) greatest.push_back(pressure);
  }
  if (greatest.empty()) return 0;
  const auto place = greatest.begin() + static_cast<std::ptrdiff_t>(
                                            (greatest.size() - 1) * 9 / 10);
  std::ranges::nth_element(greatest, place);
  return *place;
}

Eigen::Vector3f ColorOfPressure(double pressure, double scale) {
  const double share = scale > 0 ? std::clamp(pressure / scale, 0.0, 1.0) : 0;
  const double x = share * (kStops.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(x), kStops.size() - 2);
  const double t = x - static_cast<double>(i);
  Eigen::Vector3f color;
  for (std::size_t k = 0; k < 3; ++k) {
    color[static_cast<Eigen::Index>(k)] = static_cast<float>(
        LinearFromSrgb((1 - t) * kStops[i][k] + t * kStops[i + 1][k]));
  }
  return color;
}

std::vector<PatchMesh> MakePatchMeshes(const Recording& recording) {
  const double scale = ChoosePressureScale(recording);
  std::vector<PatchMesh> meshes;
  const std::size_t count = recording.frames.size();
  for (std::size_t i = 0, end = 0; i < count; i = end) {
    const auto& patches = recording.frames[i].patches;
    end = i + 1;
    while (end < count &&
           std::ranges::equal(recording.frames[end].patches, patches, IsSame))
      ++end;
    std::map<int, PatchMesh> by_body;
    for (const RecordedPatch& patch : patches) {
      PatchMesh& mesh = by_body[patch.body];
      mesh.body = patch.body;
      mesh.first_frame = i;
      mesh.end_frame = end;
      Append(patch, scale, &mesh);
    }
    for (auto& [body, mesh] : by_body) meshes.push_back(std::move(mesh));
  }
  return meshes;
}

// A position and a pressure per corner, and a size per polygon.
std::size_t CountPatchBytes(const Frame& frame) {
  std::size_t words = 0;
  for (const RecordedPatch& patch : frame.patches)
    words += 4 * patch.corners.size() + patch.sizes.size();
  return words * sizeof(float);
}

}  // namespace tactus::recording
