#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tactus/common/color.h"
#include "tactus/contact/geometry/shapes/mesh_parts.h"

namespace tactus::contact {

/// Reads a scene file by way of assimp: COLLADA (.dae), glTF 2 (.gltf, with the
/// buffers beside it) or binary glTF (.glb). Each node with triangles becomes a
/// part, placed by the transforms of the nodes above it; lines, points,
/// materials, skins and animations are passed over.
///
/// Units and axes, so that a link's frame has z up:
///
///   .gltf .glb  metres and y up, as glTF demands. (x, y, z) becomes
///               (x, -z, y): the file's y is the link's z. Drake reads the
///               meshes of robots so.
///   .dae        times <unit meter="...">, to metres. <up_axis> is passed over
///               and x, y, z are taken as they stand: robots' files are written
///               in the link's frame whatever they claim, and RViz reads them
///               so.
///
/// @throws MeshFileError for a file that assimp cannot read, a scene without a
/// triangle, and coordinates that are not finite.
std::vector<MeshPart> ReadMeshScene(const std::filesystem::path& file);

/// A part of a mesh file in one colour.
struct ColoredMesh {
  std::string part;
  TriangleMesh mesh;
  /// Nothing where the file says none, or has a picture.
  std::optional<Color> color = {};
};

/// Reads a mesh file to look at: those of ReadMeshScene(), Wavefront's .obj
/// with the materials beside it, and .stl. One mesh per part and material.
/// @throws MeshFileError likewise.
std::vector<ColoredMesh> ReadColoredMeshes(const std::filesystem::path& file);

}  // namespace tactus::contact
