#pragma once

#include <optional>
#include <vector>

#include "tactus/multibody/importers/mjcf/body_tree.h"
#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/mjcf/defaults.h"
#include "tactus/multibody/importers/mjcf/tendons.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody::mjcf {

/// An element of <actuator> as Tactus's affine law (multibody/model.h). The
/// short forms are (MuJoCo's modeling reference,
/// "actuator"):
///
///   motor     f = u
///   position  f = kp (u - l) - kv l_dot
///   velocity  f = kv (u - l_dot)
///   damper    f = -kv l_dot u
///   adhesion  f = gain u, on a body
///   general   gainprm[0 .. 2] as gain, gain1 and gain2, the latter two if
///             gaintype is affine, and biasprm[0 .. 2] if biastype is affine
///   intvelocity, a position servo to the integral of u; cylinder, area u +
///   bias with u filtered
///
///   muscle    a Muscle (multibody/muscle.h), with its activation
///
/// dyntype integrator, filter, filterexact and muscle become Activations.
///
/// All share one set of defaults, so that <general ctrlrange=...> in a default
/// class serves <position> elements too.
struct ActuatorSpec {
  const XmlElement* source{};
  /// Why Tactus leaves it out, though it keeps its place in ctrl; or empty.
  std::string obstacle{};
  /// All but actuator.joint, .tendon and .body, which belong to the builder.
  Actuator actuator{};
  int group = 0;
  /// It has an entry in a keyframe's act, whether it is left out or not.
  bool has_activation = false;
  int joint = -1;   ///< What it acts on: index in BodyTree::joints,
  int tendon = -1;  ///< or of a tendon,
  int site = -1;    ///< or in BodyTree::sites,
  int body = -1;    ///< or, of adhesion, in BodyTree::bodies,
  /// or a length that is of none of them, with the BodyTree's joint and bodies.
  std::optional<Transmission> transmission{};
  /// position dampratio: kv = 2 dampratio sqrt(kp m) takes m, the inertia that
  /// the actuator feels in the default state, once the model can tell.
  std::optional<double> damping_ratio{};
};

/// Reads all <actuator>s in order. What cannot act is reported and marked so. A
/// joint's actuatorfrcrange narrows the force range of its
/// actuator; several actuators on such a joint are limited one by one, and
/// those on tendons over it not at all, which is reported.
/// @throws ModelFileError for unknown joints, sites and classes, names used
/// twice, and values that make no sense.
std::vector<ActuatorSpec> ReadActuators(
    const XmlElement& root, const BodyTree& tree,
    const std::vector<TendonSpec>& tendons,
    const std::vector<CompilerSettings>& compilers,
    const DefaultClasses& classes, ImportReport* report);

}  // namespace tactus::multibody::mjcf
