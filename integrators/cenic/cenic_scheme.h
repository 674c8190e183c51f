#pragma once

#include <span>
#include <string_view>

namespace tactus::integrators {

/// How AdaptiveStep, and so CENIC, makes a step out of those of a step
/// function, and a second solution to tell its error by.
enum class Scheme {
  kExtrapolated,  ///< Second order, L-stable: step doubling, extrapolated.
  kStepDoubling,  ///< First order: [Kurtz25], section V-A.
  kTrapezoid,     ///< Second order, not L-stable: [Kurtz25], section V-B.
};

/// All of them, the default first.
std::span<const Scheme> Schemes();

/// extrapolated, step_doubling, trapezoid.
std::string_view to_string(Scheme scheme);

}  // namespace tactus::integrators
