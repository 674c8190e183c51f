#pragma once

#include <span>
#include <string_view>

namespace tactus::integrators {

/// How AdaptiveStep, and so CENIC, makes a step out of those of a step
/// function, and a second solution to tell its error by. Not among them is the
/// trapezoid rule of [Kurtz25], section V-B: it is not L-stable, and throws what
/// touches stiffly.
enum class Scheme {
  kExtrapolated,  ///< Second order, L-stable: step doubling, extrapolated.
  kStepDoubling,  ///< First order: [Kurtz25], section V-A.
};

/// All of them, the default first.
std::span<const Scheme> Schemes();

/// extrapolated, step_doubling.
std::string_view to_string(Scheme scheme);

}  // namespace tactus::integrators
