#pragma once

#include <vector>

#include "tactus/multibody/importers/mjcf/body_tree.h"
#include "tactus/multibody/importers/mjcf/defaults.h"
#include "tactus/multibody/importers/mjcf/tendons.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody::mjcf {

/// An <equality><joint>: a polynomial from one joint's displacement to
/// another's, both from where the file places them,
///
///     q1 - ref1 = sum_i polycoef[i] (q2 - ref2)^i,
///
/// or q1 - ref1 = polycoef[0] without a second joint. MuJoCo's softness of it,
/// solref and solimp, has no counterpart: Tactus ties joints near-rigidly.
struct CouplerSpec {
  const XmlElement* source{};
  JointCoupler coupler{};            ///< All but its joints.
  int joint_a = -1, joint_b = -1;    ///< Indices in BodyTree::joints.
  int tendon_a = -1, tendon_b = -1;  ///< Or of tendons.
};

/// Reads those that are active.
/// @throws ModelFileError for unknown joints and classes, ball and free joints,
/// a joint tied to itself, and names used twice.
std::vector<CouplerSpec> ReadCouplers(const XmlElement& root,
                                      const BodyTree& tree,
                                      const DefaultClasses& classes);

/// Reads the <equality><tendon>s that are active: the same of the lengths of
/// tendons, from what they are at the joints' references. Marks the tendons.
std::vector<CouplerSpec> ReadTendonCouplers(const XmlElement& root,
                                            const BodyTree& tree,
                                            const DefaultClasses& classes,
                                            std::vector<TendonSpec>* tendons);

}  // namespace tactus::multibody::mjcf
