#pragma once

#include "tactus/common/types.h"

namespace tactus::multibody {

/// The mass of a rigid body as a point O sees it, in one set of axes:
///
///     m = ∫ dm,    f = ∫ r dm,    I = ∫ (|r|² 1 - r r') dm,    r from O.
///
///   m  mass [kg]
///   f  first moment, m times the position of the centre of mass [kg m]
///   I  rotational inertia about O [kg m²]
///
/// It is the 6x6 spatial inertia of [Featherstone08, eq. 2.63] in thirteen
/// numbers, and unlike a centre of mass it is linear in the mass: moments about
/// one point add up to those of a composite body, massless bodies included.
struct MassMoments {
  double mass{};
  Vector3d first = Vector3d::Zero();
  Matrix3d second = Matrix3d::Zero();

  /// Seen from another point Q, where p_QO is O's position from Q.
  MassMoments SeenFrom(const Vector3d& p_QO) const;

  /// The same in axes A, where R_AB turns the present axes B into A.
  MassMoments ReExpressedBy(const Matrix3d& R_AB) const;

  MassMoments& operator+=(const MassMoments& other);

  /// The momentum of a body that moves with spatial velocity V (angular, linear
  /// at O): angular about O, then linear. Applied to an acceleration, the
  /// wrench that gives it to a body at rest.
  Vector6d operator*(const Vector6d& V) const;

  /// The same as a 6x6 matrix.
  Matrix6d ToMatrix() const;
};

}  // namespace tactus::multibody
