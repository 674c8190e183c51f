#pragma once

#include <vector>

#include "tactus/multibody/importers/mjcf/body_tree.h"
#include "tactus/multibody/importers/mjcf/defaults.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody::mjcf {

/// An <equality><connect> or <weld>, between two bodies as the file places them
/// (joints at their references):
///
///     connect  anchor A of body1 stays on the point of body2 that is there
///     weld     body2 stays where it is in body1, or where relpose has it
///
/// or between two sites, which then coincide: in their origins, or whole. The
/// world stands for a body2 that is not given. MuJoCo's softness of it, solref,
/// solimp and torquescale, has no counterpart: Tactus ties bodies near-rigidly.
struct ConstraintSpec {
  const XmlElement* source{};
  Constraint constraint{};  ///< All but its bodies.
  int body_a{}, body_b{};   ///< Indices in BodyTree::bodies.
};

/// Reads those that are active, but for those that tie two bodies which the
/// world holds. One without a name goes by its bodies, "body1/body2".
/// @throws ModelFileError for unknown bodies, sites and classes, a body tied to
/// itself, numbers that make no sense, and names used twice.
std::vector<ConstraintSpec> ReadConstraints(const XmlElement& root,
                                            const BodyTree& tree,
                                            const DefaultClasses& classes,
                                            ImportReport* report);

/// Whether an element of <equality> is active.
bool IsActive(const XmlElement& element, const DefaultClasses& classes);

}  // namespace tactus::multibody::mjcf
