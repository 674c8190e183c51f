#include "tactus/recording/gltf_buffer.h"

#include <bit>
#include <utility>

namespace tactus::recording {
namespace {

static_assert(std::endian::native == std::endian::little,
              "glTF is little-endian, and so are the bytes we copy into it");

void AppendUint32(std::uint32_t value, std::string* bytes) {
  bytes->append(reinterpret_cast<const char*>(&value), sizeof value);
}

void AppendChunk(std::string chunk, std::uint32_t type, char padding,
                 std::string* bytes) {
  chunk.resize((chunk.size() + 3) / 4 * 4, padding);
  AppendUint32(static_cast<std::uint32_t>(chunk.size()), bytes);
  AppendUint32(type, bytes);
  bytes->append(chunk);
}

}  // namespace

int GltfBuffer::AddView(const void* data, std::size_t size, Target target) {
  views_.push_back({bytes_.size(), size, target});
  bytes_.append(static_cast<const char*>(data), size);
  return static_cast<int>(views_.size()) - 1;
}

int GltfBuffer::AddFloats(const float* values, std::size_t count,
                          int components, Target target, bool bounds) {
  GltfAccessor accessor{
      .view = AddView(values, count * components * sizeof(float), target),
      .component = GltfAccessor::Component::kFloat,
      .count = count,
      .num_components = components};
  if (bounds) {
    const Eigen::Map<const Eigen::MatrixXf> columns(
        values, components, static_cast<Eigen::Index>(count));
    const Eigen::VectorXf lower = columns.rowwise().minCoeff();
    const Eigen::VectorXf upper = columns.rowwise().maxCoeff();
    accessor.min.assign(lower.begin(), lower.end());
    accessor.max.assign(upper.begin(), upper.end());
  }
  accessors_.push_back(std::move(accessor));
  return static_cast<int>(accessors_.size()) - 1;
}

int GltfBuffer::AddScalars(std::span<const float> values, bool bounds) {
  return AddFloats(values.data(), values.size(), 1, Target::kNone, bounds);
}

int GltfBuffer::AddVectors(std::span<const Eigen::Vector3f> values,
                           Target target, bool bounds) {
  static_assert(sizeof(Eigen::Vector3f) == 3 * sizeof(float));
  return AddFloats(values.data()->data(), values.size(), 3, target, bounds);
}

int GltfBuffer::AddQuaternions(std::span<const Eigen::Vector4f> values) {
  return AddFloats(values.data()->data(), values.size(), 4, Target::kNone,
                   false);
}

int GltfBuffer::AddJoints(
    std::span<const std::array<std::uint16_t, 4>> values) {
  accessors_.push_back(
      {.view = AddView(values.data(), values.size_bytes(), Target::kVertices),
       .component = GltfAccessor::Component::kUnsignedShort,
       .count = values.size(),
       .num_components = 4});
  return static_cast<int>(accessors_.size()) - 1;
}

int GltfBuffer::AddWeights(std::span<const Eigen::Vector4f> values) {
  return AddFloats(values.data()->data(), values.size(), 4, Target::kVertices,
                   false);
}

int GltfBuffer::AddMatrices(std::span<const Eigen::Matrix4f> values) {
  return AddFloats(values.data()->data(), values.size(), 16, Target::kNone,
                   false);
}

int GltfBuffer::AddIndices(std::span<const std::uint32_t> values) {
  accessors_.push_back(
      {.view = AddView(values.data(), values.size_bytes(), Target::kIndices),
       .component = GltfAccessor::Component::kUnsignedInt,
       .count = values.size()});
  return static_cast<int>(accessors_.size()) - 1;
}

std::string PackGlb(const std::string& json, const std::string& bytes) {
  constexpr std::uint32_t kMagic = 0x46546C67;  // "glTF"
  constexpr std::uint32_t kVersion = 2;
  constexpr std::uint32_t kJson = 0x4E4F534A, kBinary = 0x004E4942;
  std::string chunks;
  AppendChunk(json, kJson, ' ', &chunks);
  if (!bytes.empty()) AppendChunk(bytes, kBinary, '\0', &chunks);

  std::string glb;
  AppendUint32(kMagic, &glb);
  AppendUint32(kVersion, &glb);
  AppendUint32(static_cast<std::uint32_t>(12 + chunks.size()), &glb);
  return glb + chunks;
}

}  // namespace tactus::recording
