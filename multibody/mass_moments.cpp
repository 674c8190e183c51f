#include "tactus/multibody/mass_moments.h"

namespace tactus::multibody {

// Substituting r + p for r in the integrals:
//
//     f + m p,    I + 2 (f . p) 1 - f p' - p f' + m (|p|^2 1 - p p').
MassMoments MassMoments::SeenFrom(const Vector3d& p_QO) const {
  const Vector3d& p = p_QO;
  const Vector3d f_plus = first + mass * p;
  MassMoments moved{mass, f_plus, second};
  moved.second -= p * first.transpose() + f_plus * p.transpose();
  moved.second.diagonal().array() += p.dot(first) + p.dot(f_plus);
  return moved;
}

MassMoments MassMoments::ReExpressedBy(const Matrix3d& R_AB) const {
  return {mass, R_AB * first, R_AB * second * R_AB.transpose()};
}

MassMoments& MassMoments::operator+=(const MassMoments& other) {
  mass += other.mass;
  first += other.first;
  second += other.second;
  return *this;
}

//     [ I w + f x v ]
//     [ m v + w x f ]
Vector6d MassMoments::operator*(const Vector6d& V) const {
  const Vector3d w = V.head<3>(), v = V.tail<3>();
  Vector6d momentum;
  momentum.head<3>() = second * w + first.cross(v);
  momentum.tail<3>() = mass * v + w.cross(first);
  return momentum;
}

//     [ I, [f]x; -[f]x, m 1 ]
Matrix6d MassMoments::ToMatrix() const {
  Matrix6d matrix;
  matrix.topLeftCorner<3, 3>() = second;
  matrix.topRightCorner<3, 3>() = CrossMatrix(first);
  matrix.bottomLeftCorner<3, 3>() = -CrossMatrix(first);
  matrix.bottomRightCorner<3, 3>() = mass * Matrix3d::Identity();
  return matrix;
}

}  // namespace tactus::multibody
