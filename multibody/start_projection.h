#pragma once

#include <string>
#include <vector>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// How far a constraint was violated, and is after a projection.
struct StartCorrection {
  std::string what;  ///< "the position of weld 'palm'"
  std::string unit;
  double before{}, after{};
  bool is_rate = false;  ///< Of what the velocities violated.
};

/// Moves q to where the rigid constraints between bodies, couplers, locks and
/// the limits of tendons hold, and v to where they go on holding. First
/// couplers move the joints that follow to where those that lead have them; for
/// what is left of the residuals g it takes the way of the least kinetic
/// energy, Gauss-Newton steps
///
///     dv = -M^-1 G' (G M^-1 G')^+ g,   q <- q + N(q) dv,   gdot = G v,
///
/// until they vanish or no longer fall, then one with G v in place of g for
/// velocities (constraint_residuals.h). Joints that would leave their limits
/// are held there. Residuals below 1e-9 are left.
///
/// Near-rigid constraints do not suffer an inconsistent start: their springs
/// would throw the bodies together within a millisecond.
///
/// @return  what was violated by more than that, and limits that had to be left
/// for it; nothing has changed if empty. @pre q is within limits.
std::vector<StartCorrection> ProjectToConstraints(const Model& model,
                                                  VectorXd* q, VectorXd* v);

}  // namespace tactus::multibody
