#include "tactus/multibody/importers/urdf/collisions.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/parsing/hydroelastic_properties.h"
#include "tactus/multibody/importers/urdf/elements.h"
#include "tactus/multibody/importers/urdf/primitives.h"

namespace tactus::multibody::urdf {
namespace {

// The shapes, and what they weigh together at density 1, in G.
struct Solid {
  std::vector<contact::Shape> shapes;
  SpatialInertia unit_density;
  const XmlElement* flawed_mesh{};
  std::string flaw{};
};

void ReportPoint(const contact::Shape& shape, const XmlElement& element,
                 ImportReport* report) {
  const auto* sphere = std::get_if<contact::Sphere>(&shape);
  if (sphere == nullptr || sphere->radius != kPointRadius) return;
  report->AddCommon(Notice::Severity::kApproximated, element,
                    "a point collides as a sphere of 1e-6 m");
}

contact::Shape MakeShape(const std::shared_ptr<const contact::ConvexHull>& hull,
                         bool declared_convex) {
  if (!declared_convex || hull->solid() == nullptr)
    return contact::ConvexMesh{hull};
  return contact::ConvexMesh{
      std::make_shared<const contact::ConvexHull>(hull->WithoutSolid())};
}

Solid ReadSolid(const XmlElement& geometry, bool by_patches, Meshes* meshes,
                ImportReport* report) {
  for (const XmlElement& element : geometry.children) {
    if (const auto shape = ReadPrimitive(element)) {
      ReportPoint(*shape, element, report);
      return {.shapes = {*shape},
              .unit_density =
                  MakeSolidInertia(*shape, 1, RigidTransform::Identity())};
    }
    if (!Is(element, "mesh")) continue;
    const bool convex = FindChild(element, "declare_convex") != nullptr ||
                        FindChild(geometry, "declare_convex") != nullptr;
    const auto mesh = meshes->Find(element, convex, by_patches);
    Solid solid;
    if (mesh == nullptr) return solid;
    solid.unit_density = mesh->unit_density;
    if (!mesh->flaw.empty() && convex) {
      solid.unit_density = mesh->hulls;
    } else if (!mesh->flaw.empty()) {
      solid.flawed_mesh = &element;
      solid.flaw = mesh->flaw;
    }
    for (const auto& hull : mesh->parts.hulls) {
      solid.shapes.push_back(MakeShape(hull, convex));
    }
    return solid;
  }
  Fail(geometry,
       "no shape that is known: box, sphere, cylinder, mesh, drake:capsule, "
       "drake:ellipsoid");
}

void CheckNotNegative(double value, const XmlElement& properties,
                      const std::string& what) {
  Check(value >= 0, properties, what + " is negative");
}

void ReadFriction(const XmlElement& properties, contact::Material* material) {
  double& mu_s = material->static_friction;
  double& mu_d = material->dynamic_friction;
  const bool has_static = ReadChildValue(properties, "mu_static", &mu_s);
  const bool has_dynamic = ReadChildValue(properties, "mu_dynamic", &mu_d);
  if (has_static && !has_dynamic) mu_d = mu_s;
  if (has_dynamic && !has_static) mu_s = mu_d;
  CheckNotNegative(mu_d, properties, "the friction");
  Check(mu_d <= mu_s, properties, "mu_dynamic is greater than mu_static");
}

void ReadProximityProperties(const XmlElement& properties,
                             contact::Material* material,
                             ImportReport* report) {
  ReadFriction(properties, material);
  ReadChildValue(properties, "hunt_crossley_dissipation",
                 &material->dissipation);
  ReadChildValue(properties, "point_contact_stiffness", &material->stiffness);
  CheckNotNegative(material->dissipation, properties, "the dissipation");
  Check(material->stiffness > 0, properties, "the stiffness is not positive");

  const auto has = [&](std::string_view tag) {
    return FindChild(properties, tag) != nullptr;
  };
  const auto read = [&](std::string_view tag, double* value) {
    return ReadChildValue(properties, tag, value);
  };
  material->compliance =
      ReadCompliance(properties, {.has = has, .read = read}, report);

  constexpr std::string_view kRead[] = {"mu_static", "mu_dynamic",
                                        "hunt_crossley_dissipation",
                                        "point_contact_stiffness"};
  for (const XmlElement& child : properties.children) {
    const auto is = [&child](std::string_view tag) {
      return Is(child, tag);
    };
    if (std::ranges::none_of(kRead, is) &&
        std::ranges::none_of(kHydroelasticTags, is))
      report->AddCommon(Notice::Severity::kDropped, child, "left out");
  }
}

}  // namespace

CollisionSpec ReadCollision(const XmlElement& element, const std::string& name,
                            Meshes* meshes, ImportReport* report) {
  const XmlElement* geometry = FindChild(element, "geometry");
  Check(geometry != nullptr, element, "it has no <geometry>");
  contact::Geometry common;
  Read(element, "name", &common.name);
  if (common.name.empty()) common.name = name;
  common.X_BG = ReadOrigin(element);
  if (const auto* properties = FindChild(element, "proximity_properties")) {
    ReadProximityProperties(*properties, &common.material, report);
  }
  const bool by_patches =
      common.material.compliance.kind != contact::Compliance::Kind::kPoint;
  const Solid solid = ReadSolid(*geometry, by_patches, meshes, report);
  CollisionSpec spec{
      .unit_density = solid.unit_density.ReExpressedIn(common.X_BG),
      .flawed_mesh = solid.flawed_mesh,
      .flaw = solid.flaw};
  for (const contact::Shape& shape : solid.shapes) {
    contact::Geometry part = common;
    part.shape = shape;
    if (!spec.geometries.empty()) {
      part.name += "/" + std::to_string(spec.geometries.size());
    }
    spec.geometries.push_back(std::move(part));
  }
  return spec;
}

}  // namespace tactus::multibody::urdf
