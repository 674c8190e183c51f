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
};

/// Moves q to where the rigid constraints between bodies, couplers and locks
/// hold, and v to where they go on holding, by the way that takes the least
/// kinetic energy: Gauss-Newton steps on the residuals g,
///
///     dv = -M^-1 G' (G M^-1 G')^+ g,   q <- q + N(q) dv,   gdot = G v,
///
/// until they vanish or no longer fall, then one with G v in place of g for
/// velocities. Rows are scaled by their inverse mass, so that metres and
/// radians, and light bodies and heavy ones, count alike; where constraints
/// repeat each other the pseudo-inverse takes the smallest forces. Joints that
/// would leave their limits are held there. Residuals below 1e-9 are left.
///
/// Near-rigid constraints do not suffer an inconsistent start: their springs
/// would throw the bodies together within a millisecond.
///
/// @return  what was violated by more than that; nothing has changed if empty.
std::vector<StartCorrection> ProjectToConstraints(const Model& model,
                                                  VectorXd* q, VectorXd* v);

}  // namespace tactus::multibody
