#include "tactus/multibody/importers/sdf/collisions.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "tactus/contact/geometry/shapes/mesh_file.h"
#include "tactus/multibody/importers/parsing/hydroelastic_properties.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/sdf/elements.h"
#include "tactus/multibody/importers/sdf/polylines.h"
#include "tactus/multibody/importers/sdf/primitives.h"
#include "tactus/multibody/importers/sdf/surfaces.h"
#include "tactus/multibody/importers/sdf/terrain.h"

namespace tactus::multibody::sdformat {
namespace {

using Severity = Notice::Severity;

constexpr std::string_view kPrefix = "drake:";

std::string WithPrefix(std::string_view tag) {
  return std::string(kPrefix) + std::string(tag);
}

// What is taken of <drake:proximity_properties>.
bool IsProximityTag(std::string_view tag) {
  constexpr std::string_view kOfPoints[] = {"mu_static", "mu_dynamic",
                                            "point_contact_stiffness",
                                            "hunt_crossley_dissipation"};
  if (!tag.starts_with(kPrefix)) return false;
  tag.remove_prefix(kPrefix.size());
  return std::ranges::find(kOfPoints, tag) != std::end(kOfPoints) ||
         std::ranges::find(kHydroelasticTags, tag) !=
             std::end(kHydroelasticTags);
}

// Decimal, or hexadecimal after 0x.
std::uint32_t ReadBits(const XmlElement& mask) {
  if (mask.text.starts_with("0x") || mask.text.starts_with("0X")) {
    std::uint32_t bits{};
    const char* end = mask.text.data() + mask.text.size();
    const auto [last, error] =
        std::from_chars(mask.text.data() + 2, end, bits, 16);
    Check(error == std::errc() && last == end, mask, "must be 32 bits");
    return bits;
  }
  constexpr double kMost = std::numeric_limits<std::uint32_t>::max();
  const double bits = ReadNumber(mask);
  Check(bits >= 0 && bits <= kMost, mask, "must be 32 bits");
  return static_cast<std::uint32_t>(bits);
}

// What the parts of a file named `submesh` are.
std::vector<contact::MeshPart> Pick(const std::vector<contact::MeshPart>& parts,
                                    const XmlElement& submesh) {
  const XmlElement& name = RequireChild(submesh, "name");
  std::vector<contact::MeshPart> picked;
  std::string known;
  for (const contact::MeshPart& part : parts) {
    if (part.name == name.text) picked.push_back(part);
    known += (known.empty() ? "'" : ", '") + part.name + "'";
  }
  Check(!picked.empty(), name,
        "the mesh file has no part '" + name.text + "'; it has " + known);
  return picked;
}

// Moves the middle of the box along the axes around the parts to the origin.
void Center(std::vector<contact::MeshPart>* parts) {
  Eigen::AlignedBox3d box;
  for (const contact::MeshPart& part : *parts) {
    for (const Vector3d& vertex : part.mesh.vertices) box.extend(vertex);
  }
  for (contact::MeshPart& part : *parts) {
    for (Vector3d& vertex : part.mesh.vertices) vertex -= box.center();
  }
}

}  // namespace

std::vector<contact::Geometry> Collisions::Make(
    const CollisionSpec& collision) {
  const XmlElement& geometry = RequireChild(collision.source, "geometry");
  const XmlElement* surface = FindChild(collision.source, "surface");
  if (surface != nullptr && IsPassable(*surface)) {
    report_->Add(Severity::kCosmetic, collision.source,
                 "it touches nothing, as <collide_without_contact> says");
    return {};
  }
  contact::Geometry prototype;
  prototype.name = collision.name;
  prototype.X_BG = collision.X_LG;
  prototype.material = MakeMaterial(collision.source);
  prototype.contype = prototype.conaffinity = 0xFFFF;
  if (const XmlElement* mask =
          FindPath(collision.source, "surface/contact/collide_bitmask")) {
    prototype.contype = prototype.conaffinity = ReadBits(*mask);
  }
  std::vector<contact::Geometry> made;
  const bool by_patches =
      prototype.material.compliance.kind != contact::Compliance::Kind::kPoint;
  bool is_extruded = false;
  for (const XmlElement& element : geometry.children) {
    if (element.tag == "polyline" && std::exchange(is_extruded, true)) continue;
    for (contact::Shape& shape :
         element.tag == "polyline"
             ? MakePolylines(geometry, by_patches)
             : MakeShapes(element, by_patches, &prototype.X_BG)) {
      made.push_back(prototype);
      made.back().shape = std::move(shape);
    }
  }
  for (std::size_t i = 0; made.size() > 1 && i < made.size(); ++i) {
    made[i].name += "." + std::to_string(i);
  }
  return made;
}

std::vector<contact::Shape> Collisions::MakeShapes(const XmlElement& element,
                                                   bool by_patches,
                                                   RigidTransform* X_LG) {
  if (element.tag == "empty") return {};
  if (element.tag == "mesh") return MakeMesh(element, by_patches);
  if (element.tag == "heightmap") return MakeTerrain(element, X_LG);
  if (element.tag == "plane") {
    *X_LG = TurnToNormal(element, *X_LG);
    return {contact::HalfSpace{}};
  }
  if (element.tag == "cone") {
    report_->AddCommon(Severity::kApproximated, element,
                       "a cone collides as a pyramid of 64 sides within it");
  }
  if (element.tag == "sphere" &&
      ReadNumber(RequireChild(element, "radius")) == 0) {
    report_->AddCommon(Severity::kApproximated, element,
                       "a point collides as a sphere of 1e-6 m");
  }
  return {MakePrimitive(element)};
}

std::vector<contact::Shape> Collisions::MakeTerrain(const XmlElement& element,
                                                    RigidTransform* X_LG) {
  const XmlElement& uri = RequireChild(element, "uri");
  if (IsMissing(uri)) {
    report_->Add(Severity::kDropped, element,
                 "the image file '" + uri.text + "' is missing");
    return {};
  }
  if (!IsReadable(element)) {
    report_->Add(Severity::kDropped, element,
                 "height maps of other files than PNG do not collide here");
    return {};
  }
  return {MakeHeightMap(element, *locator_, X_LG)};
}

// At points in convex parts, by patches as a whole.
std::vector<contact::Shape> Collisions::MakePolylines(
    const XmlElement& geometry, bool by_patches) {
  const contact::Extrusion extrusion = MakeExtrusion(geometry);
  if (by_patches) return {MakeWhole(extrusion)};
  return MakeParts(extrusion);
}

bool Collisions::IsMissing(const XmlElement& uri) const {
  std::vector<std::filesystem::path> tried;
  return skip_missing_ && !locator_->Find(uri.text, &tried);
}

// By patches a mesh touches as the surface that it is, unless its file asks for
// the hull.
std::vector<contact::Shape> Collisions::MakeMesh(const XmlElement& element,
                                                 bool by_patches) {
  const XmlElement& uri = RequireChild(element, "uri");
  if (IsMissing(uri)) {
    report_->Add(Severity::kDropped, element,
                 "the mesh file '" + uri.text + "' is missing");
    return {};
  }
  std::vector<contact::MeshPart> parts = ReadParts(uri);
  if (const XmlElement* submesh = FindChild(element, "submesh")) {
    parts = Pick(parts, *submesh);
    const XmlElement* center = FindChild(*submesh, "center");
    if (center != nullptr && ReadFlag(*center)) Center(&parts);
  }
  try {
    if (const XmlElement* scale = FindChild(element, "scale")) {
      for (contact::MeshPart& part : parts) {
        part.mesh = contact::ScaleMesh(part.mesh, ReadVector(*scale));
      }
    }
    const contact::ConvexParts convex = contact::MakeConvexParts(parts);
    const bool is_declared =
        FindChild(element, "drake:declare_convex") != nullptr;
    if (!convex.exact && !is_declared) {
      report_->Add(Severity::kApproximated, element,
                   std::string("the mesh is not convex, or not closed; its "
                               "convex hull collides") +
                       (by_patches ? " at points" : ""));
    }
    std::vector<contact::Shape> shapes;
    for (const auto& hull : convex.hulls) {
      shapes.push_back(contact::ConvexMesh{
          is_declared ? std::make_shared<const contact::ConvexHull>(
                            hull->WithoutSolid())
                      : hull});
    }
    return shapes;
  } catch (const std::invalid_argument& error) {
    Fail(element, error.what());
  }
}

const std::vector<contact::MeshPart>& Collisions::ReadParts(
    const XmlElement& uri) {
  const std::string file = locator_->Locate(uri.text, uri).string();
  const auto it = files_.find(file);
  if (it != files_.end()) return it->second;
  try {
    return files_[file] = contact::ReadMeshParts(file);
  } catch (const contact::MeshFileError& error) {
    files_.erase(file);
    Fail(uri, error.what());
  }
}

contact::Material Collisions::MakeMaterial(const XmlElement& collision) {
  contact::Material material;
  if (const XmlElement* surface = FindChild(collision, "surface")) {
    ReadSurface(*surface, &material, report_);
  }
  if (const XmlElement* properties =
          FindChild(collision, "drake:proximity_properties")) {
    ReadProximity(*properties, &material);
  }
  Check(material.static_friction >= 0 && material.dynamic_friction >= 0 &&
            material.stiffness > 0 && material.dissipation >= 0,
        collision,
        "friction and dissipation must not be negative, and stiffness must be "
        "positive");
  return material;
}

void Collisions::ReadProximity(const XmlElement& properties,
                               contact::Material* material) {
  contact::Material& m = *material;
  const bool has_static =
      ReadPath(properties, "drake:mu_static", &m.static_friction);
  const bool has_dynamic =
      ReadPath(properties, "drake:mu_dynamic", &m.dynamic_friction);
  if (has_static && !has_dynamic) m.dynamic_friction = m.static_friction;
  if (has_dynamic && !has_static) m.static_friction = m.dynamic_friction;
  Check(m.dynamic_friction <= m.static_friction, properties,
        "the dynamic friction exceeds the static friction");
  ReadPath(properties, "drake:point_contact_stiffness", &m.stiffness);
  ReadPath(properties, "drake:hunt_crossley_dissipation", &m.dissipation);
  const auto has = [&](std::string_view tag) {
    return FindChild(properties, WithPrefix(tag)) != nullptr;
  };
  const auto read = [&](std::string_view tag, double* value) {
    return ReadPath(properties, WithPrefix(tag), value);
  };
  m.compliance =
      ReadCompliance(properties, {.has = has, .read = read}, report_);
  for (const XmlElement& element : properties.children) {
    if (!IsProximityTag(element.tag))
      report_->AddCommon(Severity::kApproximated, element, "left out");
  }
}

}  // namespace tactus::multibody::sdformat
