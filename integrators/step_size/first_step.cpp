#include "tactus/integrators/step_size/first_step.h"

#include <algorithm>
#include <cmath>

namespace tactus::integrators {
namespace {

constexpr double kSmall = 1e-5, kNothing = 1e-15;
constexpr double kShort = 1e-6;  // [s]

}  // namespace

double ChooseFirstStep(const systems::Diagram& diagram,
                       const DiagramErrorNorm& norm,
                       const FirstStepLimits& limits,
                       systems::Context* context) {
  const double t0 = context->time();
  const VectorXd x0 = context->continuous_state();
  VectorXd weights, f0, f1;
  norm.CalcWeights(x0, &weights);
  const auto size_of = [&](const VectorXd& y) {
    return y.size() == 0 ? 0.0
                         : weights.cwiseProduct(y).lpNorm<Eigen::Infinity>() /
                               limits.accuracy;
  };
  const auto within = [&](double h) {
    return std::clamp(h, std::min(10 * limits.h_min, limits.h_max),
                      limits.h_max);
  };
  diagram.CalcTimeDerivatives(*context, &f0);
  const double d0 = size_of(x0), d1 = size_of(f0);
  if (!f0.allFinite()) return within(limits.h_max / 10);
  const double h0 = std::min(
      d0 < kSmall || d1 < kSmall ? kShort : 0.01 * d0 / d1, limits.h_max);
  context->SetTimeAndContinuousState(t0 + h0, x0 + h0 * f0);
  diagram.CalcTimeDerivatives(*context, &f1);
  context->SetTimeAndContinuousState(t0, x0);
  if (!f1.allFinite()) return within(h0);
  const double fastest = std::max(d1, size_of(f1 - f0) / h0);
  const double h1 = fastest <= kNothing
                        ? limits.h_max / 10
                        : std::pow(0.01 / fastest, 1.0 / limits.error_order);
  return within(d0 < kSmall ? h1 : std::min(100 * h0, h1));
}

}  // namespace tactus::integrators
