#pragma once

#include <optional>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// The orientation R_PB that an element gives in one of MJCF's five forms:
///
///   quat       w x y z, of any length
///   axisangle  axis of any length, angle
///   euler      three angles about the axes of compiler eulerseq, one after the
///              other: about turned axes for x, y, z, about fixed ones for X,
///              Y, Z
///   xyaxes     x axis; y axis, made orthogonal to x
///   zaxis      z axis: the least turn from the z axis of the parent
///
/// Nothing if it has none of them.
/// @throws ModelFileError for more than one, and for axes without direction.
std::optional<Quaterniond> FindOrientation(const XmlElement& element,
                                           const CompilerSettings& compiler);

/// The least turn that leads from the z axis to `direction` (not zero). From
/// -z, half a turn about x.
Quaterniond TurnZAxisTo(const Vector3d& direction);

/// Overwrites those parts of the pose that the element gives: its position
/// (pos) and its orientation.
void ReadPose(const XmlElement& element, const CompilerSettings& compiler,
              RigidTransform* X_PB);

/// The same of layers of defaults and the element, last. The last position
/// holds, but of orientations the last of the strongest form, as in MuJoCo:
/// euler, zaxis, xyaxes, axisangle, quat. Even a default's euler is stronger
/// than the element's own quat.
void ReadPose(const std::vector<const XmlElement*>& layers,
              const CompilerSettings& compiler, RigidTransform* X_PB);

}  // namespace tactus::multibody::mjcf
