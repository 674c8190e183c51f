#include "tactus/recording/compact.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <zlib.h>

#include "tactus/contact/geometry/shapes/bounds.h"

namespace tactus::recording {
namespace {

constexpr std::size_t kWord = 4;

// Byte k of word i stands at k n + i.
std::string IntoPlanes(std::string_view bytes) {
  const std::size_t n = bytes.size() / kWord;
  std::string planes(bytes.size(), '\0');
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < kWord; ++k)
      planes[k * n + i] = bytes[i * kWord + k];
  }
  return planes;
}

// The least extent of a shape, and of the edges of surfaces at the start.
double FindSmallestSize(const Recording& recording) {
  double size = std::numeric_limits<double>::infinity();
  for (const RecordedBody& body : recording.bodies) {
    for (const Visual& visual : body.visuals) {
      if (std::holds_alternative<contact::HalfSpace>(visual.shape)) continue;
      const auto bounds = contact::CalcBounds(visual.shape, visual.X_BG);
      size = std::min(size, 2 * bounds.half_extents.minCoeff());
    }
  }
  if (recording.frames.empty()) return size;
  const std::vector<BodyPose>& poses = recording.frames.front().poses;
  for (const RecordedSurface& surface : recording.surfaces) {
    for (const auto& [a, b, c] : surface.triangles) {
      const Vector3d& p = poses[surface.bodies[a]].p_WB;
      const Vector3d& q = poses[surface.bodies[b]].p_WB;
      size = std::min(size, (p - q).norm());
    }
  }
  return size;
}

}  // namespace

float Quantize(float x, float quantum) {
  return quantum * std::nearbyint(x / quantum);
}

float RoundToBits(float x, int bits) {
  int exponent = 0;
  const float mantissa = std::frexp(x, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(mantissa, bits)),
                    exponent - bits);
}

float ChooseQuantum(const Recording& recording) {
  constexpr double kLeast = 1e-3, kMost = 0.1;  // [m]
  constexpr double kShare = 1e-3;
  const double size = std::clamp(FindSmallestSize(recording), kLeast, kMost);
  return static_cast<float>(std::exp2(std::floor(std::log2(kShare * size))));
}

std::string Compress(std::string_view bytes) {
  uLongf size = compressBound(bytes.size());
  std::string stream(size, '\0');
  const int status = compress2(reinterpret_cast<Bytef*>(stream.data()), &size,
                               reinterpret_cast<const Bytef*>(bytes.data()),
                               bytes.size(), Z_DEFAULT_COMPRESSION);
  if (status != Z_OK) throw std::runtime_error("zlib cannot compress");
  stream.resize(size);
  return stream;
}

std::string CompressWords(std::string_view bytes) {
  return Compress(IntoPlanes(bytes));
}

}  // namespace tactus::recording
