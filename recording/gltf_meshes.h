#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "tactus/recording/gltf_buffer.h"
#include "tactus/recording/gltf_json.h"
#include "tactus/recording/tessellation.h"
#include "tactus/recording/visual_key.h"

namespace tactus::recording {

/// The meshes of a glTF document in the making, and their materials [glTF 2.0,
/// 3.7.2 and 3.9]. Visuals of one shape share their vertices, those of one
/// colour, too, their mesh.
class GltfMeshes {
 public:
  /// Vertices go into the buffer, which outlives this object.
  explicit GltfMeshes(GltfBuffer* buffer) : buffer_(*buffer) {}

  /// Each returns a number in meshes().
  int FindOrAdd(const Visual& visual);
  int Add(std::string_view name, const RenderMesh& mesh, const Color& color);
  /// `primitive` with everything but the material.
  int Add(std::string_view name, Json primitive, int material);

  /// Each returns a number in materials().
  int FindOrAddMaterial(const Color& color);
  /// Of surfaces with a colour at each vertex. A mesh without a normal is
  /// shaded flat; it is seen from both sides.
  int PatchMaterial();

  const Json& meshes() const { return meshes_; }
  const Json& materials() const { return materials_; }

 private:
  Json FindOrAddPrimitive(const Visual& visual);
  Json AddPrimitive(const RenderMesh& mesh);

  GltfBuffer& buffer_;
  Json meshes_ = Json::array(), materials_ = Json::array();
  std::map<std::pair<ShapeKey, ColorKey>, int> mesh_ids_;
  std::map<ShapeKey, Json> primitives_;
  std::map<ColorKey, int> material_ids_;
  std::optional<int> patch_material_;
};

}  // namespace tactus::recording
