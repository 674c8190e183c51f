#pragma once

#include <limits>
#include <optional>
#include <string>

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/xml_element.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody::urdf {

/// <mimic joint="..." multiplier="m" offset="c"/>: q = m q_joint + c.
struct Mimic {
  const XmlElement* source{};
  std::string joint{};
  double multiplier = 1, offset = 0;
};

/// A <joint> or <drake:joint>. The frame F is that of <origin> in the parent
/// link, M that of the child link, and the axis that of <axis>, x by default;
/// its length does not matter. Types:
///
///   fixed, revolute, continuous, prismatic, floating
///   planar             motion in the plane whose normal is the axis; x and y
///                      there are those of F after the least turn that takes z
///                      to the axis. A <drake:joint> has no axis: z
///   ball, spherical    (Drake, Bullet)
///   universal          (Drake) about x of F, then about the turned y
///   planaraxis         (Dojo) planar
///   orbital            (Dojo) two turns that leave the axis: approximated by
///                      universal, about two normals of the axis
///
/// A bound that <limit> does not give is infinite, as in Drake. Of universal
/// joints `lower` and `upper` may be one number for both angles or two, of
/// planar ones three: x, y and the angle.
struct JointSpec {
  const XmlElement* source{};
  Joint joint{};  ///< But for the bodies.
  std::string parent{}, child{};
  /// <limit effort>: bound of what acts on it [N or N m].
  std::optional<double> effort{};
  std::optional<Mimic> mimic{};
};

/// @throws ModelFileError for a type that is unknown or not supported, an axis
/// without direction, bounds in the wrong order, and negative damping, friction
/// or effort.
JointSpec ReadJoint(const XmlElement& element, ImportReport* report);

}  // namespace tactus::multibody::urdf
