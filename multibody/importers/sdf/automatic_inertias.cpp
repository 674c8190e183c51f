#include "tactus/multibody/importers/sdf/automatic_inertias.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <variant>

#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/sdf/collisions.h"
#include "tactus/multibody/importers/sdf/elements.h"
#include "tactus/multibody/mesh_inertia.h"

namespace tactus::multibody::sdformat {
namespace {

constexpr double kWater = 1000;  // The default density [kg/m^3].

bool IsAutomatic(const XmlElement& inertial) {
  const std::string* automatic = inertial.Find("auto");
  return automatic != nullptr && (*automatic == "true" || *automatic == "1");
}

bool IsSameLink(const XmlElement& a, const XmlElement& b) {
  const std::string *a_name = a.Find("name"), *b_name = b.Find("name");
  return *a.file == *b.file && a.line == b.line && a_name != nullptr &&
         b_name != nullptr && *a_name == *b_name;
}

bool WeighsNothing(const XmlElement& collision) {
  return FindPath(collision, "geometry/plane") != nullptr ||
         FindPath(collision, "geometry/heightmap") != nullptr;
}

SpatialInertia Weigh(const contact::Geometry& geometry, double density) {
  const auto* mesh = std::get_if<contact::ConvexMesh>(&geometry.shape);
  if (mesh != nullptr && mesh->hull->solid() != nullptr) {
    try {
      return MakeMeshInertia(*mesh->hull->solid(), density)
          .ReExpressedIn(geometry.X_BG);
    } catch (const std::invalid_argument&) {
      // It is not closed: its hull is weighed.
    }
  }
  return MakeSolidInertia(geometry.shape, density, geometry.X_BG);
}

double ReadPositive(const XmlElement& element) {
  const double value = ReadNumber(element);
  Check(value > 0, element, "must be positive");
  return value;
}

SpatialInertia SumCollisions(int link, const XmlElement& inertial,
                             const Scene& scene, Collisions* collisions) {
  double standard = kWater;
  if (const XmlElement* density = FindChild(inertial, "density"))
    standard = ReadPositive(*density);
  SpatialInertia sum{};
  for (const CollisionSpec& collision : scene.collisions) {
    if (collision.link != link || WeighsNothing(collision.source)) continue;
    const XmlElement* own = FindChild(collision.source, "density");
    const double density = own == nullptr ? standard : ReadPositive(*own);
    for (const contact::Geometry& geometry : collisions->Make(collision))
      sum = sum + Weigh(geometry, density);
  }
  Check(sum.mass > 0, inertial,
        "inertias from the geometry (auto) need a <collision> that weighs "
        "something, which this link has not; state mass and inertia");
  return sum;
}

}  // namespace

std::vector<XmlElement> FindAutomaticLinks(const XmlElement& element) {
  if (element.tag == "link") {
    const XmlElement* inertial = FindChild(element, "inertial");
    if (inertial != nullptr && IsAutomatic(*inertial)) return {element};
  }
  std::vector<XmlElement> found;
  for (const XmlElement& child : element.children)
    std::ranges::move(FindAutomaticLinks(child), std::back_inserter(found));
  return found;
}

void SetAutomaticInertias(const std::vector<XmlElement>& links,
                          const ResourceLocator& locator, bool skip_missing,
                          Scene* scene) {
  ImportReport ignored;  // What assembles the scene reports.
  Collisions collisions(&locator, skip_missing, &ignored);
  for (int i = 0; i < std::ssize(scene->links); ++i) {
    LinkSpec& link = scene->links[i];
    const auto raw = std::ranges::find_if(links, [&](const XmlElement& other) {
      return IsSameLink(other, link.source);
    });
    if (raw == links.end()) continue;
    const XmlElement& inertial = *FindChild(*raw, "inertial");
    link.inertia = SumCollisions(i, inertial, *scene, &collisions);
    if (const XmlElement* mass = FindChild(inertial, "mass")) {
      const double scale = ReadPositive(*mass) / link.inertia.mass;
      link.inertia.mass *= scale;
      link.inertia.I_Bcm *= scale;
    }
  }
}

}  // namespace tactus::multibody::sdformat
