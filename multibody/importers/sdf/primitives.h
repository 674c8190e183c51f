#pragma once

#include <string_view>

#include "tactus/common/types.h"
#include "tactus/contact/geometry/shapes/shape.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::sdformat {

/// @throws ModelFileError if there is no such child.
const XmlElement& RequireChild(const XmlElement& element, std::string_view tag);

/// X_LG with z turned to the plane's normal, by the least turn.
RigidTransform TurnToNormal(const XmlElement& plane,
                            const RigidTransform& X_LG);

/// The box, sphere, cylinder, capsule or ellipsoid that the element is. A point
/// of contact, a sphere of radius zero, gets one of 1e-6 m. A <cone>, whose
/// middle is half way up z to its tip, is a pyramid of 64 sides within it.
/// @throws ModelFileError for other elements, and sizes that are not positive.
contact::Shape MakePrimitive(const XmlElement& element);

/// Three numbers.
Vector3d ReadVector(const XmlElement& element);

}  // namespace tactus::multibody::sdformat
