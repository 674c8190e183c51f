#pragma once

namespace tactus::contact {

/// Coulomb's friction, as all methods take it that regularise stiction.

/// Width of the regularised stiction of dry joint friction [rad/s or m/s]: a
/// joint that is held under the load f creeps at vs f / sqrt(f0^2 - f^2).
inline constexpr double kDryStictionVelocity = 1e-4;

/// The coefficient of friction at a slip of |vt| = slip_ratio vs, which falls
/// smoothly from mu_s at rest to mu_d, eq. (8) of [Kurtz25]:
///
///     mu = mu_d + (mu_s - mu_d) (1 - f(x - 10) / f(10)) / 2,
///     f(x) = x / sqrt(1 + x^2),   x = slip_ratio;
///
/// at 10 vs it is the mean of both.
double CalcFrictionCoefficient(double static_friction, double dynamic_friction,
                               double slip_ratio);

}  // namespace tactus::contact
