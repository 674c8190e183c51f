#pragma once

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// How far a position that a step leads to may be from limits and rigid
/// constraints [m or rad].
inline constexpr double kPositionTolerance = 5e-7;

/// Brings the positions at which a step ends back to where the model allows
/// them to be: limits that are exceeded by more than kPositionTolerance are
/// clamped, then g (constraint_residuals.h), where out by more, is projected by
/// the way that takes the least kinetic energy.
///
/// Steps that treat constraints and limits as near-rigid (contact/icf/law.h)
/// leave their give under load, and what a long step turns through: of second
/// order in h for a ball joint that slides along its limit, of high order for
/// closed loops (rigid_rows.h). Left alone, it would be a start outside the
/// constraints for the next step, whose springs turn it into speed: g / h, a
/// throw where h has become short. Velocities stay; the next step's constraints
/// make them tangent.
void ProjectPositions(const Model& model, VectorXd* q);

/// Whether ProjectPositions() would leave q as it is.
bool KeepsPositions(const Model& model, const VectorXd& q);

}  // namespace tactus::multibody
