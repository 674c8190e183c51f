#pragma once

#include <vector>

#include "tactus/multibody/importers/mjcf/assemble_bodies.h"
#include "tactus/multibody/importers/mjcf/body_tree.h"
#include "tactus/multibody/importers/mjcf/constraints.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody::mjcf {

/// The springs of ball and free joints, which a Joint has not: with the turn
/// theta = log(R_FM) of the joint's frames and, of free joints, the way p_FM
/// from where the file places the body,
///
///     torque = -stiffness theta,    force = -stiffness p_FM.
///
/// They are Cosserat elements of that stiffness in all directions
/// (elastic/cosserat_element.h), "joint/spring". `springref` is not for them.
/// (MuJoCo's XML reference, "joint stiffness".)
/// @param taken  whose names they do not get.
/// @throws ModelFileError for a negative stiffness.
void AddJointSprings(const BodyTree& tree, const BuilderIndices& indices,
                     const std::vector<ConstraintSpec>& taken,
                     ModelBuilder* builder);

}  // namespace tactus::multibody::mjcf
