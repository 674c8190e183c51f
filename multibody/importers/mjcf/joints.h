#pragma once

#include <string>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/mjcf/ranges.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// A <joint> or <freejoint>, with its defaults applied, in SI units. Poses are
/// those of the body B that it moves when q is `reference`.
struct JointSpec {
  enum class Kind { kFree, kBall, kSlide, kHinge };

  const XmlElement* source{};
  std::string name{};  ///< Empty if the file gives none.
  int body{};          ///< Index in BodyTree.
  Kind kind = Kind::kHinge;
  Vector3d p_BM = Vector3d::Zero();     ///< The anchor.
  Vector3d axis_B = Vector3d::UnitZ();  ///< Unit.

  Interval range{};         ///< [m or rad]; of balls, how far they turn.
  Interval effort_range{};  ///< Of the sum of actuator forces [N or N m].
  double reference{};       ///< q where the body is as the file places it.
  double stiffness{}, spring_reference{};  ///< See AddJointSprings(), too.
  double damping{}, dry_friction{}, armature{};
  /// The file has terms of higher order in stiffness or damping.
  bool is_nonlinear = false;
  /// Time constant [s] and damping ratio; see ApplySpringDampers().
  Vector2d spring_damper = Vector2d::Zero();

  bool has_spring_damper() const {
    return spring_damper[0] > 0 && spring_damper[1] > 0;
  }
  int nq() const;  ///< MuJoCo's number of positions.
  int nv() const;
};

/// The joint that the layers of defaults and the element, last, describe.
/// @param X_BF  the frame around the element, in its body.
/// @throws ModelFileError for values that make no sense.
JointSpec ReadJoint(const std::vector<const XmlElement*>& layers,
                    const RigidTransform& X_BF,
                    const CompilerSettings& compiler);

/// <freejoint> takes no defaults.
JointSpec ReadFreeJoint(const XmlElement& element);

}  // namespace tactus::multibody::mjcf
