#include "tactus/examples/comfree_physics/closed_forms.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tactus::examples {

ComFreeGainSet MakeGainSet(const contact::ComFreeOptions& options, double h) {
  if (options.impedance.r_min != options.impedance.r_max) {
    throw std::invalid_argument(
        "closed forms need an impedance with r_min = r_max");
  }
  return {.stiffness = options.stiffness,
          .damping = options.damping,
          .h = h,
          .rho = CalcRho(options.impedance, 0)};
}

double CalcRestingPenetration(const ComFreeGainSet& gains, int num_facets) {
  return kGravity * gains.h / gains.stiffness *
         (1 / (num_facets * gains.rho) - gains.G());
}

double CalcCreep(const ComFreeGainSet& gains, double mu, int num_contacts,
                 double a) {
  return a * gains.h *
         (1 / (2 * num_contacts * gains.rho * mu * mu * gains.G()) - 1);
}

double CalcSlipNumber(const ComFreeGainSet& gains, double mu, int num_contacts,
                      double slip) {
  return num_contacts * gains.rho * gains.G() * mu * slip /
         (gains.h * kGravity);
}

double CalcFrictionRatio(const ComFreeGainSet& gains, double mu,
                         int num_contacts, double slip) {
  const double x = CalcSlipNumber(gains, mu, num_contacts, slip);
  if (x <= 0.25) return 2 * mu * x;
  return x <= 1 ? mu * (1 + 2 * x) / 3 : mu;
}

double CalcLift(const ComFreeGainSet& gains, double mu, int num_contacts,
                double slip) {
  const double x = CalcSlipNumber(gains, mu, num_contacts, slip);
  const double share = x <= 0.25 ? 0.25 : x <= 1 ? (1 - x) / 3 : 1 - x;
  return kGravity * gains.h / gains.stiffness *
         (gains.G() - share / (num_contacts * gains.rho));
}

double CalcStoppingDistance(const ComFreeGainSet& gains, double mu,
                            int num_contacts, double speed) {
  // The speed at which x = 1.
  const double full = 1 / CalcSlipNumber(gains, mu, num_contacts, 1);
  const double scale = full * full / (mu * kGravity);
  const double y = speed / full;
  // In units of U^2 / (mu g), U = full: y^2 / 2 between speeds above U;
  // (3/4) [z - ln(1 + z)] with z = 2 y below it; y / 2 where y < 1/4.
  const auto middle = [](double z) {
    return 0.75 * (z - std::log1p(z));
  };
  const double fast = std::max(y * y - 1, 0.0) / 2;
  const double between =
      middle(2 * std::clamp(y, 0.25, 1.0)) - middle(2 * 0.25);
  const double slow = std::min(y, 0.25) / 2;
  return scale * (fast + between + slow);
}

double CalcStabilityNumber(const ComFreeGainSet& gains, int num_facets) {
  return num_facets * gains.rho * (2 * gains.G() + gains.stiffness * gains.h);
}

double CalcNextSpin(const ComFreeGainSet& gains, double mass_over_inertia,
                    double mu_tor, double overlap, double w) {
  const double m = gains.rho * mass_over_inertia;
  const double decay = m * gains.G() * mu_tor * mu_tor;
  const double press = gains.stiffness * overlap;
  if (gains.G() * mu_tor * std::abs(w) <= press) return w * (1 - 2 * decay);
  return w * (1 - decay) - std::copysign(m * mu_tor * press, w);
}

}  // namespace tactus::examples
