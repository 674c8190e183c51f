#include "tactus/multibody/importers/urdf/meshes.h"

#include <filesystem>
#include <span>
#include <stdexcept>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/contact/geometry/shapes/mesh_file.h"
#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/mesh_inertia.h"

namespace tactus::multibody::urdf {
namespace {

// What a solid may lack of its hull, as a share, and still count as convex.
constexpr double kConvexTolerance = 0.02;

SpatialInertia SumHulls(const contact::ConvexParts& parts) {
  SpatialInertia sum;
  for (const auto& hull : parts.hulls) {
    sum = sum + MakeSolidInertia(contact::ConvexMesh{hull}, 1,
                                 RigidTransform::Identity());
  }
  return sum;
}

// A surface that is not closed, or encloses nothing, has the volume of its
// hulls.
SpatialInertia CalcUnitDensity(std::span<const contact::MeshPart> parts,
                               const SpatialInertia& hulls) {
  const contact::TriangleMesh surface = contact::JoinParts(parts);
  if (!contact::IsClosed(surface)) return hulls;
  try {
    const auto solid = contact::CalcVolumeIntegrals(surface);
    return {solid.volume, solid.centroid, solid.CalcUnitDensityInertia()};
  } catch (const std::invalid_argument&) {
    return hulls;
  }
}

std::string FindFlaw(std::span<const contact::MeshPart> parts) {
  try {
    MakeMeshInertia(contact::JoinParts(parts), 1);
    return "";
  } catch (const std::invalid_argument& error) {
    return std::string(error.what()) +
           "; <drake:declare_convex/> takes that of the convex hull";
  }
}

std::shared_ptr<const Meshes::Mesh> Load(const std::string& file,
                                         const Vector3d& scale,
                                         const XmlElement& element) {
  const auto mesh = std::make_shared<Meshes::Mesh>();
  try {
    std::vector<contact::MeshPart> parts = contact::ReadMeshParts(file);
    for (contact::MeshPart& part : parts) {
      part.mesh = contact::ScaleMesh(part.mesh, scale);
    }
    mesh->parts = contact::MakeConvexParts(parts);
    mesh->hulls = SumHulls(mesh->parts);
    mesh->unit_density = CalcUnitDensity(parts, mesh->hulls);
    mesh->flaw = FindFlaw(parts);
  } catch (const contact::MeshFileError& error) {
    Fail(element, error.what());
  } catch (const std::invalid_argument& error) {
    Fail(element, file + ": " + error.what());
  }
  return mesh;
}

}  // namespace

Vector3d ReadScale(const XmlElement& element) {
  Vector3d scale = Vector3d::Ones();
  const int count = ReadSome(element, "scale", std::span(scale.data(), 3));
  if (count == 1) scale.setConstant(scale[0]);
  if (count == 2) FailAttribute(element, "scale", "needs 1 or 3 numbers");
  return scale;
}

std::shared_ptr<const Meshes::Mesh> Meshes::Find(const XmlElement& element,
                                                 bool declared_convex,
                                                 bool by_patches) {
  const std::string& uri = Required(element, "filename");
  std::vector<std::filesystem::path> tried;
  if (skip_missing_ && !locator_->Find(uri, &tried)) {
    report_->Add(Notice::Severity::kDropped, element,
                 "the mesh file '" + uri + "' is missing: it does not collide");
    return nullptr;
  }
  const std::string file = locator_->Locate(uri, element).string();
  const Vector3d scale = ReadScale(element);
  auto& mesh = meshes_[{file, scale[0], scale[1], scale[2]}];
  if (mesh == nullptr) mesh = Load(file, scale, element);

  const double share = mesh->unit_density.mass / mesh->hulls.mass;
  if (!mesh->parts.exact && !declared_convex && share < 1 - kConvexTolerance) {
    report_->Add(Notice::Severity::kApproximated, element,
                 fmt::format("'{}' collides{} as its convex hull, of which it "
                             "fills {:.0f} %",
                             uri, by_patches ? " at points" : "", 100 * share));
  }
  return mesh;
}

}  // namespace tactus::multibody::urdf
