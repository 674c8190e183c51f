#pragma once

#include "tactus/solvers/comfree/layout.h"
#include "tactus/solvers/comfree/vec3.h"

/// The contact law of ComFree, one contact and one body at a time.
///
/// A contact C of bodies A and B resists through N facets. Facet j is a row s_j
/// of velocities and a push lambda_j >= 0 along it,
///
///     lambda_j <- max(0, lambda_j - m_j / h [(k h + d) s_j + k phi])
///
/// which from lambda_j = 0 is eq. (8) of [Borse26], and repeated, with
/// velocities that follow the pushes, projected Jacobi on the dual of a convex
/// problem. A sweep may hand on
///
///     y_j = lambda_j + momentum c,     c = lambda_j - the lambda_j before
///
/// in place of lambda_j, Nesterov's acceleration ([Mazhar15]); where the sweep
/// corrects y_j by r = lambda_j - y_j against c, momentum brakes: c + r takes
/// the place of c, or zero if r is larger. Wrenches, and the next sweep, are
/// then y's.
///
/// With u the velocity of B at C from A, and r the angular one, in frame C:
///
///     condim 1   u_n                                                1 facet
///     condim 3   u_n + mu_t u_t1, u_n - mu_t u_t1, the same of t2   4 facets
///     condim 4   and u_n + mu_tor r_n, u_n - mu_tor r_n             6 facets
///     condim 6   and u_n +- mu_rol r_t1, u_n +- mu_rol r_t2        10 facets
///
///     s_j          row velocity            m/s
///     lambda_j     facet force             N, averaged over the step
///     m_j          impedance rho / (w_A + w_B)            kg
///     phi          distance, positive apart               m
///     k, d, h      stiffness 1/s, damping, step s
///     mu_t         sliding friction; mu_tor, mu_rol       m
///     R_WC         (t1, t2, n), n from A into B
///     V = (w, v)   velocity of a body: angular, and linear of its origin
///
/// All backends compile these functions, and so compute the same. Every sum has
/// one order and products stay unfused (see cmake/parallel.cmake), so they
/// agree to the last bit.
namespace tactus::solvers::comfree {

template <class Real>
TACTUS_HOST_DEVICE Frame<Real> LoadFrame(const ContactView<Real>& contacts,
                                         int i) {
  return {Load(contacts.inputs, contacts.stride, kFrame, i),
          Load(contacts.inputs, contacts.stride, kFrame + 3, i),
          Load(contacts.inputs, contacts.stride, kFrame + 6, i)};
}

/// The velocity of a body's point at p from its origin; zero if anchored.
template <class Real>
TACTUS_HOST_DEVICE Motion<Real> CalcPointVelocity(const BodyView<Real>& bodies,
                                                  int body, Vec3<Real> p) {
  if (body < 0) return {};
  const Vec3<Real> w = Load(bodies.velocities, bodies.stride, 0, body);
  const Vec3<Real> v = Load(bodies.velocities, bodies.stride, 3, body);
  return {w, v + Cross(w, p)};
}

/// Of B at C from A, in frame C:
/// r = R' (w_B - w_A),
/// u = R' (v_B + w_B x p_BoC - v_A - w_A x p_AoC) + bias.
template <class Real>
TACTUS_HOST_DEVICE Motion<Real> CalcRelativeVelocity(
    const ContactView<Real>& contacts, const BodyView<Real>& bodies,
    const Frame<Real>& C, int i) {
  const int stride = contacts.stride;
  const Motion<Real> A =
      CalcPointVelocity(bodies, At(contacts.indices, stride, kBodyA, i),
                        Load(contacts.inputs, stride, kPositionA, i));
  const Motion<Real> B =
      CalcPointVelocity(bodies, At(contacts.indices, stride, kBodyB, i),
                        Load(contacts.inputs, stride, kPositionB, i));
  const Vec3<Real> bias = Load(contacts.inputs, stride, kBias, i);
  return {C.ToFrame(B.angular - A.angular),
          C.ToFrame(B.linear - A.linear) + bias};
}

/// What is left of a change that a correction opposes.
template <class Real>
TACTUS_HOST_DEVICE Real Brake(Real change, Real correction) {
  if (!(change * correction < Real(0))) return change;
  const Real left = change + correction;
  return left * change > Real(0) ? left : Real(0);
}

/// The facets of one contact during one sweep.
template <class Real>
struct Facets {
  const ContactView<Real>& contacts;
  int contact;
  bool from_zero;     ///< The stored lambda are to be taken for zero.
  bool has_row_mass;  ///< A mass per facet, not one for all.
  Real mass_over_h;   ///< m / h, where one mass serves all facets.
  Real h;
  Real momentum;
  Real speed_gain;     ///< k h + d.
  Real normal_speed;   ///< u_n.
  Real spring_length;  ///< k phi.

  /// Updates facet j, of velocity u_n + x, and returns its y.
  TACTUS_HOST_DEVICE Real Update(int j, Real x) const {
    const int stride = contacts.stride;
    Real* lambda = contacts.outputs + Place(stride, kLambda + j, contact);
    Real* y = contacts.outputs + Place(stride, kExtrapolated + j, contact);
    const Real gain = has_row_mass
                          ? At(contacts.row_masses, stride, j, contact) / h
                          : mass_over_h;
    // y_j - m_j / h [(k h + d) s_j + k phi]
    const Real push = gain * (speed_gain * (normal_speed + x) + spring_length);
    const Real start = from_zero ? Real(0) : *y;
    const Real moved = start - push;
    // Written so that a NaN stays one, and is found.
    const Real next = moved <= Real(0) ? Real(0) : moved;
    const Real change = next - (from_zero ? Real(0) : *lambda);
    *lambda = next;
    *y = next + momentum * Brake(change, next - start);
    return *y;
  }

  /// The two facets of a friction direction, mu its coefficient and x the
  /// velocity that it resists. Adds to the normal force; returns the friction,
  /// mu (y_+ - y_-).
  TACTUS_HOST_DEVICE Real UpdatePair(int j, Real mu, Real x,
                                     Real* normal_force) const {
    const Real plus = Update(j, mu * x);
    const Real minus = Update(j + 1, -(mu * x));
    *normal_force = *normal_force + (plus + minus);
    return mu * (plus - minus);
  }
};

/// Updates the facets of a contact that moves with `motion` and returns what
/// they exert together, in frame C.
template <class Real>
TACTUS_HOST_DEVICE Wrench<Real> UpdateFacets(const Facets<Real>& facets,
                                             const Motion<Real>& motion,
                                             int condim) {
  const ContactView<Real>& contacts = facets.contacts;
  const int stride = contacts.stride, i = facets.contact;
  Wrench<Real> wrench;
  Vec3<Real>& f = wrench.force;
  if (condim == 1) {
    f.z = facets.Update(0, Real(0));
    return wrench;
  }
  const Real mu_t = At(contacts.inputs, stride, kSliding, i);
  f.x = facets.UpdatePair(0, mu_t, motion.linear.x, &f.z);
  f.y = facets.UpdatePair(2, mu_t, motion.linear.y, &f.z);
  if (condim == 3) return wrench;
  const Real mu_tor = At(contacts.inputs, stride, kTorsional, i);
  wrench.torque.z = facets.UpdatePair(4, mu_tor, motion.angular.z, &f.z);
  if (condim == 4) return wrench;
  const Real mu_rol = At(contacts.inputs, stride, kRolling, i);
  wrench.torque.x = facets.UpdatePair(6, mu_rol, motion.angular.x, &f.z);
  wrench.torque.y = facets.UpdatePair(8, mu_rol, motion.angular.y, &f.z);
  return wrench;
}

/// One contact's share of a sweep: its facets' lambda, and its force and torque
/// on B. An empty slot has none.
template <class Real>
TACTUS_HOST_DEVICE void ResolveContact(const ContactView<Real>& contacts,
                                       const BodyView<Real>& bodies,
                                       const Gains<Real>& gains, bool from_zero,
                                       int i) {
  const int stride = contacts.stride;
  const int condim = At(contacts.indices, stride, kCondim, i);
  Wrench<Real> wrench;
  if (condim != 0) {
    const Frame<Real> C = LoadFrame(contacts, i);
    const Motion<Real> motion = CalcRelativeVelocity(contacts, bodies, C, i);
    const Facets<Real> facets{
        contacts,
        i,
        from_zero,
        At(contacts.indices, stride, kHasRowMass, i) != 0,
        At(contacts.inputs, stride, kMass, i) / gains.h,
        gains.h,
        gains.momentum,
        gains.k * gains.h + gains.d,
        motion.linear.z,
        gains.k * At(contacts.inputs, stride, kDistance, i)};
    wrench = UpdateFacets(facets, motion, condim);
    wrench = {C.ToWorld(wrench.torque), C.ToWorld(wrench.force)};
  }
  Store(wrench.force, contacts.outputs, stride, kForce, i);
  Store(wrench.torque, contacts.outputs, stride, kTorque, i);
}

/// What contact i exerts on its body A (side 0) or B (side 1), about the body's
/// origin: (torque + p x f, f), or its opposite.
template <class Real>
TACTUS_HOST_DEVICE Wrench<Real> CarryToBody(const ContactView<Real>& contacts,
                                            int i, int side) {
  const int stride = contacts.stride;
  const Vec3<Real> f = Load(contacts.outputs, stride, kForce, i);
  const Vec3<Real> torque = Load(contacts.outputs, stride, kTorque, i);
  const Vec3<Real> p =
      Load(contacts.inputs, stride, side == 0 ? kPositionA : kPositionB, i);
  const Wrench<Real> on_B{torque + Cross(p, f), f};
  return side == 0 ? Wrench<Real>{-on_B.torque, -on_B.force} : on_B;
}

/// The wrench of a body: the sum over its contacts, in their order.
template <class Real>
TACTUS_HOST_DEVICE void GatherBody(const ContactView<Real>& contacts,
                                   const IncidenceView& incidence, int body,
                                   const BodyView<Real>& bodies) {
  Wrench<Real> sum;
  for (int k = incidence.start[body]; k < incidence.start[body + 1]; ++k) {
    const int entry = incidence.entries[k];
    const Wrench<Real> w = CarryToBody(contacts, entry / 2, entry % 2);
    sum = {sum.torque + w.torque, sum.force + w.force};
  }
  Store(sum.torque, bodies.wrenches, bodies.stride, 0, body);
  Store(sum.force, bodies.wrenches, bodies.stride, 3, body);
}

}  // namespace tactus::solvers::comfree
