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

  /// Seen from another point Q, where p_QO is O's position from Q. Substituting
  /// r + p for r in the integrals:
  ///     f + m p,    I + 2 (f·p) 1 - f p' - p f' + m (|p|² 1 - p p').
  MassMoments SeenFrom(const Vector3d& p_QO) const {
    const Vector3d& p = p_QO;
    const Vector3d f_plus = first + mass * p;
    MassMoments moved{mass, f_plus, second};
    moved.second -= p * first.transpose() + f_plus * p.transpose();
    moved.second.diagonal().array() += p.dot(first) + p.dot(f_plus);
    return moved;
  }

  /// The same in axes A, where R_AB turns the present axes B into A.
  MassMoments ReExpressedBy(const Matrix3d& R_AB) const {
    return {mass, R_AB * first, R_AB * second * R_AB.transpose()};
  }

  MassMoments& operator+=(const MassMoments& other) {
    mass += other.mass;
    first += other.first;
    second += other.second;
    return *this;
  }

  /// The momentum of a body that moves with spatial velocity V (angular, linear
  /// at O): angular about O, then linear. Applied to an acceleration, the
  /// wrench that gives it to a body at rest.
  ///     [ I w + f x v ]
  ///     [ m v + w x f ]
  Vector6d operator*(const Vector6d& V) const {
    const Vector3d w = V.head<3>(), v = V.tail<3>();
    Vector6d momentum;
    momentum.head<3>() = second * w + first.cross(v);
    momentum.tail<3>() = mass * v + w.cross(first);
    return momentum;
  }

  /// The same as a 6x6 matrix: [ I, [f]x; -[f]x, m 1 ].
  Matrix6d ToMatrix() const {
    Matrix6d matrix;
    matrix.topLeftCorner<3, 3>() = second;
    matrix.topRightCorner<3, 3>() = CrossMatrix(first);
    matrix.bottomLeftCorner<3, 3>() = -CrossMatrix(first);
    matrix.bottomRightCorner<3, 3>() = mass * Matrix3d::Identity();
    return matrix;
  }
};

}  // namespace tactus::multibody
