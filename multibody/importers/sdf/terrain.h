#pragma once

#include <filesystem>

#include "tactus/contact/geometry/shapes/shape.h"
#include "tactus/multibody/importers/parsing/resource_locator.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::sdformat {

/// Whether a <heightmap> is of an image that can be read: a PNG file.
bool IsReadable(const XmlElement& heightmap);

/// The <heightmap> as a height field in a frame F at <pos> in G. Of an image
/// with grey values p, whose columns run along x and whose top row has the
/// largest y,
///
///     z = e_z p / max p,    <size> = (e_x, e_y, e_z),
///
/// over |x| <= e_x / 2, |y| <= e_y / 2. It is solid from there down to -e_z,
/// and <sampling> does not smooth it.
/// @param X_G  G in any frame, on return F.
/// @throws ModelFileError for an image that is missing or malformed, and sizes
/// that are not positive.
contact::Shape MakeHeightMap(const XmlElement& heightmap,
                             const ResourceLocator& locator,
                             RigidTransform* X_G);

}  // namespace tactus::multibody::sdformat
