#pragma once

#include <vector>

#include "tactus/contact/geometry/shapes/extrusion.h"
#include "tactus/contact/geometry/shapes/shape.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::sdformat {

/// All <polyline>s of a <geometry> as one solid, from z = 0 up to the first
/// one's <height>: each is a loop of <point>s, and one within another is a
/// hole.
/// @throws ModelFileError for what contact::Extrusion refuses.
contact::Extrusion MakeExtrusion(const XmlElement& geometry);

/// The solid as convex parts or, as a whole, as one mesh.
std::vector<contact::Shape> MakeParts(const contact::Extrusion& extrusion);
contact::Shape MakeWhole(const contact::Extrusion& extrusion);

}  // namespace tactus::multibody::sdformat
