#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tactus/recording/recording.h"

/// What contact polygons are drawn with: colours by pressure, and meshes that
/// each stand for a time.
namespace tactus::recording {

/// The pressure that has the last colour [Pa]: what the greatest pressures of
/// nine in ten frames with patches do not exceed, so that a single impact does
/// not darken all the rest. Zero where there are no patches.
double ChoosePressureScale(const Recording& recording);

/// From dark violet at 0 by blue and green to yellow at `scale` and above: of
/// increasing lightness. Linear, as glTF has colours.
Eigen::Vector3f ColorOfPressure(double pressure, double scale);

/// The polygons on one body, as triangles about each polygon's first corner,
/// for as many frames as they stay the same: those of one step do.
struct PatchMesh {
  int body{};
  std::size_t first_frame{}, end_frame{};  ///< From one until the other.
  std::vector<Eigen::Vector3f> positions;  ///< In the body's frame [m].
  std::vector<Eigen::Vector3f> colors;
  std::vector<std::uint32_t> indices;
};
std::vector<PatchMesh> MakePatchMeshes(const Recording& recording);

/// What the patches of a frame take in a file [bytes].
std::size_t CountPatchBytes(const Frame& frame);

}  // namespace tactus::recording
