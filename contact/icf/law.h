#pragma once

#include <variant>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/contact/friction.h"
#include "tactus/contact/row_errors.h"
#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// The potential of one contact point in the irrotational contact field's
/// *lagged* form ([Castro23]; eqs. (13), (14) and (16) of [Kurtz25]), as a
/// function of the contact velocity v_C = (vt, vn) of B relative to A in frame
/// C:
///
///     l(v_C) = -N(min(vn, v_hat)) + mu h n0 (sqrt(|vt|^2 + vs^2) - vs)
///
///     N'(vn) = gamma_n = h (fe0 - h k vn)+ (1 - d vn)+
///
///   symbol  code                meaning                               unit
///   h       h                   step                                  s
///   fe0     elastic_force       -k phi0                               N
///   n0      normal_force0       normal force of the state at t0       N
///   vs      stiction_velocity   width of the regularised stiction     m/s
///   v_hat   cutoff              min(fe0 / (h k), 1 / d)               m/s
///
/// The impulse is gamma = -grad l, the Hessian is positive semi-definite.
struct IcfPoint {
  double h{};
  double elastic_force{}, stiffness{}, dissipation{}, cutoff{};
  double friction_impulse{};  ///< mu h n0
  double stiction_velocity{};
};

/// The constants of `point` for a step h. A light body under a large lagged
/// impulse gets vs = max(vs, 1e-5 mu w h n0), so that the friction's curvature
/// stays within five orders of the body's inertia and Newton's method clear of
/// round-off. (A factor of 1e-3 would be safer still, but lets a cube on a
/// slope creep faster than vs at steps of 0.1 s.)
IcfPoint MakeIcfPoint(const ContactPoint& point, double h);

/// Lets friction lag behind another normal impulse, h n0 [N s].
void SetLaggedImpulse(const ContactPoint& point, double normal_impulse,
                      IcfPoint* law);

double CalcCost(const IcfPoint& point, const Vector3d& v_C);

/// gamma_n [N s].
double CalcNormalImpulse(const IcfPoint& point, double vn);

/// gamma = -grad l [N s].
Vector3d CalcImpulse(const IcfPoint& point, const Vector3d& v_C);

/// The dual variable w of a point's friction, which is -mu h n0 w, |w| <= 1.
///
/// Friction turns around while vt passes through a width of vs. A parabola that
/// fits l where the point slips knows nothing of it, and Newton's method takes
/// dozens of iterations to find out which of many points stick. So it is
/// applied to v and w together,
///
///     s w = vt,   s = sqrt(|vt|^2 + vs^2),
///
/// of which the linearisation holds in a far larger region: for sums of norms,
/// [ChanGolubMulet99]. The cost, its gradient and its minimum are what they
/// were; only the way there is another.
using FrictionDual = Vector2d;

/// The w to start from at v_C. t = vt / s makes the Hessian that of l, and is
/// right for a point that keeps slipping; w = 0 makes it that of the parabola
/// that touches l and is above it everywhere, and is right for one that will
/// stick. Friction changes vt by inverse_mass mu h n0 or so: with q = |vt| / (2
/// inverse_mass mu h n0), w = min(1, q) t.
FrictionDual CalcFirstDual(const IcfPoint& point, const Vector3d& v_C,
                           double inverse_mass);

/// What Newton's method takes for d^2 l / dv_C^2 [kg] at a point and a dual
/// variable: positive semi-definite, and just that where s w = vt. With t = vt
/// / s, friction's part is mu h n0 / s (1 - (w t' + t w') / 2).
Matrix3d CalcHessian(const IcfPoint& point, const Vector3d& v_C,
                     const FrictionDual& w);
/// w after the Newton step dv_C from v_C: (vt + dvt - w t'dvt) / s, pulled back
/// onto |w| = 1 if it is beyond.
FrictionDual CalcNextDual(const IcfPoint& point, const Vector3d& v_C,
                          const Vector3d& dv_C, const FrictionDual& w);

/// Impulse and Hessian along dv_C: cost, slope and curvature of
/// l(v_C + alpha dv_C) at alpha = 0.
struct LineDerivatives {
  double cost{}, slope{}, curvature{};
};
LineDerivatives CalcAlong(const IcfPoint& point, const Vector3d& v_C,
                          const Vector3d& dv_C);

/// Near-rigid limit on one velocity, in potential form:
///
///     l(v) = 1/2 R^-1 (v_lower - v)+^2 + 1/2 R^-1 (v - v_upper)+^2
///
///     beta = 0.1,   he = h within [1e-4 s, 5e-3 s],   tau = beta he / pi,
///     R = beta^2 he^2 w / (4 pi^2 h (h + tau)),
///     v_bound = (bound - g0) / (h + tau):
///
/// a critically damped spring of period beta he, eq. (18) of [Kurtz25] but for
/// the bounds on he. The lower one keeps a violated start integrable. The upper
/// one keeps the spring stiff in long steps: a load that would accelerate the
/// coordinate by a pushes it beta^2 he^2 a / 4 pi^2 beyond its bound, 6e-9 s^2
/// a at most, and R^-1 within 2e6 of the inertia at steps of 0.1 s.
struct IcfLimit {
  double inverse_regularization{};  ///< R^-1
  double v_lower{}, v_upper{};
};
IcfLimit MakeIcfLimit(const RowLaw& row, double h);

/// The effort-limited linear law in potential form, eq. (20) of [Kurtz25], in
/// terms of x = gear v: minus the work of h clamp(b - c x) from x = 0, so that
/// the impulse is h gear clamp(b - c x) and, with constants that make l
/// continuous,
///
///     l = h (c x^2 / 2 - b x) + const   b - c x inside (lower, upper)
///     l = -h upper x + const            b - c x >= upper
///     l = -h lower x + const            b - c x <= lower
///
/// Starting at x = 0 keeps the constants small where c is, too: a constant of
/// b^2 / 2c would drown the rest in its round-off.
/// @param spring_share  beta of the actuator's length
/// (VelocityProblem::spring_shares).
struct IcfActuator {
  double h{}, gear{}, b{}, c{}, lower{}, upper{};
};
IcfActuator MakeIcfActuator(const LinearActuator& actuator, double v0, double h,
                            double spring_share = 1);

/// The mean efforts of the problem's actuators on their velocities, in its
/// order, over a step of `h` that ended with `v1`: gear clamp(b - c x) [N or
/// N m]. (What acts at an instant is in contact/continuous_forces.h.)
void CalcMeanActuatorForces(const VelocityProblem& problem, double h,
                            const VectorXd& v1, std::vector<double>* forces);

/// The mean forces along the problem's joint rows, in its order, in such a
/// step: -l' / h [N or N m]; `errors` as IcfSolver::set_row_errors() has them.
void CalcMeanJointRowForces(const VelocityProblem& problem, double h,
                            const VectorXd& v1, std::vector<double>* forces,
                            const RowErrors* errors = nullptr);

/// g = 0, near-rigidly: the spring of IcfLimit on both sides, on x = gdot,
///
///     l(x) = 1/2 R^-1 (x - x_target)^2,   x_target = -(g0 + h^2/2 b) / (h +
///     tau).
///
/// It aims at the end of the step along the curved path, g1 = g0 + h x + h^2/2
/// b with b = bias_acceleration. Without b a linkage that turns at speed v on a
/// radius r would be off by h^2 v^2 / 2r at every step.
struct IcfRigid {
  double inverse_regularization{};  ///< R^-1
  double target{};                  ///< x_target
};
IcfRigid MakeIcfRigid(const RowLaw& row, double h);

/// A spring at the end of the step, or at g1 = g0 + beta h x of less, slack
/// from `lower` to `upper`, and a damper:
///
///     l(x) = k/(2 beta) (lower - g1)+^2 + k/(2 beta) (g1 - upper)+^2
///            + h d x^2 / 2,
///
/// less its value at x = 0, for the same reason as IcfActuator.
struct IcfSpring {
  double h{}, stiffness{}, damping{};
  double spring_share = 1;       ///< beta
  double short_by{}, long_by{};  ///< lower - g0, g0 - upper
};
IcfSpring MakeIcfSpring(const RowLaw& row, double h);

/// A damper, l(x) = h d x^2 / 2.
struct IcfDamper {
  double impulse_per_speed{};  ///< h d
};

/// Dry friction of magnitude f0 on one velocity, Coulomb's with stiction
/// regularised like a contact's,
///
///     l(v) = h f0 (sqrt(v^2 + vs^2) - vs),
///
/// with vs = max(kDryStictionVelocity, 1e-5 w h f0) for the same reason as in
/// MakeIcfPoint().
struct IcfDryFriction {
  double impulse{};            ///< h f0
  double stiction_velocity{};  ///< vs
};
IcfDryFriction MakeIcfDryFriction(const RowLaw& row, double h);

/// Value, impulse -l' and curvature l'' of a scalar potential at velocity v.
struct ScalarPotential {
  double cost{}, impulse{}, curvature{};
};
ScalarPotential Calc(const IcfLimit& limit, double v);
ScalarPotential Calc(const IcfActuator& actuator, double v);
ScalarPotential Calc(const IcfRigid& rigid, double x);
ScalarPotential Calc(const IcfSpring& spring, double x);
ScalarPotential Calc(const IcfDamper& damper, double x);
ScalarPotential Calc(const IcfDryFriction& friction, double v);

/// A row's law in potential form, or an actuator's on a sum of velocities.
using IcfRow = std::variant<IcfRigid, IcfLimit, IcfSpring, IcfDamper,
                            IcfDryFriction, IcfActuator>;
IcfRow MakeIcfRow(const RowLaw& row, double h);
ScalarPotential Calc(const IcfRow& row, double x);
/// Whether its potential is quadratic: that of a rigid row or a damper.
bool IsQuadratic(const IcfRow& row);

}  // namespace tactus::contact
