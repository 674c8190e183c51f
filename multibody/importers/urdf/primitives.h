#pragma once

#include <optional>

#include "tactus/contact/geometry/shapes/shape.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::urdf {

/// Drake's points of contact are spheres without size; here every shape has a
/// size [m].
inline constexpr double kPointRadius = 1e-6;

/// The shape of all but meshes; nothing for an element that is none.
/// @throws ModelFileError for sizes that are missing or not positive.
std::optional<contact::Shape> ReadPrimitive(const XmlElement& element);

}  // namespace tactus::multibody::urdf
