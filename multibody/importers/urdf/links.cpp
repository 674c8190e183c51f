#include "tactus/multibody/importers/urdf/links.h"

#include <utility>

#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/parsing/physical_inertia.h"
#include "tactus/multibody/importers/urdf/bullet_contact.h"
#include "tactus/multibody/importers/urdf/elements.h"

namespace tactus::multibody::urdf {
namespace {

Matrix3d ReadRotationalInertia(const XmlElement& element) {
  constexpr std::string_view kNames[3][3] = {
      {"ixx", "ixy", "ixz"}, {"ixy", "iyy", "iyz"}, {"ixz", "iyz", "izz"}};
  Matrix3d I = Matrix3d::Zero();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) Read(element, kNames[i][j], &I(i, j));
  }
  return I;
}

SpatialInertia CalcSolidInertia(const LinkSpec& link, double density) {
  SpatialInertia sum;
  for (const CollisionSpec& collision : link.collisions) {
    if (collision.flawed_mesh != nullptr) {
      Fail(*collision.flawed_mesh,
           "link '" + link.name + "' has no mass: " + collision.flaw);
    }
    SpatialInertia part = collision.unit_density;
    part.mass *= density;
    part.I_Bcm *= density;
    sum = sum + part;
  }
  return sum;
}

}  // namespace

SpatialInertia ReadInertial(const XmlElement& inertial, const std::string& link,
                            bool fix, ImportReport* report) {
  SpatialInertia own;
  const XmlElement* mass = FindChild(inertial, "mass");
  if (mass == nullptr) {
    report->Add(Notice::Severity::kApproximated, inertial,
                "it has no <mass>: link '" + link + "' weighs nothing");
  } else {
    Required(*mass, "value");
    Read(*mass, "value", &own.mass);
  }
  const XmlElement* inertia = FindChild(inertial, "inertia");
  if (inertia != nullptr) {
    own.I_Bcm = ReadRotationalInertia(*inertia);
  } else if (own.mass > 0) {
    report->Add(
        Notice::Severity::kApproximated, inertial,
        "it has no <inertia>: the mass of link '" + link + "' is in one point");
  }
  const XmlElement* source = own.mass < 0 ? mass : inertia;
  return MakePhysical(own, source != nullptr ? *source : inertial, link, fix,
                      report)
      .ReExpressedIn(ReadOrigin(inertial));
}

std::vector<contact::Material*> FindPlainMaterials(LinkSpec* link) {
  std::vector<contact::Material*> materials;
  auto collision = link->collisions.begin();
  for (const XmlElement& element : link->source->children) {
    if (!Is(element, "collision")) continue;
    for (contact::Geometry& geometry : collision->geometries) {
      if (FindChild(element, "proximity_properties") == nullptr)
        materials.push_back(&geometry.material);
    }
    ++collision;
  }
  return materials;
}

LinkSpec ReadLink(const XmlElement& element, const InertiaOptions& options,
                  Meshes* meshes, ImportReport* report) {
  LinkSpec link{.source = &element, .name = Required(element, "name")};
  Check(!link.name.empty(), element, "its name is empty");
  for (const XmlElement& child : element.children) {
    if (!Is(child, "collision")) continue;
    const std::string number = std::to_string(link.collisions.size());
    link.collisions.push_back(ReadCollision(
        child, link.name + "/collision" + number, meshes, report));
  }
  ApplyBulletContact(&link, report);
  if (link.name == "world") return link;  // It does not move.
  if (const XmlElement* inertial = FindChild(element, "inertial")) {
    link.inertia = ReadInertial(*inertial, link.name, options.fix, report);
  } else if (options.density && !link.collisions.empty()) {
    link.inertia = CalcSolidInertia(link, *options.density);
  }
  return link;
}

}  // namespace tactus::multibody::urdf
