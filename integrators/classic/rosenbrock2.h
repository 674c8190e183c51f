#pragma once

#include "tactus/integrators/classic/linearized_method.h"

namespace tactus::integrators {

/// ROS2, the Rosenbrock method of two stages and order two [Verwer99]; no
/// iteration, and L-stable with g = 1 - 1/sqrt(2) or 1 + 1/sqrt(2):
///
///     (1 - g h J) k1 = f(t0, x0) + g h f_t
///     (1 - g h J) k2 = f(t0 + h, x0 + h k1) - 2 k1 - g h f_t
///     x1 = x0 + h (3 k1 + k2) / 2
///     x1_low = x0 + h k1
///
///   J    df/dx at (t0, x0), evaluated for each step
///   f_t  df/dt there, by a forward difference
///
/// The larger g is the default, as in [Verwer99]: the embedded solution, where
/// the second stage evaluates f, is A-stable, too. With the smaller one it
/// overshoots stiff components, by 2.4 in the limit, as at the edge of
/// stiction. On smooth problems the smaller g has a thirtieth of the error and
/// a sixth of its estimate. The order holds whatever J is (a W-method).
class Rosenbrock2 final : public LinearizedMethod {
 public:
  enum class Gamma { kSmall, kLarge };

  /// @throws std::invalid_argument for options out of range.
  explicit Rosenbrock2(const ErrorControlOptions& options = {},
                       Gamma gamma = Gamma::kLarge)
      : LinearizedMethod(options, 2), gamma_(gamma) {}

  std::string_view name() const override { return "ros2"; }
  double gamma() const;

 private:
  void Begin(Memory* memory) override;
  Outcome Solve(double h, Memory* memory, VectorXd* x1,
                VectorXd* x1_low) override;

  Gamma gamma_;
  std::shared_ptr<const MatrixXd> J_;
  VectorXd f_t_, k1_, k2_, f_;
};

}  // namespace tactus::integrators
