#pragma once

/// How the contacts and bodies of the ComFree core lie in memory, on hosts and
/// on devices: as structures of arrays. Component c of item i is found at
///
///     data[c * stride + i].
///
/// A batch of environments is the same thing with i = slot * environments +
/// environment. An item knows nothing of environments.
///
/// Plain C++ for all compilers: no containers, no Eigen.
namespace tactus::solvers::comfree {

/// Ten facets at most: condim 1, 3, 4 and 6 have 1, 4, 6 and 10.
constexpr int kMaxRows = 10;

/// The number of facets of a contact, 0 for an empty slot.
constexpr int NumRows(int condim) {
  return condim <= 1 ? condim : 2 * (condim - 1);
}

/// Integers of a contact.
enum ContactIndex {
  kBodyA,       ///< -1: anchored.
  kBodyB,       ///< -1: anchored.
  kCondim,      ///< 1, 3, 4 or 6; 0: an empty slot, which has no force.
  kHasRowMass,  ///< 1: a mass per facet, not one for all.
  kNumContactIndices
};

/// What a contact brings. Vectors and matrices take as many components as they
/// have entries, matrices by columns.
enum ContactInput {
  kFrame = 0,       ///< R_WC = (t1, t2, n), n from A into B; 9 components.
  kPositionA = 9,   ///< p_AoC_W [m].
  kPositionB = 12,  ///< p_BoC_W [m].
  kBias = 15,       ///< Added to the velocity of B at C from A, in C [m/s].
  kDistance = 18,   ///< phi, positive apart [m].
  kMass = 19,       ///< m [kg].
  kSliding = 20,    ///< mu_t.
  kTorsional = 21,  ///< mu_tor [m].
  kRolling = 22,    ///< mu_rol [m].
  kNumContactInputs = 23
};

/// What the core computes of a contact.
enum ContactOutput {
  kLambda = 0,   ///< The facets' forces [N]; those beyond NumRows mean nothing.
  kForce = 10,   ///< On B at C, in the world [N].
  kTorque = 13,  ///< On B about C, in the world [N m].
  kExtrapolated = 16,  ///< Where the next sweep starts: lambda with momentum.
  kNumContactOutputs = 26
};

/// A body's spatial vectors: angular part first, about the body's origin.
constexpr int kNumBodyComponents = 6;

/// Contacts, wherever they lie.
template <class Real>
struct ContactView {
  int num{}, stride{};
  const int* indices{};  ///< ContactIndex.
  const Real* inputs{};  ///< ContactInput.
  const Real*
      row_masses{};  ///< kMaxRows components; null where no contact has.
  Real* outputs{};   ///< ContactOutput.
};

/// Bodies, wherever they lie.
template <class Real>
struct BodyView {
  int num{}, stride{};
  const Real* velocities{};
  Real* wrenches{};
};

/// The contacts of each body, in their order. Entry e = 2 contact + side, side
/// 0 for A and 1 for B; those of body b are entries[start[b]] up to, without
/// it, entries[start[b + 1]].
struct IncidenceView {
  const int* start{};
  const int* entries{};
};

/// The user's gains and the step.
template <class Real>
struct Gains {
  Real k = Real(0.1);    ///< Stiffness k_user [1/s].
  Real d = Real(0.001);  ///< Damping d_user, dimensionless.
  Real h = Real(0.002);  ///< Step [s].
  /// Share of a facet's change that is added to it for the next sweep to start
  /// from; 0 in the last sweep.
  Real momentum = Real(0);
};

}  // namespace tactus::solvers::comfree
