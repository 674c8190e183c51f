#include "tactus/recording/visual_meshes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/contact/geometry/shapes/mesh_file.h"
#include "tactus/contact/geometry/shapes/mesh_parts.h"
#include "tactus/recording/simplify_mesh.h"

namespace tactus::recording {
namespace {

using contact::ColoredMesh;
using contact::TriangleMesh;
using multibody::VisualMesh;

// What makes two visuals of mesh files the same mesh.
std::string MakeKey(const VisualMesh& mesh) {
  const auto& X = mesh.X_RS.matrix();
  return fmt::format("{}\n{}\n{}\n{}\n{}", mesh.file.string(), mesh.part,
                     mesh.is_centered,
                     fmt::join(mesh.scale.data(), mesh.scale.data() + 3, " "),
                     fmt::join(X.data(), X.data() + X.size(), " "));
}

std::vector<ColoredMesh> Pick(const std::vector<ColoredMesh>& meshes,
                              const VisualMesh& visual) {
  if (visual.part.empty()) return meshes;
  std::vector<ColoredMesh> picked;
  for (const ColoredMesh& each : meshes) {
    if (each.part == visual.part) picked.push_back(each);
  }
  if (picked.empty()) {
    throw contact::MeshFileError(visual.file.string() + ": it has no part '" +
                                 visual.part + "'");
  }
  return picked;
}

void Center(std::vector<ColoredMesh>* meshes) {
  Eigen::AlignedBox3d box;
  for (const ColoredMesh& each : *meshes) {
    for (const Vector3d& vertex : each.mesh.vertices) box.extend(vertex);
  }
  for (ColoredMesh& each : *meshes) {
    for (Vector3d& vertex : each.mesh.vertices) vertex -= box.center();
  }
}

using SurfaceKey = std::array<double, 5>;

SurfaceKey MakeKey(const std::optional<Color>& color) {
  const Color c = color.value_or(Color{});
  return {color ? 1.0 : 0.0, c.red, c.green, c.blue, c.alpha};
}

}  // namespace

// Those of one colour are one surface.
const std::vector<VisualMeshes::Surface>& VisualMeshes::Find(
    const VisualMesh& visual) {
  const auto [found, is_new] = surfaces_.try_emplace(MakeKey(visual));
  if (!is_new) return found->second;
  const std::string file = visual.file.string();
  if (!files_.contains(file))
    files_[file] = contact::ReadColoredMeshes(visual.file);
  std::vector<ColoredMesh> meshes = Pick(files_[file], visual);
  if (visual.is_centered) Center(&meshes);
  std::map<SurfaceKey,
           std::pair<std::optional<Color>, std::vector<contact::MeshPart>>>
      by_color;
  for (ColoredMesh& each : meshes) {
    for (Vector3d& x : each.mesh.vertices) x = visual.X_RS * x;
    auto& [color, parts] = by_color[MakeKey(each.color)];
    color = each.color;
    parts.push_back({each.part, std::move(each.mesh)});
  }
  for (const auto& [key, entry] : by_color) {
    found->second.push_back(
        {std::make_shared<const TriangleMesh>(contact::ScaleMesh(
             contact::JoinParts(entry.second), visual.scale)),
         entry.first});
  }
  return found->second;
}

std::vector<Visual> VisualMeshes::Make(const multibody::Visual& visual,
                                       const Color& otherwise) {
  Visual made{.shape = {},
              .X_BG = visual.X_BG,
              .color = visual.color.value_or(otherwise)};
  if (const auto* shape = std::get_if<contact::Shape>(&visual.form)) {
    made.shape = *shape;
    return {made};
  }
  using Mesh = std::shared_ptr<const TriangleMesh>;
  if (const auto* mesh = std::get_if<Mesh>(&visual.form)) {
    made.mesh = *mesh;
    return {made};
  }
  std::vector<Visual> visuals;
  for (const Surface& surface : Find(std::get<VisualMesh>(visual.form))) {
    made.mesh = surface.mesh;
    if (!visual.color) made.color = surface.color.value_or(otherwise);
    visuals.push_back(made);
  }
  return visuals;
}

void LimitTriangles(int max_triangles, Recording* recording) {
  std::map<const TriangleMesh*, std::shared_ptr<const TriangleMesh>> coarse;
  double total = 0;
  for (const RecordedBody& body : recording->bodies) {
    for (const Visual& visual : body.visuals) {
      if (visual.mesh == nullptr || coarse.contains(visual.mesh.get()))
        continue;
      coarse[visual.mesh.get()] = visual.mesh;
      total += static_cast<double>(visual.mesh->triangles.size());
    }
  }
  if (total <= max_triangles) return;
  for (auto& [key, mesh] : coarse) {
    const auto n = static_cast<double>(mesh->triangles.size());
    const double share = std::floor(max_triangles / total * n);
    mesh = std::make_shared<const TriangleMesh>(
        SimplifyMesh(*mesh, static_cast<int>(std::max(1.0, share))));
  }
  for (RecordedBody& body : recording->bodies) {
    for (Visual& visual : body.visuals) {
      if (visual.mesh != nullptr) visual.mesh = coarse.at(visual.mesh.get());
    }
  }
}

}  // namespace tactus::recording
