#pragma once

#include "tactus/common/types.h"

namespace tactus::multibody {

/// The inverse T of the left Jacobian of rotations: theta_dot = T w for
/// R = exp(theta) that turns with w,
///
///     T = 1 - [theta]/2 + c [theta]^2,
///     c = (1 - phi/2 cot(phi/2)) / phi^2,   phi = |theta| < 2 pi.
Matrix3d CalcTurnRate(const Vector3d& theta);

/// dT as theta changes by `dtheta`.
Matrix3d CalcTurnRateSlope(const Vector3d& theta, const Vector3d& dtheta);

}  // namespace tactus::multibody
