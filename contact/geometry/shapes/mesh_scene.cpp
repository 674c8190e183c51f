#include "tactus/contact/geometry/shapes/mesh_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <assimp/BaseImporter.h>
#include <assimp/DefaultIOSystem.h>
#include <assimp/Importer.hpp>
#include <assimp/MemoryIOWrapper.h>
#include <assimp/config.h>
#include <assimp/material.h>
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

// The triangles of one of the scene's meshes, posed.
TriangleMesh TakeTriangles(const aiMesh& mesh, const Transform& X) {
  const bool mirrors = X.linear().determinant() < 0;
  TriangleMesh taken;
  for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
    const aiVector3D& p = mesh.mVertices[v];
    taken.vertices.push_back(X * Vector3d(p.x, p.y, p.z));
  }
  for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
    const aiFace& face = mesh.mFaces[f];
    if (face.mNumIndices != 3) continue;
    int corners[3];
    for (int i = 0; i < 3; ++i) corners[i] = static_cast<int>(face.mIndices[i]);
    if (mirrors) std::swap(corners[1], corners[2]);
    taken.triangles.push_back({corners[0], corners[1], corners[2]});
  }
  return taken;
}

double SrgbFromLinear(double c) {
  return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}

// glTF's colours are linear, those of others sRGB [IEC 61966-2-1].
std::optional<Color> FindColor(const aiMaterial& material) {
  if (material.GetTextureCount(aiTextureType_DIFFUSE) > 0 ||
      material.GetTextureCount(aiTextureType_BASE_COLOR) > 0 ||
      std::string(material.GetName().C_Str()) == AI_DEFAULT_MATERIAL_NAME) {
    return std::nullopt;
  }
  aiColor4D c;
  const bool is_linear =
      material.Get(AI_MATKEY_BASE_COLOR, c) == aiReturn_SUCCESS;
  if (!is_linear &&
      material.Get(AI_MATKEY_COLOR_DIFFUSE, c) != aiReturn_SUCCESS) {
    return std::nullopt;
  }
  // Opacity 0 stands for 1 in many COLLADA files.
  float opacity = 1;
  if (!is_linear) material.Get(AI_MATKEY_OPACITY, opacity);
  if (opacity <= 0) opacity = 1;
  const auto convert = [&](float x) {
    const double bounded = std::clamp<double>(x, 0, 1);
    return is_linear ? SrgbFromLinear(bounded) : bounded;
  };
  return Color{convert(c.r), convert(c.g), convert(c.b),
               std::clamp<double>(is_linear ? c.a : opacity, 0, 1)};
}

// The meshes of a node, one for each material.
using NodeMeshes = std::vector<ColoredMesh>;

// Of the node and of those below it.
void AddNode(const aiScene& scene, const aiNode& node, const Transform& X_GP,
             std::vector<NodeMeshes>* nodes) {
  NodeMeshes meshes;
  const Transform X_GN = X_GP * ToTransform(node.mTransformation);
  for (unsigned m = 0; m < node.mNumMeshes; ++m) {
    const aiMesh& mesh = *scene.mMeshes[node.mMeshes[m]];
    TriangleMesh triangles = TakeTriangles(mesh, X_GN);
    if (triangles.triangles.empty()) continue;
    meshes.push_back({node.mName.C_Str(), std::move(triangles),
                      FindColor(*scene.mMaterials[mesh.mMaterialIndex])});
  }
  if (!meshes.empty()) nodes->push_back(std::move(meshes));
  for (unsigned c = 0; c < node.mNumChildren; ++c)
    AddNode(scene, *node.mChildren[c], X_GN, nodes);
}

// Keeps the readers of some formats alone. A file whose content is not
// what its name promises is shown to all readers, and most of them are less
// careful.
void RemoveOtherReaders(std::span<const std::string_view> kept,
                        Assimp::Importer* importer) {
  for (std::size_t i = importer->GetImporterCount(); i-- > 0;) {
    const std::string extensions =
        importer->GetImporterInfo(i)->mFileExtensions;
    const bool is_kept = std::ranges::any_of(kept, [&](std::string_view each) {
      return extensions.find(each) != extensions.npos;
    });
    if (is_kept) continue;
    const std::unique_ptr<Assimp::BaseImporter> reader(
        importer->GetImporter(i));
    importer->UnregisterLoader(reader.get());
  }
}

bool HasExtension(const std::filesystem::path& file, std::string_view wanted) {
  std::string extension = file.extension().string();
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? char(c + 32) : c;
  return extension == wanted;
}

// ".5" as "0.5", wherever a word begins so.
std::string SpellOutZeros(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n", kDigits = "0123456789";
  std::string spelled;
  spelled.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = i == 0 || kSpace.find(text[i - 1]) != kSpace.npos;
    const bool is_fraction = text[i] == '.' && i + 1 < text.size() &&
                             kDigits.find(text[i + 1]) != kDigits.npos;
    if (begins && is_fraction) spelled += '0';
    spelled += text[i];
  }
  return spelled;
}

// assimp 5.2 takes ".5" for no number of an OBJ file, and leaves its vertex
// out.
class ObjFiles final : public Assimp::DefaultIOSystem {
 public:
  Assimp::IOStream* Open(const char* file, const char* mode) override {
    if (!HasExtension(file, ".obj"))
      return Assimp::DefaultIOSystem::Open(file, mode);
    try {
      const std::string text = SpellOutZeros(ReadFile(file));
      auto* bytes = new std::uint8_t[text.size()];  // The stream deletes them.
      std::ranges::copy(text, bytes);
      return new Assimp::MemoryIOStream(bytes, text.size(), true);
    } catch (const std::invalid_argument&) {
      return nullptr;
    }
  }
};

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

void RequireFinite(const NodeMeshes& meshes, const std::string& file) {
  for (const ColoredMesh& each : meshes) {
    for (const Vector3d& vertex : each.mesh.vertices) {
      if (vertex.allFinite()) continue;
      throw MeshFileError(file + ": a coordinate of '" + each.part +
                          "' is not a finite number");
    }
  }
}

constexpr std::array<std::string_view, 2> kScenes = {"gltf", "dae"};
constexpr std::array<std::string_view, 3> kColored = {"gltf", "dae", "obj"};

std::vector<NodeMeshes> ReadByAssimp(
    const std::filesystem::path& file,
    std::span<const std::string_view> formats) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (!error && size > kMostFileBytes)
    throw MeshFileError(file.string() + ": it does not end within 256 MiB");
  Assimp::Importer importer;
  importer.SetIOHandler(new ObjFiles);  // The importer deletes it.
  RemoveOtherReaders(formats, &importer);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* scene = importer.ReadFile(
      file.string(), aiProcess_Triangulate | aiProcess_ValidateDataStructure);
  if (scene == nullptr || scene->mRootNode == nullptr)
    throw MeshFileError(file.string() + ": " + importer.GetErrorString());
  std::vector<NodeMeshes> nodes;
  AddNode(*scene, *scene->mRootNode, CalcAxes(file), &nodes);
  if (nodes.empty())
    throw MeshFileError(file.string() + ": the scene has no triangles");
  for (const NodeMeshes& meshes : nodes) RequireFinite(meshes, file.string());
  return nodes;
}

void Append(const TriangleMesh& mesh, TriangleMesh* sum) {
  const int first = static_cast<int>(sum->vertices.size());
  sum->vertices.insert(sum->vertices.end(), mesh.vertices.begin(),
                       mesh.vertices.end());
  for (const auto& [a, b, c] : mesh.triangles)
    sum->triangles.push_back({first + a, first + b, first + c});
}

}  // namespace

std::vector<MeshPart> ReadMeshScene(const std::filesystem::path& file) {
  std::vector<MeshPart> parts;
  for (const NodeMeshes& meshes : ReadByAssimp(file, kScenes)) {
    TriangleMesh joined;
    for (const ColoredMesh& each : meshes) Append(each.mesh, &joined);
    parts.push_back({meshes.front().part, MergeEqualVertices(joined)});
  }
  return parts;
}

std::vector<ColoredMesh> ReadColoredMeshes(const std::filesystem::path& file) {
  if (HasExtension(file, ".stl")) return {{"", ReadMeshFile(file)}};
  std::vector<ColoredMesh> meshes;
  for (NodeMeshes& node : ReadByAssimp(file, kColored))
    std::ranges::move(node, std::back_inserter(meshes));
  return meshes;
}

}  // namespace tactus::contact
