#pragma once

#include <limits>
#include <span>
#include <vector>

#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/plant/contact_results.h"
#include "tactus/multibody/plant/plant_inputs.h"
#include "tactus/multibody/plant/step_energy.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::multibody {

/// What acted in a step and what came of it, as the method that made the step
/// saw it:
///
///     M(q) vdot + k(q, v) + G dq = tau + J'F,    vdot = (v1 - v) / h
///
/// with dq the way from q to where the step feels gravity, if that is not q,
/// and G gravity's stiffness (multibody/gravity_stiffness.h),
/// with all forces means over the step, and everything at the configuration q
/// that the method started from, where the balance holds to the accuracy of its
/// solver. CENIC makes a step of two halves; h, q and v are those of the second
/// half, and the record stands for the whole.
///
/// A record holds for the times start < t <= end, which dense output falls in.
struct StepRecord {
  double start = std::numeric_limits<double>::quiet_NaN();
  double end = std::numeric_limits<double>::quiet_NaN();
  VectorXd q, v;
  VectorXd vdot;  ///< [rad/s^2 or m/s^2]
  /// dq, by velocity; empty: gravity is that of q [rad or m].
  VectorXd gravity_way;
  /// After gears and limits, by actuator: on the joint's velocity, or a
  /// thruster's f [N m or N].
  VectorXd actuator_efforts;
  std::vector<SpatialForce> spatial_forces;
  /// What the model's constraints do, in its order, to body_b at its origin [N
  /// m, N]. The opposite acts on body_a, along the same line.
  std::vector<Vector6d> constraint_forces;
  /// What limits, spring, damper, dry friction and couplers of the model's
  /// tendons do, in its order, along the length L, positive where they lengthen
  /// it [N, or N m where L is an angle]. The tension, positive where it
  /// shortens L, is minus this and minus the efforts of the tendon's actuators.
  VectorXd tendon_forces;
  ContactResults contacts;
  std::vector<Vector3d> p_WBo;  ///< Of all bodies, at q [m].
  /// The energy of all of the step from `start`, not of a part; nothing where
  /// the record is of a moment alone.
  StepEnergy energy;

  bool Covers(double time) const { return start < time && time <= end; }

  template <class Archive>
  void Serialize(Archive* a) {
    a->Visit(&start, &end, &q, &v, &vdot, &gravity_way, &actuator_efforts,
             &spatial_forces, &constraint_forces, &tendon_forces, &contacts,
             &p_WBo, &energy);
  }
};

/// Forces in the order of the problem's points, actuators and rows.
struct StepForces {
  std::span<const Vector3d> forces_W = {};   ///< On B, by point [N].
  std::span<const Vector3d> torques_W = {};  ///< On B; may be empty [N m].
  /// On their velocities [N m or N].
  std::span<const double> actuator_forces = {};
  std::span<const SpatialForce> spatial_forces = {};
  std::span<const double> row_forces = {};  ///< By constraint row [N m or N].
  std::span<const double> joint_row_forces = {};  ///< By joint row [N m or N].
};

/// The record for start < t <= end of a step from `builder`'s last problem.
/// Reuses its storage.
void MakeStepRecord(const VelocityProblemBuilder& builder,
                    const contact::VelocityProblem& problem,
                    const StepForces& forces, const VectorRef& vdot,
                    double start, double end, StepRecord* record);

/// The contact points of `builder`'s last problem with forces and, unless they
/// are empty, torques on B.
void MakeContactResults(const VelocityProblemBuilder& builder,
                        const contact::VelocityProblem& problem,
                        std::span<const Vector3d> forces_W,
                        std::span<const Vector3d> torques_W, double time,
                        ContactResults* results);

}  // namespace tactus::multibody
