#pragma once

#include <array>
#include <memory>

#include <Eigen/LU>

#include "tactus/integrators/classic/classic_method.h"

namespace tactus::integrators {

/// A classic method that solves with the Jacobian of the whole diagram, by
/// dense algebra:
///
///     J = df/dx,       (1 - c J) d = r
///
/// J is made of forward differences, one evaluation of f for each raw state
/// x_i (a quaternion is four of them), at x_i + sqrt(eps) max(|x_i|, s_i);
/// s is LeafSystem::SetErrorScales(), one where it is not finite. A column that
/// is not finite is taken backwards.
class LinearizedMethod : public ClassicMethod {
 protected:
  using ClassicMethod::ClassicMethod;
  using Lu = Eigen::PartialPivLU<MatrixXd>;

  /// J at (t0(), x0()); null when it is not finite.
  std::shared_ptr<const MatrixXd> CalcJacobian();

  /// Of 1 - c J. The last two are kept while they are asked for; they follow
  /// from J and c alone, so that a Context that is restored finds the same.
  const Lu& Factorize(const std::shared_ptr<const MatrixXd>& J, double c);

 private:
  bool CalcColumn(int i, double increment, VectorXd* column);

  struct Factored {
    std::shared_ptr<const MatrixXd> J;
    double c{};
    Lu lu;
  };
  std::array<Factored, 2> factored_;
  int oldest_{};
  VectorXd x_, xdot_;
};

}  // namespace tactus::integrators
