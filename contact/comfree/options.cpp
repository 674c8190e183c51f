#include "tactus/contact/comfree/options.h"

#include <algorithm>
#include <cmath>

#include "tactus/common/require.h"

namespace tactus::contact {

namespace {

double Power(double x, double p) {
  return p == 2 ? x * x : std::pow(x, p);  // almost always
}

}  // namespace

double CalcRho(const ComFreeImpedance& impedance, double phi) {
  const double m = impedance.midpoint, p = impedance.power;
  const double x = std::min(std::abs(phi) / impedance.width, 1.0);
  const double gamma =
      x < m ? m * Power(x / m, p) : 1 - (1 - m) * Power((1 - x) / (1 - m), p);
  const double r =
      impedance.r_min + (impedance.r_max - impedance.r_min) * gamma;
  return r / (1 - r);
}

void RequireValid(const ComFreeOptions& options) {
  const ComFreeImpedance& impedance = options.impedance;
  const auto is_share = [](double x) {
    return x > 0 && x < 1;
  };
  Require(options.stiffness >= 0 && std::isfinite(options.stiffness),
          "ComFree: the stiffness k must be finite and not negative");
  Require(options.damping >= 0 && std::isfinite(options.damping),
          "ComFree: the damping d must be finite and not negative");
  Require(options.stiffness + options.damping > 0,
          "ComFree: stiffness and damping must not both be zero");
  Require(is_share(impedance.r_min) && is_share(impedance.r_max),
          "ComFree: the impedance's r_min and r_max must lie in (0, 1)");
  Require(impedance.width > 0 && std::isfinite(impedance.width),
          "ComFree: the impedance's width must be positive");
  Require(is_share(impedance.midpoint),
          "ComFree: the impedance's midpoint must lie in (0, 1)");
  Require(impedance.power >= 1 && std::isfinite(impedance.power),
          "ComFree: the impedance's power must be at least 1");
  Require(options.margin >= 0 && std::isfinite(options.margin),
          "ComFree: the margin must be finite and not negative");
  Require(options.refinement_iterations >= 0,
          "ComFree: refinement_iterations must not be negative");
  Require(options.num_threads >= 0,
          "ComFree: the number of threads must not be negative");
}

}  // namespace tactus::contact
