#pragma once

#include <string_view>

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"
#include "tactus/multibody/importers/urdf/assemble.h"

namespace tactus::multibody::urdf {

/// What <gazebo reference="..."> says of the physics of a link or joint and is
/// taken over, as the text or the attribute `value` of an element:
///
///   link   mu1, mu2        friction of its collisions; they have one, that of
///                          mu1
///          kp              their stiffness [N/m]
///          gravity, turnGravityOff
///   joint  springStiffness [N/m or N m/rad], springReference [m or rad]
///
/// Of a collision with <drake:proximity_properties> these say all. (SDFormat's
/// reader of URDF has the list.)
bool IsTakenFromGazebo(std::string_view tag);

/// The element's attribute `value` or, without one, its text.
std::string_view FindGazeboValue(const XmlElement& element);

/// Changes the links and joints that <gazebo> elements refer to.
/// @param report  told of references to nothing, and of two frictions.
/// @throws ModelFileError for numbers that make no sense.
void ApplyGazeboExtensions(const XmlElement& root, Contents* contents,
                           ImportReport* report);

}  // namespace tactus::multibody::urdf
