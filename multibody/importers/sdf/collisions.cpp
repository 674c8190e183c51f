#include "tactus/multibody/importers/sdf/collisions.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <stdexcept>

#include "tactus/contact/geometry/shapes/mesh_file.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/sdf/elements.h"
#include "tactus/multibody/importers/sdf/surfaces.h"

namespace tactus::multibody::sdformat {
namespace {

using Severity = Notice::Severity;

// Stands in for the radius 0 of points, which have no extent [m].
constexpr double kPointRadius = 1e-6;

const XmlElement& RequireChild(const XmlElement& element,
                               std::string_view tag) {
  const XmlElement* child = FindChild(element, tag);
  Check(child != nullptr, element, "needs <" + std::string(tag) + ">");
  return *child;
}

double ReadLength(const XmlElement& shape, std::string_view tag) {
  const XmlElement& element = RequireChild(shape, tag);
  const double length = ReadNumber(element);
  Check(length > 0, element, "must be positive");
  return length;
}

Vector3d ReadVector(const XmlElement& element) {
  Vector3d vector;
  ReadNumbers(element, std::span(vector.data(), 3));
  return vector;
}

Vector3d ReadExtents(const XmlElement& element) {
  const Vector3d extents = ReadVector(element);
  Check((extents.array() > 0).all(), element, "must be positive");
  return extents;
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

// X_LG with z turned to the plane's normal, by the least turn.
RigidTransform TurnToNormal(const XmlElement& plane,
                            const RigidTransform& X_LG) {
  Vector3d normal = Vector3d::UnitZ();
  if (const XmlElement* element = FindChild(plane, "normal")) {
    normal = ReadVector(*element);
    Check(normal.norm() > 0, *element, "must not be zero");
  }
  const Quaterniond turn =
      Quaterniond::FromTwoVectors(Vector3d::UnitZ(), normal.normalized());
  return X_LG * RigidTransform(turn);
}

contact::Shape MakePrimitive(const XmlElement& element) {
  const std::string& tag = element.tag;
  if (tag == "box") {
    return contact::Box{ReadExtents(RequireChild(element, "size")) / 2};
  }
  if (tag == "sphere") {
    const bool is_point = ReadNumber(RequireChild(element, "radius")) == 0;
    return contact::Sphere{is_point ? kPointRadius
                                    : ReadLength(element, "radius")};
  }
  if (tag == "cylinder") {
    return contact::Cylinder{ReadLength(element, "radius"),
                             ReadLength(element, "length") / 2};
  }
  if (tag == "capsule" || tag == "drake:capsule") {
    return contact::Capsule{ReadLength(element, "radius"),
                            ReadLength(element, "length") / 2};
  }
  if (tag == "ellipsoid") {
    return contact::Ellipsoid{ReadExtents(RequireChild(element, "radii"))};
  }
  if (tag == "drake:ellipsoid") {
    return contact::Ellipsoid{{ReadLength(element, "a"),
                               ReadLength(element, "b"),
                               ReadLength(element, "c")}};
  }
  Fail(element, "this shape is not supported");
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
    constexpr double kMost = std::numeric_limits<std::uint32_t>::max();
    const double bits = ReadNumber(*mask);
    Check(bits >= 0 && bits <= kMost, *mask, "must be 32 bits");
    prototype.contype = prototype.conaffinity =
        static_cast<std::uint32_t>(bits);
  }
  std::vector<contact::Geometry> made;
  for (const XmlElement& element : geometry.children) {
    for (contact::Shape& shape : MakeShapes(element, &prototype.X_BG)) {
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
                                                   RigidTransform* X_LG) {
  if (element.tag == "empty") return {};
  if (element.tag == "mesh") return MakeMesh(element);
  if (element.tag == "plane") {
    *X_LG = TurnToNormal(element, *X_LG);
    return {contact::HalfSpace{}};
  }
  if (element.tag == "sphere" &&
      ReadNumber(RequireChild(element, "radius")) == 0) {
    report_->AddCommon(Severity::kApproximated, element,
                       "a point collides as a sphere of 1e-6 m");
  }
  return {MakePrimitive(element)};
}

std::vector<contact::Shape> Collisions::MakeMesh(const XmlElement& element) {
  const XmlElement& uri = RequireChild(element, "uri");
  std::vector<std::filesystem::path> tried;
  if (skip_missing_ && !locator_->Find(uri.text, &tried)) {
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
    if (!convex.exact && !FindChild(element, "drake:declare_convex")) {
      report_->Add(Severity::kApproximated, element,
                   "the mesh is not convex, or not closed; its convex hull "
                   "collides");
    }
    std::vector<contact::Shape> shapes;
    for (const auto& hull : convex.hulls) {
      shapes.push_back(contact::ConvexMesh{hull});
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
  constexpr std::array<std::string_view, 5> kTaken = {
      "drake:mu_static", "drake:mu_dynamic", "drake:point_contact_stiffness",
      "drake:hunt_crossley_dissipation", "drake:mesh_resolution_hint"};
  for (const XmlElement& element : properties.children) {
    if (std::ranges::find(kTaken, element.tag) == kTaken.end()) {
      report_->AddCommon(Severity::kApproximated, element,
                         "contact acts at points, with the stiffness of the "
                         "material");
    }
  }
}

}  // namespace tactus::multibody::sdformat
