#pragma once

#include <span>
#include <string_view>

#include "tactus/systems/value.h"

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

/// What a scheme's steps leave for the next attempt's, as their function has
/// it; part of the simulation's state.
struct SchemeMemory {
  systems::Value first, second;

  template <class Archive>
  void Serialize(Archive* a) {
    a->Visit(&first, &second);
  }
};

}  // namespace tactus::integrators
