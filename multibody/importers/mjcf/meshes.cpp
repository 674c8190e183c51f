#include "tactus/multibody/importers/mjcf/meshes.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "tactus/contact/geometry/shapes/mesh_file.h"
#include "tactus/multibody/importers/mjcf/builtin_meshes.h"
#include "tactus/multibody/importers/mjcf/orientation.h"
#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/mesh_inertia.h"

namespace tactus::multibody::mjcf {
namespace {

namespace fs = std::filesystem;

// The mesh of the attribute `builtin`, or of `vertex` and, unless the hull is
// meant, `face`.
contact::TriangleMesh ReadInlineMesh(const XmlElement& element) {
  if (auto builtin = MakeBuiltinMesh(element)) return *std::move(builtin);
  contact::TriangleMesh mesh;
  std::vector<double> numbers;
  Read(element, "vertex", &numbers);
  if (numbers.empty() || numbers.size() % 3 != 0) {
    FailAttribute(element, "vertex", "needs three numbers per vertex");
  }
  for (std::size_t i = 0; i < numbers.size(); i += 3) {
    mesh.vertices.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
  }
  numbers.clear();
  Read(element, "face", &numbers);
  if (numbers.size() % 3 != 0) {
    FailAttribute(element, "face", "needs three vertices per face");
  }
  for (const double corner : numbers) {  // An int can hold it.
    if (std::abs(corner) > std::numeric_limits<int>::max()) {
      FailAttribute(element, "face", "names a vertex that is not there");
    }
  }
  for (std::size_t i = 0; i < numbers.size(); i += 3) {
    mesh.triangles.push_back({static_cast<int>(numbers[i]),
                              static_cast<int>(numbers[i + 1]),
                              static_cast<int>(numbers[i + 2])});
  }
  contact::RequireValid(mesh);
  return mesh;
}

SpatialInertia CalcLegacyInertia(const contact::TriangleMesh& mesh,
                                 const XmlElement& element) {
  const SpatialInertia inertia = MakeUnsignedInertia(mesh);
  Check(inertia.mass > 0, element, "the mesh is flat, and has no volume");
  return inertia;
}

SpatialInertia CalcExactInertia(const contact::TriangleMesh& mesh,
                                const XmlElement& element) {
  try {
    return MakeMeshInertia(mesh, 1);
  } catch (const std::invalid_argument& error) {
    Fail(element, std::string(error.what()) +
                      "; inertia=\"convex\" takes that of the convex hull");
  }
}

// X_RS, from the file's axes to those of the reference pose p, R: R' (x - p).
RigidTransform ReadReference(const XmlElement& element) {
  Vector3d p = Vector3d::Zero();
  Eigen::Vector4d wxyz(1, 0, 0, 0);
  Read(element, "refpos", &p);
  ReadSome(element, "refquat", std::span(wxyz.data(), 4));
  if (wxyz.isZero()) FailAttribute(element, "refquat", "is zero");
  const Quaterniond R =
      Quaterniond(wxyz[0], wxyz[1], wxyz[2], wxyz[3]).normalized();
  RigidTransform X_SR(R);
  X_SR.translation() = p;
  return X_SR.inverse();
}

// x becomes scale * (X_RS x).
void Transform(const XmlElement& element, const Vector3d& scale,
               contact::TriangleMesh* mesh) {
  const RigidTransform X_RS = ReadReference(element);
  for (Vector3d& x : mesh->vertices) x = scale.cwiseProduct(X_RS * x);
  if (scale.prod() >= 0) return;  // Else it is inside out now.
  for (auto& triangle : mesh->triangles) std::swap(triangle[1], triangle[2]);
}

}  // namespace

MeshAssets::MeshAssets(const XmlElement& root, const CompilerSettings& compiler,
                       const DefaultClasses& classes,
                       const fs::path& main_directory, ImportReport* report)
    : compiler_(compiler), main_directory_(main_directory), report_(report) {
  for (const XmlElement& asset : root.children) {
    if (asset.tag != "asset") continue;
    for (const XmlElement& element : asset.children) {
      if (element.tag == "mesh") Declare(element, classes);
    }
  }
}

void MeshAssets::Declare(const XmlElement& element,
                         const DefaultClasses& classes) {
  Mesh mesh{.source = &element};
  if (compiler_.has_exact_mesh_inertia)
    mesh.inertia_kind = Mesh::Inertia::kExact;
  for (const XmlElement* layer : classes.Layers(element, "", {"mesh"})) {
    Read(*layer, "scale", &mesh.scale);
    using Inertia = Mesh::Inertia;
    ReadWord<Inertia>(*layer, "inertia",
                      {{"convex", Inertia::kConvex},
                       {"exact", Inertia::kExact},
                       {"legacy", Inertia::kLegacy},
                       {"shell", Inertia::kShell}},
                      &mesh.inertia_kind);
  }
  if (IsBuiltinShell(element)) mesh.inertia_kind = Mesh::Inertia::kShell;
  std::string name;
  if (!Read(element, "name", &name)) {
    name = fs::path(Required(element, "file")).stem().string();
  }
  Check(meshes_.try_emplace(name, std::move(mesh)).second, element,
        "the mesh name '" + name + "' is used twice");
}

MeshAssets::Mesh& MeshAssets::Find(const std::string& name,
                                   const XmlElement& user) {
  const auto it = meshes_.find(name);
  Check(it != meshes_.end(), user, "unknown mesh '" + name + "'");
  return it->second;
}

bool MeshAssets::IsMade(const std::string& name) const {
  const auto it = meshes_.find(name);
  if (it == meshes_.end()) return false;
  const XmlElement& source = *it->second.source;
  return source.Find("file") == nullptr && source.Find("vertex") == nullptr &&
         !IsBuiltinMesh(source) &&
         (source.Find("builtin") != nullptr || !source.children.empty());
}

std::shared_ptr<const contact::ConvexHull> MeshAssets::FindHull(
    const std::string& name, const XmlElement& user) {
  Mesh& mesh = Find(name, user);
  LoadHull(&mesh);
  return mesh.hull;
}

const std::vector<Vector3d>& MeshAssets::FindVertices(const std::string& name,
                                                      const XmlElement& user) {
  Mesh& mesh = Find(name, user);
  LoadSurface(&mesh);
  return mesh.surface->vertices;
}

std::optional<Visual::Form> MeshAssets::FindForm(const std::string& name,
                                                 const XmlElement& user,
                                                 ImportReport* report) {
  Mesh& mesh = Find(name, user);
  const XmlElement& element = *mesh.source;
  if (element.Find("file") != nullptr) {
    for (const fs::path& file : MakeCandidates(element)) {
      if (fs::is_regular_file(file)) {
        return VisualMesh{.file = file.lexically_normal(),
                          .scale = mesh.scale,
                          .X_RS = ReadReference(element)};
      }
    }
    report->AddCommon(Notice::Severity::kCosmetic, element,
                      "its file is missing: it is not drawn");
    return std::nullopt;
  }
  LoadSurface(&mesh);
  if (!mesh.surface->triangles.empty())
    return std::shared_ptr<const contact::TriangleMesh>(mesh.surface);
  LoadHull(&mesh);
  return contact::ConvexMesh{mesh.hull};
}

SpatialInertia MeshAssets::FindInertia(const std::string& name,
                                       const XmlElement& user) {
  Mesh& mesh = Find(name, user);
  if (mesh.inertia) return *mesh.inertia;
  LoadSurface(&mesh);
  using Inertia = Mesh::Inertia;
  const bool has_faces = !mesh.surface->triangles.empty();
  if (has_faces && mesh.inertia_kind == Inertia::kLegacy) {
    mesh.inertia = CalcLegacyInertia(*mesh.surface, *mesh.source);
    return *mesh.inertia;
  }
  if (has_faces && mesh.inertia_kind == Inertia::kExact) {
    mesh.inertia = CalcExactInertia(*mesh.surface, *mesh.source);
  } else if (mesh.inertia_kind == Inertia::kShell) {
    if (!has_faces) LoadHull(&mesh);
    mesh.inertia = multibody::MakeShellInertia(
        has_faces ? *mesh.surface
                  : contact::TriangleMesh{mesh.hull->vertices(),
                                          mesh.hull->triangles()});
  } else {
    LoadHull(&mesh);
    mesh.inertia = MakeSolidInertia(contact::ConvexMesh{mesh.hull}, 1,
                                    RigidTransform::Identity());
  }
  return *mesh.inertia;
}

void MeshAssets::LoadSurface(Mesh* mesh) const {
  if (mesh->surface) return;
  const XmlElement& element = *mesh->source;
  try {
    auto surface = std::make_shared<contact::TriangleMesh>(
        element.Find("file") == nullptr
            ? ReadInlineMesh(element)
            : contact::ReadMeshFile(Locate(element)));
    Transform(element, mesh->scale, surface.get());
    mesh->surface = std::move(surface);
  } catch (const contact::MeshFileError& error) {
    Fail(element, error.what());
  } catch (const std::invalid_argument& error) {
    Fail(element, error.what());
  }
}

void MeshAssets::LoadHull(Mesh* mesh) const {
  if (mesh->hull) return;
  LoadSurface(mesh);
  try {
    mesh->hull = std::make_shared<contact::ConvexHull>(
        std::shared_ptr<const contact::TriangleMesh>(mesh->surface));
  } catch (const std::invalid_argument& error) {
    Fail(*mesh->source, error.what());
  }
}

std::vector<fs::path> MeshAssets::MakeCandidates(
    const XmlElement& element) const {
  fs::path file = Required(element, "file");
  if (compiler_.strip_path && file.is_relative()) file = file.filename();
  return {
      main_directory_ / compiler_.mesh_directory / file,
      fs::path(*element.file).parent_path() / compiler_.mesh_directory / file};
}

fs::path MeshAssets::Locate(const XmlElement& element) const {
  const std::vector<fs::path> candidates = MakeCandidates(element);
  const fs::path &in_main = candidates[0], &beside = candidates[1];
  for (const fs::path& candidate : candidates) {
    if (fs::is_regular_file(candidate)) return candidate.lexically_normal();
  }
  std::string tried =
      "cannot find the mesh file: tried " + in_main.lexically_normal().string();
  if (beside.lexically_normal() != in_main.lexically_normal()) {
    tried += " and " + beside.lexically_normal().string();
  }
  Fail(element, tried);
}

}  // namespace tactus::multibody::mjcf
