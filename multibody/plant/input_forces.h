#pragma once

#include <algorithm>
#include <span>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"
#include "tactus/multibody/plant/plant_inputs.h"

namespace tactus::multibody {

/// The control of `actuator`, an index, before its limits; zero where the
/// inputs have none.
double GivenControl(const PlantInputs& inputs, int actuator);

/// The control of `actuator`, an index, within its limits.
double CalcControl(const Model& model, const PlantInputs& inputs, int actuator);

/// Whether an actuator's force changes with length or speed.
bool FollowsState(const Actuator& actuator);

/// What a thruster pushes with under a control, f [N].
double CalcThrust(const Actuator& thruster, double control);

/// What a thruster adds to the generalized force per newton of f, at the
/// configuration of `position`: J' F of its wrench, by velocity.
/// @pre `thruster` stands on a body.
void CalcThrustDirection(const Model& model, const PositionKinematics& position,
                         const Actuator& thruster, VectorXd* force);

/// The pull f of an actuator whose body adheres is shared by the body's points
/// of contact, alike where they touch, along the normal, which points from A
/// into B, on A and the opposite on B. With phi the gap at a point,
///
///     f_i = f w_i max w / sum w,
///     w = 1 for phi <= 0.1 mm, and falls linearly to 0 at 1 mm.
///
/// Methods that hold bodies apart leave gaps where they touch, and what rocks
/// within the accuracy must not be let go: a face whose far side is a hair off
/// is held there, too.
inline constexpr double kAdhesionTouch = 1e-4, kAdhesionReach = 1e-3;  ///< [m]
/// w, of a gap phi [m].
inline double CalcAdhesionWeight(double gap) {
  return std::clamp((kAdhesionReach - gap) / (kAdhesionReach - kAdhesionTouch),
                    0.0, 1.0);
}
/// max w / sum w.
struct AdhesionShares {
  double largest = 0, sum = 0;
  void Add(double weight) {
    largest = std::max(largest, weight);
    sum += weight;
  }
  double scale() const { return sum > 0 ? largest / sum : 0; }
};

/// The generalized force of forces on bodies, sum J_Q' F_Q.
void CalcSpatialForce(const Model& model, const PositionKinematics& position,
                      std::span<const SpatialForce> forces, VectorXd* force);

/// The generalized force of generalized and spatial forces and of thrusters at
/// the configuration of `position`, by velocity [N or N m]; motors apart,
///
///     tau_applied = tau + sum J_Q' F_Q + sum f J_S' F_S.
void CalcAppliedForce(const Model& model, const PositionKinematics& position,
                      const PlantInputs& inputs, VectorXd* force);

}  // namespace tactus::multibody
