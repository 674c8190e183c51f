#pragma once

#include <string>
#include <vector>

#include "tactus/multibody/constraint.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::urdf {

/// A joint that closes a loop, as constraints of two links.
struct LoopSpec {
  const XmlElement* source{};
  std::string link_a{}, link_b{};
  /// But for the bodies.
  std::vector<Constraint> constraints{};
};

/// Dojo's <loop_joint>:
///
///     <loop_joint name="..." type="...">
///       <link1 link="..." xyz="..." rpy="..."/>
///       <link2 link="..." xyz="..." rpy="..."/>
///       <axis xyz="..."/>
///     </loop_joint>
///
/// with frame P on link1 and Q on link2. Types: ball (Q's origin on P's), fixed
/// (Q on P), revolute and continuous: two balls on the axis, 0.1 m apart about
/// the common origin. Damping and limits of a loop joint are reported as
/// dropped.
/// @throws ModelFileError for another type.
std::vector<LoopSpec> ReadLoopJoints(const XmlElement& root,
                                     ImportReport* report);

}  // namespace tactus::multibody::urdf
