#pragma once

#include "tactus/contact/comfree/options.h"

/// What ComFree's law ([Borse26], eq. (8)) amounts to in motions simple enough
/// to solve by hand. One sweep, a scale rho that does not change, contacts of
/// condim 3 (four facets) that share the load evenly, sliding along an axis of
/// the friction pyramid.
///
///   symbol  code          meaning                                   unit
///   k, d    stiffness,    the user's impedance                      1/s, -
///           damping
///   h       h             step                                      s
///   rho     rho           scale of the impedance, r / (1 - r)       -
///   G       G()           k h + d                                   -
///   mu, n   mu,           friction, number of contacts              -
///           num_contacts
///   u       slip          sliding speed                             m/s
///   g       kGravity      weight per mass                           m/s^2
///
/// With x = n rho G mu u / (h g), the share of the weight that the facet
/// opposite to the motion gains, a slider is in one of three states:
///
///     x            friction / weight    distance phi / (g h / k)
///     0 ... 1/4    2 mu x               G - 1 / (4 n rho)
///     1/4 ... 1    mu (1 + 2 x) / 3     G - (1 - x) / (3 n rho)
///     1 ...        mu                   G - (1 - x) / (n rho)
///
/// All facets push; the one along the motion has let go; one alone pushes, and
/// lifts the slider by (h + d / k) mu for each metre per second.
namespace tactus::examples {

inline constexpr double kGravity = 9.81;  // [m/s^2]

struct ComFreeGainSet {
  double stiffness = 0.1, damping = 0.001, h = 0.002, rho = 9;
  double G() const { return stiffness * h + damping; }
};

/// The gains of options whose impedance is the same at all distances.
/// @throws std::invalid_argument if it is not.
ComFreeGainSet MakeGainSet(const contact::ComFreeOptions& options, double h);

/// (g h / k) [1 / (N rho) - G] for N facets in all [m].
double CalcRestingPenetration(const ComFreeGainSet& gains, int num_facets);

/// a h [1 / (2 n rho mu^2 G) - 1], the speed at which friction balances a load
/// of `a` newtons per kilogram along the ground, all facets pushing [m/s].
double CalcCreep(const ComFreeGainSet& gains, double mu, int num_contacts,
                 double a);

/// x, as above.
double CalcSlipNumber(const ComFreeGainSet& gains, double mu, int num_contacts,
                      double slip);
/// Friction over weight.
double CalcFrictionRatio(const ComFreeGainSet& gains, double mu,
                         int num_contacts, double slip);
/// phi [m].
double CalcLift(const ComFreeGainSet& gains, double mu, int num_contacts,
                double slip);

/// The integral of u du / (g ratio(u)) from 0 to the starting speed, for a
/// slider that is at every moment as steady sliding would have it [m].
double CalcStoppingDistance(const ComFreeGainSet& gains, double mu,
                            int num_contacts, double speed);

/// 2 N rho G + N rho k h: motion of one body along the normal is stable below
/// 4.
double CalcStabilityNumber(const ComFreeGainSet& gains, int num_facets);

/// The next angular velocity of a body that spins about the contact normal at a
/// fixed overlap [m], with mass_over_inertia = m / (rho I):
///
///     two facets push   w [1 - 2 (m / I) G mu_tor^2],    G mu_tor |w| <= k
///     overlap one does          w [1 - (m / I) G mu_tor^2] - sign(w) (m / I)
///     mu_tor k overlap
double CalcNextSpin(const ComFreeGainSet& gains, double mass_over_inertia,
                    double mu_tor, double overlap, double w);

}  // namespace tactus::examples
