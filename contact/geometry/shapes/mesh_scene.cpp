#include "tactus/contact/geometry/shapes/mesh_scene.h"

#include <memory>
#include <string>
#include <utility>

#include <assimp/BaseImporter.h>
#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include "tactus/common/read_file.h"
#include "tactus/contact/geometry/shapes/mesh_file.h"

namespace tactus::contact {
namespace {

using Transform = Eigen::Affine3d;

Transform ToTransform(const aiMatrix4x4& m) {
  Eigen::Matrix4d matrix;
  matrix << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3,
      m.c4, m.d1, m.d2, m.d3, m.d4;
  return Transform(matrix);
}

// The triangles of a node, which may lie in several of the scene's meshes: one
// for each material.
TriangleMesh CollectTriangles(const aiScene& scene, const aiNode& node,
                              const Transform& X) {
  const bool mirrors = X.linear().determinant() < 0;
  TriangleMesh collected;
  for (unsigned m = 0; m < node.mNumMeshes; ++m) {
    const aiMesh& mesh = *scene.mMeshes[node.mMeshes[m]];
    const int first = static_cast<int>(collected.vertices.size());
    for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
      const aiVector3D& p = mesh.mVertices[v];
      collected.vertices.push_back(X * Vector3d(p.x, p.y, p.z));
    }
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
      const aiFace& face = mesh.mFaces[f];
      if (face.mNumIndices != 3) continue;
      int corners[3];
      for (int i = 0; i < 3; ++i) {
        corners[i] = first + static_cast<int>(face.mIndices[i]);
      }
      if (mirrors) std::swap(corners[1], corners[2]);
      collected.triangles.push_back({corners[0], corners[1], corners[2]});
    }
  }
  return collected;
}

void AddNode(const aiScene& scene, const aiNode& node, const Transform& X_GP,
             std::vector<MeshPart>* parts) {
  const Transform X_GN = X_GP * ToTransform(node.mTransformation);
  TriangleMesh mesh = CollectTriangles(scene, node, X_GN);
  if (!mesh.triangles.empty()) {
    parts->push_back({node.mName.C_Str(), MergeEqualVertices(mesh)});
  }
  for (unsigned c = 0; c < node.mNumChildren; ++c) {
    AddNode(scene, *node.mChildren[c], X_GN, parts);
  }
}

// Keeps the readers of glTF and Collada alone. A file whose content is not what
// its name promises is shown to all readers, and most of them are less careful.
void RemoveOtherReaders(Assimp::Importer* importer) {
  for (std::size_t i = importer->GetImporterCount(); i-- > 0;) {
    const std::string extensions =
        importer->GetImporterInfo(i)->mFileExtensions;
    if (extensions.find("gltf") != extensions.npos ||
        extensions.find("dae") != extensions.npos) {
      continue;
    }
    const std::unique_ptr<Assimp::BaseImporter> reader(
        importer->GetImporter(i));
    importer->UnregisterLoader(reader.get());
  }
}

// From the file's axes to those of a link.
Transform CalcAxes(const std::filesystem::path& file) {
  Transform axes = Transform::Identity();
  const std::string extension = file.extension().string();
  const bool is_gltf =
      extension.starts_with(".g") || extension.starts_with(".G");
  if (is_gltf) {
    axes.linear() << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  }
  return axes;
}

}  // namespace

std::vector<MeshPart> ReadMeshScene(const std::filesystem::path& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (!error && size > kMostFileBytes) {
    throw MeshFileError(file.string() + ": it does not end within 256 MiB");
  }
  Assimp::Importer importer;
  RemoveOtherReaders(&importer);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* scene = importer.ReadFile(
      file.string(), aiProcess_Triangulate | aiProcess_ValidateDataStructure);
  if (scene == nullptr || scene->mRootNode == nullptr) {
    throw MeshFileError(file.string() + ": " + importer.GetErrorString());
  }
  std::vector<MeshPart> parts;
  AddNode(*scene, *scene->mRootNode, CalcAxes(file), &parts);
  if (parts.empty()) {
    throw MeshFileError(file.string() + ": the scene has no triangles");
  }
  for (const MeshPart& part : parts) {
    for (const Vector3d& vertex : part.mesh.vertices) {
      if (!vertex.allFinite()) {
        throw MeshFileError(file.string() + ": a coordinate of '" + part.name +
                            "' is not a finite number");
      }
    }
  }
  return parts;
}

}  // namespace tactus::contact
