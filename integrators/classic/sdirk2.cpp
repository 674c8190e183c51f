#include "tactus/integrators/classic/sdirk2.h"

#include <numbers>

namespace tactus::integrators {
namespace {

constexpr double kGamma = 1 - 1 / std::numbers::sqrt2;

}  // namespace

// With z = g h k.
ClassicMethod::Outcome Sdirk2::SolveStages(double h, Memory* memory,
                                           VectorXd* x1, VectorXd* x1_low,
                                           VectorXd* slope) {
  const double c = kGamma * h;
  z1_ = c * GuessSlope(*memory);
  Outcome outcome = SolveStage(t0() + c, x0(), c, memory, &z1_);
  if (outcome != Outcome::kSolved) return outcome;

  a_ = x0() + (1 - kGamma) / kGamma * z1_;
  z2_ = z1_;
  outcome = SolveStage(t0() + h, a_, c, memory, &z2_);
  *x1 = a_ + z2_;
  *x1_low = x0() + z1_ / kGamma;
  *slope = z2_ / c;
  return outcome;
}

}  // namespace tactus::integrators
