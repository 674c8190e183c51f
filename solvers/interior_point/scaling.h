#pragma once

#include "tactus/solvers/interior_point/cones.h"

namespace tactus::solvers {

/// The scaling of Nesterov and Todd for s and z inside of a product of cones:
/// the symmetric W that maps both to one point,
///
///     W z = W^-1 s = lambda,
///
/// on a second-order cone, with J = diag(1, -1, ..., -1) and norms of J,
///
///     W^2 = eta^2 (2 w w' - J),   eta^4 = s'Js / z'Jz,
///     w = (s / |s| + J z / |z|) / (2 gamma),
///     gamma^2 = (1 + (s / |s|)'(z / |z|)) / 2.
///
/// Directions that linearise lambda o lambda instead of s o z ([Howell22]) are
/// the same on the central path, where s and z share their axes, and do not get
/// stuck away from it.
class NesterovToddScaling {
 public:
  void Set(const ConeProduct& cones, const VectorXd& s, const VectorXd& z);
  const VectorXd& lambda() const { return lambda_; }
  /// The size of a cone.
  int size(int cone) const { return cones_->size(cone); }
  /// eta of a cone; 1 by 1, W is that.
  double eta(int cone) const { return eta_[cone]; }
  /// w of a second-order cone.
  auto w(int cone) const { return w_.segment(cones_->start(cone), size(cone)); }
  /// out += W^2, into rows and columns from (`row`, `column`) on.
  void AddSquare(int row, int column, MatrixXd* out) const;
  /// The same for one cone, into a block of its size.
  void AddSquare(int cone, Eigen::Ref<MatrixXd> block) const;
  /// W x, and W^-1 x.
  void Multiply(const VectorXd& x, VectorXd* product) const;
  void Divide(const VectorXd& x, VectorXd* quotient) const;

 private:
  const ConeProduct* cones_{};
  VectorXd eta_;         ///< By cone.
  VectorXd w_, lambda_;  ///< By entry.
};

}  // namespace tactus::solvers
