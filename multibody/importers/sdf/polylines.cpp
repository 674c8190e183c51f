#include "tactus/multibody/importers/sdf/polylines.h"

#include <memory>
#include <span>
#include <stdexcept>

#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/sdf/elements.h"
#include "tactus/multibody/importers/sdf/primitives.h"

namespace tactus::multibody::sdformat {

contact::Extrusion MakeExtrusion(const XmlElement& geometry) {
  const XmlElement& first = RequireChild(geometry, "polyline");
  const double height = ReadNumber(RequireChild(first, "height"));
  std::vector<contact::Contour> contours;
  for (const XmlElement& polyline : geometry.children) {
    if (polyline.tag != "polyline") continue;
    contours.emplace_back();
    for (const XmlElement& element : polyline.children) {
      if (element.tag != "point") continue;
      Vector2d point;
      ReadNumbers(element, std::span(point.data(), 2));
      contours.back().push_back(point);
    }
  }
  try {
    return {contours, height};
  } catch (const std::invalid_argument& error) {
    Fail(first, error.what());
  }
}

std::vector<contact::Shape> MakeParts(const contact::Extrusion& extrusion) {
  std::vector<contact::Shape> parts;
  for (const auto& hull : extrusion.MakeConvexParts())
    parts.emplace_back(contact::ConvexMesh{hull});
  return parts;
}

contact::Shape MakeWhole(const contact::Extrusion& extrusion) {
  return contact::ConvexMesh{std::make_shared<const contact::ConvexHull>(
      std::make_shared<const contact::TriangleMesh>(extrusion.MakeSurface()))};
}

}  // namespace tactus::multibody::sdformat
