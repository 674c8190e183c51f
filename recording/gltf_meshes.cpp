#include "tactus/recording/gltf_meshes.h"

#include <algorithm>
#include <vector>

#include "tactus/recording/srgb.h"

namespace tactus::recording {

int GltfMeshes::FindOrAdd(const Visual& visual) {
  const auto key = std::pair(MakeKey(visual), MakeKey(visual.color));
  const auto [entry, is_new] =
      mesh_ids_.try_emplace(key, static_cast<int>(meshes_.size()));
  if (is_new) {
    Json primitive = FindOrAddPrimitive(visual);
    Add(ShapeName(visual), std::move(primitive),
        FindOrAddMaterial(visual.color));
  }
  return entry->second;
}

int GltfMeshes::Add(std::string_view name, const RenderMesh& mesh,
                    const Color& color) {
  Json primitive = AddPrimitive(mesh);
  return Add(name, std::move(primitive), FindOrAddMaterial(color));
}

int GltfMeshes::Add(std::string_view name, Json primitive, int material) {
  primitive["material"] = material;
  meshes_.push_back(
      {{"name", name}, {"primitives", Json::array({std::move(primitive)})}});
  return static_cast<int>(meshes_.size()) - 1;
}

int GltfMeshes::FindOrAddMaterial(const Color& color) {
  const auto [entry, is_new] = material_ids_.try_emplace(
      MakeKey(color), static_cast<int>(materials_.size()));
  if (is_new) {
    Json material{{"pbrMetallicRoughness",
                   {{"baseColorFactor",
                     {LinearFromSrgb(color.red), LinearFromSrgb(color.green),
                      LinearFromSrgb(color.blue), color.alpha}},
                    {"metallicFactor", 0.0},
                    {"roughnessFactor", 0.55}}}};
    if (color.alpha < 1) material["alphaMode"] = "BLEND";
    materials_.push_back(std::move(material));
  }
  return entry->second;
}

int GltfMeshes::PatchMaterial() {
  if (!patch_material_) {
    patch_material_ = static_cast<int>(materials_.size());
    materials_.push_back({{"name", "pressure"},
                          {"pbrMetallicRoughness",
                           {{"metallicFactor", 0.0}, {"roughnessFactor", 1.0}}},
                          {"doubleSided", true}});
  }
  return *patch_material_;
}

// The vertices of a shape, whatever its colour.
Json GltfMeshes::FindOrAddPrimitive(const Visual& visual) {
  const auto [entry, is_new] = primitives_.try_emplace(MakeKey(visual));
  if (is_new) {
    entry->second =
        AddPrimitive(visual.mesh == nullptr ? Tessellate(visual.shape)
                                            : Tessellate(*visual.mesh));
  }
  return entry->second;
}

Json GltfMeshes::AddPrimitive(const RenderMesh& mesh) {
  constexpr auto kVertices = GltfBuffer::Target::kVertices;
  Json primitive{
      {"attributes",
       {{"POSITION", buffer_.AddVectors(mesh.positions, kVertices, true)},
        {"NORMAL", buffer_.AddVectors(mesh.normals, kVertices, false)}}},
      {"indices", buffer_.AddIndices(mesh.indices)}};
  if (std::ranges::any_of(mesh.shades, [](float x) { return x != 1; })) {
    std::vector<Eigen::Vector3f> shades;
    for (const float s : mesh.shades) shades.emplace_back(s, s, s);
    primitive["attributes"]["COLOR_0"] =
        buffer_.AddVectors(shades, kVertices, false);
  }
  return primitive;
}

}  // namespace tactus::recording
