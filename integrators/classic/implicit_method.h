#pragma once

#include "tactus/integrators/classic/linearized_method.h"

namespace tactus::integrators {

/// Of the simplified Newton method; [HairerWanner96], IV.8.
struct NewtonOptions {
  /// Its tolerance as a fraction of the accuracy; 0.1 to 0.01 in the book.
  double kappa = 0.05;
  int max_iterations = 10;
  /// J serves the next step, too, if iterations contract faster than this.
  /// The book's codes take 0.001, or 0.1 where J is dear, as it is here.
  double keep_jacobian_below = 0.1;
  bool operator==(const NewtonOptions&) const = default;
};

/// A method whose stages are implicit, each
///
///     z = c f(t, a + z),   c = h times the method's diagonal coefficient
///     (1 - c J) dz = c f(t, a + z) - z,   z <- z + dz
///
/// with one J for all stages. With theta = |dz| / |dz of the iteration before|
/// and eta = theta / (1 - theta) ([HairerWanner96], IV.8; norms are over the
/// full state, whatever the error norm: positions that have converged to the
/// accuracy leave velocities wrong by accuracy / h):
///
///     converged   eta |dz| <= kappa accuracy; at first, eta is that of the
///                 last solve to the power 0.8
///     given up    theta >= 1, or eta theta^(iterations left) |dz| above that
///
/// J is kept from step to step while the iteration contracts fast. An attempt
/// that fails with a J from an earlier state is repeated with a fresh one, and
/// one that fails with that, too, at half the step. The factorization is
/// renewed when c or J changes.
class ImplicitMethod : public LinearizedMethod {
 public:
  const NewtonOptions& newton_options() const { return newton_; }

 protected:
  /// @throws std::invalid_argument for options out of range.
  ImplicitMethod(const ErrorControlOptions& options,
                 const NewtonOptions& newton, int error_order);

  /// All stages with the J of `memory`, and the slope at their end.
  virtual Outcome SolveStages(double h, Memory* memory, VectorXd* x1,
                              VectorXd* x1_low, VectorXd* slope) = 0;

  /// One stage; *z is the first guess, then the result.
  Outcome SolveStage(double t, const VectorXd& a, double c, Memory* memory,
                     VectorXd* z);
  /// A guess for f in the step: the slope at the end of the last one.
  const VectorXd& GuessSlope(const Memory& memory) const;

 private:
  void Begin(Memory* memory) final;
  Outcome Solve(double h, Memory* memory, VectorXd* x1, VectorXd* x1_low) final;
  void Accept(Memory* memory) final;

  NewtonOptions newton_;
  VectorXd weights_, y_, f_, dz_, slope_;
  bool is_fresh_{};       // J is of x0().
  double worst_theta_{};  // of the present attempt
};

}  // namespace tactus::integrators
