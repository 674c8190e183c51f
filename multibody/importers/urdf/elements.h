#pragma once

#include <optional>
#include <string_view>

#include "tactus/common/types.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::urdf {

/// What the elements of a URDF file have in common. Drake's extensions are
/// taken with and without their prefix "drake:", declared or not: "capsule" is
/// "drake:capsule".

/// True if the tag is `tag`, after the prefix if it has one.
bool Is(const XmlElement& element, std::string_view tag);

/// The first child of that tag, or null.
const XmlElement* FindChild(const XmlElement& element, std::string_view tag);

/// The child's attribute `value`, as Drake writes numbers: <mu value="1"/>.
/// False, and `value` stays, without such a child.
bool ReadChildValue(const XmlElement& element, std::string_view tag,
                    double* value);

/// A number that may be infinite: "inf", "-inf", "Infinity"; nothing for any
/// other word.
std::optional<double> ParseBound(std::string_view word);

/// The same of an attribute. False, and `value` stays, without it.
bool ReadBound(const XmlElement& element, std::string_view name, double* value);

/// X_PE of the attributes xyz="x y z" and rpy="r p y", both zero by default:
///
///     R_PE = Rz(y) Ry(p) Rx(r).
RigidTransform ReadPose(const XmlElement& element);

/// The pose in the child <origin>; the identity without one.
RigidTransform ReadOrigin(const XmlElement& element);

/// True for an element with drake_ignore="true".
bool IsIgnored(const XmlElement& element);

}  // namespace tactus::multibody::urdf
