#include "tactus/multibody/importers/sdf/terrain.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tactus/common/read_file.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/contact/geometry/shapes/height_grid.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/parsing/png_image.h"
#include "tactus/multibody/importers/sdf/elements.h"
#include "tactus/multibody/importers/sdf/primitives.h"

namespace tactus::multibody::sdformat {
namespace {

// Row by row, upwards in y.
std::vector<double> CalcHeights(const PngImage& image, double elevation) {
  const double most = std::ranges::max(image.values);
  const double scale = most > 0 ? elevation / most : 0;
  std::vector<double> heights;
  for (int r = image.height - 1; r >= 0; --r) {
    const auto row =
        image.values.begin() + static_cast<std::ptrdiff_t>(r) * image.width;
    for (auto p = row; p != row + image.width; ++p)
      heights.push_back(scale * *p);
  }
  return heights;
}

}  // namespace

bool IsReadable(const XmlElement& heightmap) {
  const std::string& uri = RequireChild(heightmap, "uri").text;
  return uri.ends_with(".png") || uri.ends_with(".PNG");
}

contact::Shape MakeHeightMap(const XmlElement& heightmap,
                             const ResourceLocator& locator,
                             RigidTransform* X_G) {
  Vector3d size = Vector3d::Ones();
  if (const XmlElement* element = FindChild(heightmap, "size")) {
    size = ReadVector(*element);
    Check((size.array() > 0).all(), *element, "must be positive");
  }
  if (const XmlElement* pos = FindChild(heightmap, "pos"))
    X_G->translation() = *X_G * ReadVector(*pos);
  const XmlElement& uri = RequireChild(heightmap, "uri");
  const std::filesystem::path file = locator.Locate(uri.text, uri);
  try {
    const PngImage image = DecodePng(ReadFile(file));
    const auto grid = std::make_shared<const contact::HeightGrid>(
        image.height, image.width, size.head<2>() / 2,
        CalcHeights(image, size.z()), size.z());
    return contact::ConvexMesh{
        std::make_shared<const contact::ConvexHull>(grid)};
  } catch (const std::invalid_argument& error) {
    Fail(uri, file.string() + ": " + error.what());
  }
}

}  // namespace tactus::multibody::sdformat
