#pragma once

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"
#include "tactus/multibody/tendon_path.h"

namespace tactus::multibody {

/// What a unit of force along a Transmission's l does to the body of S; the
/// body of R, if there is one, feels the opposite at the same place.
struct TransmissionForce {
  Vector3d p_WSo = Vector3d::Zero();  ///< Where it acts.
  Vector3d torque_W = Vector3d::Zero(), force_W = Vector3d::Zero();
};

/// l, and that force: with it
///
///     ldot = torque' (w_S - w_R) + force' (v_S(p) - v_R(p)).
///
/// @pre  its kind is not kJoint.
TransmissionForce CalcTransmissionForce(const PositionKinematics& position,
                                        const Transmission& transmission,
                                        double* length);

/// l and J of a transmission (transmission.h). Velocities that move both frames
/// alike have no terms; which have does not depend on q.
void CalcTransmission(const Model& model, const PositionKinematics& position,
                      const Transmission& transmission, const VectorRef& q,
                      TendonKinematics* result);

}  // namespace tactus::multibody
