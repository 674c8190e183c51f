#pragma once

#include <vector>

#include "tactus/multibody/model.h"
#include "tactus/multibody/plant/step_record.h"

namespace tactus::multibody {

/// What goes through the joints during a step, by one recursion from the tips
/// inwards: with G_b the wrench that body b needs for its motion against
/// gravity (multibody/dynamics.h), as the step feels it
/// (StepRecord::gravity_way), and E_b what acts on it from outside, contact
/// and spatial forces, constraints between bodies, thrusters and the pulls of
/// tendons along their paths,
///
///     F_j = G_b - E_b + sum of F_i over the joints i on b,   b = j + 1,
///
/// all taken to one point. F_j acts on the child b, its opposite on the parent.
/// It is everything that the joint passes on: what constrains the child as well
/// as springs, damping, friction, limits, couplers, actuators and generalized
/// forces along the joint. A sensor in the joint would read it. Armature, being
/// no body, is not part of G_b, so that along the joint
///
///     H_j' F_j + armature vdot_j = tau_j.
///
/// @param F_W  by joint: torque [N m] and force [N] on the child at the origin
///   of its joint frame M, in W, at the record's configuration.
void CalcJointReactions(const Model& model, const StepRecord& record,
                        std::vector<Vector6d>* F_W);

}  // namespace tactus::multibody
