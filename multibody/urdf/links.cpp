#include "tactus/multibody/urdf/links.h"

#include <stdexcept>
#include <utility>

#include <Eigen/Eigenvalues>
#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/nearest_physical_inertia.h"
#include "tactus/multibody/parsing/attributes.h"
#include "tactus/multibody/urdf/elements.h"

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

std::string PrincipalMoments(const SpatialInertia& inertia) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(inertia.I_Bcm,
                                                       Eigen::EigenvaluesOnly);
  const Vector3d& m = solver.eigenvalues();
  return fmt::format("{:g}, {:g}, {:g}", m[0], m[1], m[2]);
}

// Lets no inertia pass that no body has.
SpatialInertia MakePhysical(const SpatialInertia& inertia,
                            const XmlElement& element, const std::string& link,
                            bool fix, ImportReport* report) {
  const std::string owner = "link '" + link + "'";
  try {
    RequirePhysical(inertia, owner);
    return inertia;
  } catch (const std::invalid_argument& error) {
    if (!fix) {
      Fail(element, std::string(error.what()) +
                        "; correct it, or load with the nearest physical "
                        "inertia (--fix-inertia)");
    }
  }
  try {
    const SpatialInertia nearest = FindNearestPhysicalInertia(inertia, owner);
    report->Add(
        Notice::Severity::kApproximated, element,
        fmt::format("{}: no body has the principal moments of inertia "
                    "{} kg m^2; the nearest that one has, {}, are taken",
                    owner, PrincipalMoments(inertia),
                    PrincipalMoments(nearest)));
    return nearest;
  } catch (const std::invalid_argument& error) {
    Fail(element, error.what());
  }
}

SpatialInertia CalcSolidInertia(const LinkSpec& link, double density) {
  SpatialInertia sum;
  for (const CollisionSpec& collision : link.collisions) {
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
  if (const XmlElement* mass = FindChild(inertial, "mass")) {
    Read(*mass, "value", &own.mass);
  }
  const XmlElement* inertia = FindChild(inertial, "inertia");
  if (inertia != nullptr) own.I_Bcm = ReadRotationalInertia(*inertia);
  return MakePhysical(own, inertia != nullptr ? *inertia : inertial, link, fix,
                      report)
      .ReExpressedIn(ReadOrigin(inertial));
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
  if (link.name == "world") return link;  // It does not move.
  if (const XmlElement* inertial = FindChild(element, "inertial")) {
    link.inertia = ReadInertial(*inertial, link.name, options.fix, report);
  } else if (options.density && !link.collisions.empty()) {
    link.inertia = CalcSolidInertia(link, *options.density);
  }
  return link;
}

}  // namespace tactus::multibody::urdf
