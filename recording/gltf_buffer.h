#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tactus/common/types.h"

namespace tactus::recording {

/// A stretch of the binary chunk [glTF 2.0, 5.11].
struct GltfView {
  /// What it is for [glTF 2.0, 5.11.5]; kNone for animation data.
  enum class Target { kNone = 0, kVertices = 34962, kIndices = 34963 };

  std::size_t offset{}, size{};  ///< [bytes]
  Target target = Target::kNone;
};

/// What the numbers of a view mean [glTF 2.0, 5.1].
struct GltfAccessor {
  enum class Component {
    kUnsignedShort = 5123,
    kUnsignedInt = 5125,
    kFloat = 5126
  };

  int view{};
  Component component{};
  std::size_t count{};
  int num_components = 1;                 ///< 16: of a matrix.
  std::vector<float> min = {}, max = {};  ///< By component, if they are stated.
};

/// The binary chunk of a glTF file in the making, with the accessors that say
/// what is where in it. One buffer view per accessor; everything is
/// little-endian and a multiple of four bytes long, so every accessor is
/// aligned.
class GltfBuffer {
 public:
  using Target = GltfView::Target;

  /// Each returns the accessor's index. With `bounds` the accessor states its
  /// minimum and maximum, as glTF asks of positions and times.
  int AddScalars(std::span<const float> values, bool bounds);
  int AddVectors(std::span<const Eigen::Vector3f> values, Target target,
                 bool bounds);
  /// Components in glTF's order x y z w.
  int AddQuaternions(std::span<const Eigen::Vector4f> values);
  /// What weighs on vertices, four to each: numbers of joints, and weights.
  int AddJoints(std::span<const std::array<std::uint16_t, 4>> values);
  int AddWeights(std::span<const Eigen::Vector4f> values);
  int AddMatrices(std::span<const Eigen::Matrix4f> values);
  int AddIndices(std::span<const std::uint32_t> values);

  const std::string& bytes() const { return bytes_; }
  const std::vector<GltfAccessor>& accessors() const { return accessors_; }
  const std::vector<GltfView>& views() const { return views_; }

 private:
  int AddFloats(const float* values, std::size_t count, int components,
                Target target, bool bounds);
  int AddView(const void* data, std::size_t size, Target target);

  std::string bytes_;
  std::vector<GltfAccessor> accessors_;
  std::vector<GltfView> views_;
};

/// A .glb container [glTF 2.0, 4.4]: header, JSON chunk, binary chunk, each
/// chunk padded to a multiple of four bytes. Without bytes there is no binary
/// chunk.
std::string PackGlb(const std::string& json, const std::string& bytes);

}  // namespace tactus::recording
