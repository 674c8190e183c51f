#pragma once

#include "tactus/multibody/muscle.h"

namespace tactus::multibody {

/// Second derivatives of the gain and bias of CalcMuscleForce(), by the length
/// l [m] and its rate [m/s]. They jump where the splines' parabolas meet, and
/// are those of the lower one there.
struct MuscleForceRates {
  double gain_by_length_twice{};     ///< [N/m^2]
  double gain_by_length_and_rate{};  ///< [N s/m^2]
  double gain_by_rate_twice{};       ///< [N s^2/m^2]
  double bias_by_length_twice{};     ///< [N/m^2]
};
MuscleForceRates CalcMuscleForceRates(const Muscle& muscle, double length,
                                      double rate);

}  // namespace tactus::multibody
