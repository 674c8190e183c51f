#include "tactus/integrators/classic/implicit_euler.h"

namespace tactus::integrators {

ClassicMethod::Outcome ImplicitEuler::SolveStages(double h, Memory* memory,
                                                  VectorXd* x1,
                                                  VectorXd* x1_low,
                                                  VectorXd* slope) {
  z_ = h * GuessSlope(*memory);
  Outcome outcome = SolveStage(t0() + h, x0(), h, memory, &z_);
  if (outcome != Outcome::kSolved) return outcome;
  *x1_low = x0() + z_;

  z_ /= 2;
  outcome = SolveStage(t0() + h / 2, x0(), h / 2, memory, &z_);
  if (outcome != Outcome::kSolved) return outcome;
  x_half_ = x0() + z_;

  z_ = *x1_low - x_half_;
  outcome = SolveStage(t0() + h, x_half_, h / 2, memory, &z_);
  *x1 = x_half_ + z_;
  *slope = z_ / (h / 2);
  return outcome;
}

}  // namespace tactus::integrators
